"""Two players report a game on phones; result and ratings follow."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.league.results.factories import Evening, an_evening
from tests.processes import Running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def records(page: Page, evening: Evening, points: dict[str, str]) -> None:
    """Fill in the club's score sheet, and send it."""
    page.goto(f"/clubs/{evening.club.slug}/")
    page.get_by_role("link", name="Enter score sheet").click()
    page.get_by_text("Lords of Scotland", exact=True).click()
    for name in points:
        page.locator("#company").get_by_role("button", name=name).click()
    for name, figure in points.items():
        page.get_by_label(f"Score of {name}").fill(figure)
    page.locator("[data-sheet-send]").click()


def lies_under_the_thumb(page: Page, button: str) -> bool:
    """Whether the button is in the lower half of the screen, and large enough for a thumb."""
    box = page.get_by_role("button", name=button, exact=True).bounding_box()
    return box is not None and box["y"] > PHONE["height"] / 2 and box["height"] >= 44


@pytest.mark.long
def test_a_report_is_confirmed_by_the_other_and_rated(
    hosts: Hosts, evening: Evening, celery_worker_process: Callable[..., Running]
) -> None:
    celery_worker_process(queues="ratings")
    hamish = hosts.visitor(evening.hamish.account, window=PHONE)
    ailsa = hosts.visitor(evening.ailsa.account, window=PHONE)
    records(hamish, evening, {"Hamish": "50", "Ailsa": "40"})
    expect(hamish.get_by_text("Ailsa can confirm")).to_be_visible()
    hamish.goto("/reports/")
    hamish.locator(".pairings a").first.click()
    expect(hamish.get_by_text("Ailsa can confirm the result.")).to_be_visible()

    ailsa.goto(f"/clubs/{evening.club.slug}/")
    expect(ailsa.get_by_text("Confirm your game:")).to_be_visible()
    ailsa.locator("p", has_text="Confirm your game:").get_by_role("link").click()
    expect(ailsa.get_by_text("Please confirm or dispute")).to_be_visible()
    rated = ailsa.get_by_role("row", name="Hamish").filter(has_text="changes to")
    expect(rated).to_be_visible()  # the ratings before and after are on the page, without a click
    assert lies_under_the_thumb(ailsa, "Confirm result")
    assert fits(ailsa)
    ailsa.get_by_role("button", name="Confirm result").click()
    expect(ailsa.get_by_text("Thank you. The result counts now.")).to_be_visible()

    expect(hamish.get_by_text("The result counts.")).to_be_visible()
    assert fits(hamish)
    href = reverse("results:result", args=[evening.pool.slug, 1])
    hamish.locator(f"main a[href='{href}']").first.click()
    expect(hamish.get_by_role("heading", level=1)).to_contain_text("Result 1")
    hamish.goto(f"/leaderboards/{evening.pool.slug}/")
    expect(hamish.locator("tbody tr").first).to_contain_text("Hamish")
    expect(hamish.locator("tbody tr").nth(1)).to_contain_text("Ailsa")
