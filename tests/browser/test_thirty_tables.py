"""A scorer types a round of thirty tables of four by keyboard alone, with few more keys than there are figures."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.models import Account
from league.clubs.services.members import admit_by_name
from league.results.models import Result
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from league.tournaments.services.results import Outcome, report_results
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.cast import account_of, glen_club
from tests.league.tournaments.playing import open_legs

pytestmark = pytest.mark.browser

TABLES, SEATS = 30, 4
KEYS_A_TABLE = 1 + 3 * SEATS  # Enter to the next table, then two figures and Enter a seat
KEYS = TABLES * KEYS_A_TABLE + 1  # and Enter, which sends
POINTS = ("41", "33", "27", "19")


def a_round_of_thirty(morag: Account) -> Tournament:
    """Return a tournament of 120 players with its first round published."""
    club = glen_club(morag)
    players = [admit_by_name(club=club, name=f"Player {at:03}").player for at in range(1, TABLES * SEATS + 1)]
    event = make_tournament(
        club=club,
        name="Weekend",
        game="lords-of-scotland",
        format="table-swiss",
        format_options={"table_size": SEATS},
        pace="round",
        by=None,
    )
    enter_players(tournament=event, players=players, by=None)
    return start(tournament=event, by=None)


class Keys:
    """A keyboard that counts."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.pressed = 0

    def press(self, *keys: str) -> None:
        """One after the other."""
        for key in keys:
            self._page.keyboard.press(key)
        self.pressed += len(keys)


def focused(page: Page) -> str:
    """The name of the field that takes the next key; the number of a table has none."""
    return str(page.evaluate("document.activeElement.name ?? ''"))


@pytest.mark.long
def test_thirty_tables_by_keyboard_alone(hosts: Hosts) -> None:
    morag = account_of("Morag")
    event = a_round_of_thirty(morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{event.public_id}/desk/results/1/")
    keys = Keys(page)
    expect(page.locator("[data-table-number]")).to_be_focused()
    legs = open_legs(event)
    assert len(legs) == TABLES
    for leg in legs:
        keys.press("Enter")
        assert focused(page) == f"leg-{leg.pk}-0-points"
        for figure in POINTS:
            keys.press(*figure, "Enter")
    keys.press("Enter")
    expect(page.get_by_text("30 results were entered.")).to_be_visible()
    assert keys.pressed == KEYS
    assert Result.objects.count() == TABLES
    assert {tuple(row.seats.values_list("points", flat=True)) for row in Result.objects.all()} == {(41, 33, 27, 19)}

    page.goto(f"/tournaments/{event.public_id}/{event.slug}/standings/")
    page.locator(".standings summary").first.click()
    opened = page.locator(".standings details[open]")
    expect(opened.locator(".arithmetic .total")).to_be_visible()  # fetched into its place, for the field is large


@pytest.mark.long
def test_a_table_out_of_turn_is_called_by_its_number_and_ends_early_by_one_key(hosts: Hosts) -> None:
    morag = account_of("Morag")
    event = a_round_of_thirty(morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{event.public_id}/desk/results/1/")
    keys = Keys(page)
    page.locator("[data-table-number]").focus()
    keys.press("1", "7", "Enter", "t")
    for figure in POINTS:
        keys.press(*figure, "Enter")
    keys.press("2", "3", "Enter", "a")
    assert focused(page) == ""
    keys.press("2", "4", "Enter", "i")  # the letter of the Portuguese page
    assert focused(page) == ""
    page.get_by_role("button", name="Send results").press("Enter")
    expect(page.get_by_text("3 results were entered.")).to_be_visible()
    assert sorted(Result.objects.values_list("ending", flat=True)) == ["abandoned", "abandoned", "time"]


@pytest.mark.long
def test_on_a_phone_the_sheet_fits_and_shows_what_somebody_else_entered_meanwhile(hosts: Hosts) -> None:
    morag = account_of("Morag")
    event = a_round_of_thirty(morag)
    page = hosts.visitor(morag, window=PHONE, has_touch=True)
    page.goto(f"/tournaments/{event.public_id}/desk/results/1/")
    assert fits(page)
    expect(page.locator("[data-table-number]")).not_to_be_focused()  # a keyboard would come up over the page
    leg, other, *_rest = open_legs(event)
    report_results(tournament=event, outcomes=[Outcome(leg, [9, 8, 7, 6])], by=morag)
    for at, figure in enumerate(POINTS):
        page.locator(f"[name=leg-{leg.pk}-{at}-points]").fill(figure)
        page.locator(f"[name=leg-{other.pk}-{at}-points]").fill(figure)
    page.get_by_role("button", name="Send results").tap()
    expect(page.get_by_text("1 result was entered.")).to_be_visible()
    box = page.locator("[data-clash]")
    expect(box).to_contain_text("Morag has already entered")
    assert fits(page)
    box.get_by_role("link", name="Correct to my result").tap()
    expect(page.locator("[name=points-0]")).to_have_value(POINTS[0])
