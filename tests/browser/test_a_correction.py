"""Morag corrects a result on her phone, having seen what it changes; the table, the ratings and the history follow."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.results.models import Result
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.league.results.evening import Evening, an_evening
from tests.processes import Running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening() -> Evening:
    """Hamish beat Ailsa, and she agrees."""
    evening = an_evening()
    evening.reported(evening.hamish, evening.ailsa)
    evening.reported(evening.hamish, evening.ailsa, by=evening.morag.player)
    return evening


def leads(page: Page, evening: Evening, name: str) -> None:
    """Look who is first on the leaderboard, until the workers have folded."""
    page.goto(f"/leaderboards/{evening.pool.slug}/")
    expect(page.locator("tbody tr").first).to_contain_text(name)


def result_page(evening: Evening) -> str:
    """Where the last game that entered is shown."""
    return f"/results/{evening.pool.slug}/{Result.objects.latest('number').number}/"


@pytest.mark.long
def test_a_correction_is_previewed_confirmed_and_told(
    hosts: Hosts, confirmed_evening: Evening, celery_worker_process: Callable[..., Running]
) -> None:
    evening = confirmed_evening
    celery_worker_process(queues="ratings")
    address = result_page(evening)
    morag = hosts.visitor(evening.morag, window=PHONE)
    morag.goto(address)
    morag.get_by_role("link", name="Correct result", exact=True).click()
    morag.get_by_label("Score of seat 1").fill("40")
    morag.get_by_label("Score of seat 2").fill("50")
    morag.get_by_role("textbox", name="Reason").fill("The sheet was read from the wrong side.")
    morag.get_by_role("button", name="Preview correction").click()
    expect(morag.get_by_text("Nothing is saved yet.")).to_be_visible()
    expect(morag.get_by_role("heading", name="Ratings")).to_be_visible()
    assert fits(morag)
    morag.get_by_role("button", name="Save correction").click()
    expect(morag.get_by_text("The sheet was read from the wrong side.")).to_be_visible()
    assert fits(morag)
    leads(morag, evening, "Ailsa")
