"""The whole way in a real browser, with real workers: join, found a club, let its bots play, see who is better."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.bots.services import ensure_builtin_bots
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import (
    admit_bots,
    draft,
    enter,
    fits,
    found_club,
    join,
    room,
    sign_in,
    sign_out,
    stands_at,
    start,
    tab,
)
from tests.processes import Running

pytestmark = pytest.mark.browser

CURRENT_LINE_IN_SIGHT = """() => {
  const line = document.querySelector(".record [aria-current]");
  const { top, bottom } = line.getBoundingClientRect(), list = line.closest(".record").getBoundingClientRect();
  return list.top < (top + bottom) / 2 && (top + bottom) / 2 < list.bottom;
}"""
WORK = 60_000.0  # milliseconds for the workers to play a tournament of cheap bots


@pytest.mark.long
def test_morags_bots_play_a_double_round_robin(hosts: Hosts, celery_worker_process: Callable[..., Running]) -> None:
    ensure_builtin_bots()
    page = hosts.visitor(window=PHONE)
    page.goto("/")
    join(page, "Morag")
    expect(page.get_by_text("Welcome, Morag.")).to_be_visible()
    sign_out(page)
    sign_in(page, "Morag")

    found_club(page, "Glen Orchy Games")
    admit_bots(page, "Steward", "Wanderer")
    draft(page, "Double round robin", who="Bots", meetings=2)
    enter(page, "Steward", "Wanderer")
    start(page)
    expect(page.get_by_text("Lords of Scotland, double round robin, bot matches.")).to_be_visible()
    expect(page.locator(".progress")).to_contain_text("0 of 4")
    assert fits(page)

    page.evaluate("window.neverLeft = true")
    celery_worker_process()
    expect(page.locator(".progress .state.done")).to_be_visible(timeout=WORK)
    expect(page.locator(".progress")).to_contain_text("4 of 4")
    assert page.evaluate("window.neverLeft"), "The page was loaded anew instead of bringing itself up to date."

    shows_who_came_out_ahead(page)
    shows_how_a_match_went(page)
    shows_the_ratings(page)


def shows_who_came_out_ahead(page: Page) -> None:
    """The crosstable has both meetings, the standings share the four points."""
    tab(page, "Crosstable")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(3)
    assert fits(page)
    tab(page, "Standings")
    expect(page.locator(".standings td.main")).to_have_count(2)
    points = page.locator(".standings td.main").all_inner_texts()
    assert sum(int(figure) for figure in points) == 4
    assert fits(page)


def shows_how_a_match_went(page: Page) -> None:
    """The record of a match opens from its round, and arrow keys step through it without leaving the page."""
    tab(page, "Rounds")
    page.locator(".seats thead").get_by_role("link").first.click()
    expect(page.get_by_role("link", name="Double round robin, round 2, table 1")).to_be_visible()
    steps = page.get_by_role("navigation", name="Game record steps")
    steps.get_by_role("link", name="Start").click()
    stands_at(steps, 0)
    page.wait_for_load_state()  # the arrow keys are heard from then on
    page.evaluate("window.neverLeft = true")
    for step in (1, 2):
        page.keyboard.press("ArrowRight")
        stands_at(steps, step)
    page.keyboard.press("ArrowLeft")
    stands_at(steps, 1)
    page.keyboard.press("End")
    expect(steps.get_by_role("link", name="End")).to_have_count(0)
    page.wait_for_function(CURRENT_LINE_IN_SIGHT)
    assert page.evaluate("window.neverLeft")
    assert fits(page)


def shows_the_ratings(page: Page) -> None:
    """The leaderboard has both bots, and the page of one its history and its results."""
    room(page, "Leaderboard")
    page.get_by_role("link", name="Lords of Scotland, bots").click()
    expect(page.locator("#leaderboard tbody tr")).to_have_count(2, timeout=WORK)
    assert fits(page)
    page.locator("#leaderboard").get_by_role("link", name="Steward").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Steward")
    expect(page.locator("#history")).to_be_visible()
    expect(page.get_by_role("table", name="Results").locator("tbody tr")).to_have_count(4)
    assert fits(page)
