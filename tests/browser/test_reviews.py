"""A player requests a review of a match, waits on its page, and steps to a turning point."""

import re

import pytest
from django.db.models.functions import Now
from playwright.sync_api import expect

from games.reviews.job_queue import announce_review
from games.reviews.models import Review
from games.reviews.worker import record_of
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import stands_at
from tests.factories import account_of
from tests.games.reviews.factories import finished_match, made_up_events, requested, reviewed

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def finish(review: Review) -> None:
    """Store the figures that a worker would store, and announce them."""
    events = made_up_events(record_of(review))
    Review.objects.filter(pk=review.pk).update(events=events, of=len(events), status="done", finished_at=Now())
    announce_review(review)


def test_a_requested_review_appears_on_the_open_page_and_leads_to_a_step(hosts: Hosts) -> None:
    morag, match = account_of("Morag"), finished_match("highland-clans", 3)  # its moves have the longest names
    page = hosts.visitor(morag)
    page.goto(match.get_absolute_url())
    page.get_by_role("button", name="Review game").click()
    expect(page.locator("#review")).to_contain_text("0 % finished")
    finish(requested(match, morag))
    expect(page.get_by_role("img", name=re.compile("^Chance of winning by step"))).to_be_visible()
    points = page.locator("#review").get_by_role("table")
    expect(points.get_by_role("row")).to_have_count(6)
    hosts.examine(page, "wanderer")
    row = points.get_by_role("row").nth(2)
    step = int(row.get_by_role("cell").first.inner_text())
    row.get_by_role("link").click()
    stands_at(page.get_by_role("navigation", name="Game record steps"), step)
    expect(page).to_have_url(re.compile(rf"\?step={step}$"))


def test_a_review_is_read_on_a_phone_without_script(hosts: Hosts) -> None:
    morag, match = account_of("Morag"), finished_match()
    reviewed(match, morag)
    page = hosts.visitor(window=PHONE, java_script_enabled=False)
    page.goto(match.get_absolute_url())
    expect(page.get_by_role("img", name=re.compile("^Chance of winning by step"))).to_be_visible()
    link = page.locator("#review").get_by_role("link").first
    step = int(str(link.get_attribute("href")).partition("step=")[2])
    link.click()
    stands_at(page.get_by_role("navigation", name="Game record steps"), step)
