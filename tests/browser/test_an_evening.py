"""Morag keeps an evening of the club with one phone: open, tick, tables, results, play again, close, standings."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.models import Account
from league.clubs.services.members import admit_by_name
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from tests.browser.conftest import Hosts
from tests.browser.steps import fits
from tests.browser.tables import Thumb, on_a_phone
from tests.factories import account_of, glen_club

pytestmark = pytest.mark.browser

NAMES = ("Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus", "Greer")
MOST_TAPS_BESIDE_PEOPLE = 12


def a_season(morag: Account) -> Tournament:
    """Morag's club of these, and its season."""
    club = glen_club(morag)
    for name in NAMES:
        admit_by_name(club=club, name=name)
    return make_tournament(
        club=club, name="Thursdays", game="lords-of-scotland", format="club-evenings", pace="desk", by=None
    )


@pytest.mark.long
def test_an_evening_on_one_phone(hosts: Hosts) -> None:
    morag = account_of("Morag")
    season = a_season(morag)
    page = on_a_phone(hosts, morag)
    thumb = Thumb(page)
    page.goto(f"/tournaments/{season.public_id}/desk/")
    thumb.tap(page.get_by_role("link", name="Start club night").first)
    thumb.tap(page.get_by_role("button", name="Start club night"))
    for at, name in enumerate(NAMES, 1):
        thumb.tap(page.get_by_role("button", name=name))
        expect(page.locator(".door-count")).to_contain_text(f"{at} present")
    assert fits(page)
    thumb.tap(page.get_by_role("button", name="Publish pairings now"))
    expect(page.get_by_text("Round 1 was published.")).to_be_visible()
    assert thumb.taps <= MOST_TAPS_BESIDE_PEOPLE + len(NAMES)
    assert season.rounds.get().pairings.count() == 2

    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    page.get_by_role("link", name="Enter results").click()
    type_all(page)
    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    thumb.tap(page.get_by_role("button", name="Ailsa"))
    expect(page.locator(".door-count")).to_contain_text("6 present")
    thumb.tap(page.get_by_role("button", name="Publish pairings now"))
    expect(page.get_by_text("Round 2 was published.")).to_be_visible()
    page.goto(f"/tournaments/{season.public_id}/desk/evening/close/")
    page.get_by_label("mark as abandoned").first.check()
    page.get_by_label("mark as abandoned").last.check()
    page.get_by_role("button", name="End club night").click()
    expect(page.get_by_text("The club night has ended.")).to_be_visible()
    expect(page.locator(".standings")).to_be_visible()
    assert fits(page)


def type_all(page: Page) -> None:
    """Points for everybody, by touch."""
    expect(page.get_by_role("button", name="Send results")).to_be_visible()  # it is below the last table
    for at, field in enumerate(page.locator("input[name$=-points]").all()):
        field.fill(str(50 - at))
    page.get_by_role("button", name="Send results").click()
    expect(page.get_by_text("2 results were entered.")).to_be_visible()


def results_of_the_first_round(hosts: Hosts) -> Page:
    """The form for the results of a round that everybody plays."""
    morag = account_of("Morag")
    season = a_season(morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    page.get_by_role("button", name="Start club night").click()
    for name in NAMES:
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Publish pairings now").click()
    expect(page.get_by_text("Round 1 was published.")).to_be_visible()
    page.goto(f"/tournaments/{season.public_id}/desk/results/1/")
    return page


def test_a_round_is_typed_by_keyboard_alone_and_few_keys(hosts: Hosts) -> None:
    page = results_of_the_first_round(hosts)
    keys = 0

    def press(*named: str) -> None:
        nonlocal keys
        for one in named:
            page.keyboard.press(one)
            keys += 1

    expect(page.locator("[data-table-number]")).to_be_visible()
    page.locator("[data-table-number]").focus()
    sizes = [table.locator("input[name$=-points]").count() for table in page.locator("[data-table]").all()]
    press("2", "Enter")
    for _seat in range(sizes[1]):
        press("3", "1", "Enter")
    press("Enter")  # the next table that is empty
    for _seat in range(sizes[0]):
        press("2", "4", "Enter")
    press("Enter")  # nothing is empty any more
    expect(page.get_by_text("2 results were entered.")).to_be_visible()
    assert keys <= 3 * sum(sizes) + 2 * len(sizes)


def test_a_key_that_does_not_apply_leaves_the_table_as_it_is(hosts: Hosts) -> None:
    page = results_of_the_first_round(hosts)
    fields = page.locator("[data-table='1'] input[name$=-points]")
    expect(page.locator("[data-table-number]")).to_be_focused()
    for key in ("1", "Enter", "4", "Enter", "f"):  # absent players of larger tables are moved, not ticked
        page.keyboard.press(key)
    expect(fields.nth(1)).to_be_focused()
    expect(page.locator("a[href$='/repair/']")).to_be_visible()
