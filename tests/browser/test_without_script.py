"""The site works without JavaScript: signing in, a tournament, its standings, a record step by step."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.services.accounts import register_account
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit
from tests.browser.conftest import Hosts
from tests.browser.factories import cheap_bots, finished_event
from tests.browser.steps import draft, enter, sign_in, stands_at, start, tab
from tests.factories import PASSWORD

pytestmark = pytest.mark.browser


@pytest.fixture
def page_without_script(hosts: Hosts) -> Page:
    return hosts.visitor(java_script_enabled=False)


def test_morag_makes_and_starts_a_tournament(page_without_script: Page) -> None:
    page = page_without_script
    morag = register_account(email="morag@example.org", password=PASSWORD, name="Morag")
    club = found_club(name="Glen Orchy Games", by=morag.player)
    for bot in cheap_bots():
        admit(club=club, player=bot)
    page.goto("/")
    sign_in(page, "Morag")
    page.goto(f"/clubs/{club.slug}/members/")
    draft(page, "Without script", who="Bots")
    enter(page, "Steward", "Wanderer")
    start(page)
    tab(page, "Standings")
    expect(page.locator(".standings tbody tr")).to_have_count(2)


def test_anybody_reads_standings_and_steps_through_a_record(page_without_script: Page) -> None:
    page = page_without_script
    event = finished_event(found_club(name="Glen Orchy Games"))
    page.goto(f"/tournaments/{event.public_id}/{event.slug}/standings/")
    page.locator(".standings summary").first.click()
    expect(page.locator(".standings .arithmetic").first).to_be_visible()
    tab(page, "Rounds")
    page.locator(".seats thead").get_by_role("link").first.click()
    steps = page.get_by_role("navigation", name="Game record steps")
    steps.get_by_role("link", name="Start").click()
    steps.get_by_role("link", name="Next").click()
    stands_at(steps, 1)
    page.wait_for_load_state()  # with the last line of the record
    page.locator(".record").get_by_role("link").last.click()
    expect(steps.get_by_role("link", name="End")).to_have_count(0)
    page.goto(f"/tournaments/{event.public_id}/{event.slug}/standings/print/")
    expect(page.get_by_text("menu to print.")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_have_count(0)  # it needs a script


def test_a_leaderboard_is_searched_and_sorted(page_without_script: Page) -> None:
    page = page_without_script
    event = finished_event(found_club(name="Glen Orchy Games"))
    page.goto(f"/leaderboards/{event.pool.slug}/")
    page.get_by_role("link", name="Player").click()
    expect(page.locator("tbody .who-name")).to_have_text(["Steward", "Wanderer"])
    page.get_by_label("Find player").fill("wand")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody .who-name")).to_have_text(["Wanderer"])
