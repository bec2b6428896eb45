"""Keyboard alone: a scorer types a round of many tables, and a club night is checked in."""

import pytest
from playwright.sync_api import Page, expect

from league.accounts.models import Account, Player
from league.accounts.services.players import make_player
from league.clubs.models import Club
from league.clubs.services.members import admit, admit_by_name, number_member
from league.results.models import Result
from league.tournaments.models import Presence, Tournament
from league.tournaments.services.club_nights import open_evening
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.results import Outcome, enter_typed_results
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits
from tests.browser.test_kept_input import POINTS, a_round
from tests.factories import account_of, glen_club
from tests.league.tournaments.factories import admitting, open_legs, play_first_round

pytestmark = pytest.mark.browser

TABLES, SEATS = 12, 4  # so that table numbers have two figures
KEYS_A_TABLE = 1 + 3 * SEATS  # Enter to the next table, then two figures and Enter a seat
KEYS = TABLES * KEYS_A_TABLE + 1  # and Enter, which sends


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
def test_a_round_is_typed_by_keyboard_alone(hosts: Hosts) -> None:
    morag = account_of("Morag")
    event = a_round(morag, TABLES)
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
    expect(page.get_by_text(f"{TABLES} results were entered.")).to_be_visible()
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
    event = a_round(morag, TABLES)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{event.public_id}/desk/results/1/")
    keys = Keys(page)
    page.locator("[data-table-number]").focus()
    keys.press("1", "0", "Enter", "t")
    for figure in POINTS:
        keys.press(*figure, "Enter")
    keys.press("1", "1", "Enter", "a")
    assert focused(page) == ""
    keys.press("1", "2", "Enter", "i")  # the letter of the Portuguese page
    assert focused(page) == ""
    page.get_by_role("button", name="Send results").press("Enter")
    expect(page.get_by_text("3 results were entered.")).to_be_visible()
    assert sorted(Result.objects.values_list("ending", flat=True)) == ["abandoned", "abandoned", "time"]


@pytest.mark.long
def test_places_alone_are_entered_and_asked_for_unless_scores_decide(hosts: Hosts) -> None:
    morag = account_of("Morag")
    event = a_round(morag, TABLES)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{event.public_id}/desk/results/1/")
    alone, scored = open_legs(event)[:2]
    expect(page.locator(f"[name=leg-{alone.pk}-0-place]")).to_be_hidden()
    page.get_by_label("Enter places without scores").check()
    for at in range(SEATS):
        page.locator(f"[name=leg-{alone.pk}-{at}-place]").fill(str(at + 1))
    for at, figure in enumerate(POINTS):
        page.locator(f"[name=leg-{scored.pk}-{at}-points]").fill(figure)
    place = page.locator(f"[name=leg-{scored.pk}-0-place]")
    expect(place).to_be_hidden()
    box = page.locator("[data-table]").filter(has=place)
    box.get_by_text("Did the game end early?").click()
    box.locator("select").select_option("time")
    expect(place).to_be_visible()
    box.locator("select").select_option("")
    expect(place).to_be_hidden()
    page.get_by_role("button", name="Send results").click()
    expect(page.get_by_text("2 results were entered.")).to_be_visible()
    assert list(Result.objects.get(subject=alone.subject).seats.values_list("place", flat=True)) == [1, 2, 3, 4]


@pytest.mark.long
def test_on_a_phone_the_sheet_fits_and_shows_what_somebody_else_entered_meanwhile(hosts: Hosts) -> None:
    morag = account_of("Morag")
    event = a_round(morag, TABLES)
    page = hosts.visitor(morag, window=PHONE, has_touch=True)
    page.goto(f"/tournaments/{event.public_id}/desk/results/1/")
    assert fits(page)
    expect(page.locator("[data-table-number]")).not_to_be_focused()  # a keyboard would come up over the page
    leg, other, *_rest = open_legs(event)
    enter_typed_results(tournament=event, outcomes=[Outcome(leg, [9, 8, 7, 6])], by=morag)
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


PLAYERS = 58
BY_HAND = 10  # of them in the browser; the keys of the others are counted
SECONDS_A_KEY = 0.4  # slower than two fingers type
MOST_SECONDS = 180


FIRST = (
    "Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh", "Fergus", "Greer", "Hector", "Isla", "Jock", "Kirsty", "Lachlan",
)  # fmt: skip
LAST = ("Baird", "Cameron", "Drummond", "Fraser", "Mackenzie")
NAMES = [f"{first} {last}" for last in LAST for first in FIRST][:PLAYERS]


def thursdays() -> tuple[Account, Club, Tournament]:
    """Morag, her club, and its season of club nights."""
    club = glen_club(morag := account_of("Morag"))
    season = make_tournament(
        club=club, name="Thursdays", game="lords-of-scotland", format="club-evenings", pace="desk", by=None
    )
    return morag, club, season


def keys_for(name: str) -> str:
    """The fewest letters that only this name has: the beginnings of its words."""
    first, last = name.split()
    ways = [f"{first[:one]} {last[:other]}".strip().casefold() for one in range(7) for other in range(5)]
    found = [way for way in ways if sum(all(word in one.casefold() for word in way.split()) for one in NAMES) == 1]
    return min(found, key=len)


@pytest.mark.long
def test_58_players_are_checked_in_by_keyboard_alone(hosts: Hosts) -> None:
    morag, club, season = thursdays()
    for name in NAMES:
        admit_by_name(club=club, name=name)
    open_evening(tournament=season, by=morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    search = page.locator("input[data-find]")
    expect(search).to_be_focused()
    for at, name in enumerate(NAMES[:BY_HAND], 1):
        page.keyboard.type(keys_for(name))
        page.keyboard.press("Enter")
        expect(search).to_be_focused()
        expect(search).to_have_value("")
        expect(page.locator(".at-the-door [aria-pressed=true]")).to_have_count(at)
    assert Presence.objects.filter(left_at=None).count() == BY_HAND
    assert sum(len(keys_for(name)) + 1 for name in NAMES) * SECONDS_A_KEY <= MOST_SECONDS
    page.keyboard.type(keys_for(NAMES[0]))
    page.keyboard.press("Enter")  # who is here already stays here
    expect(search).to_have_value("")
    assert Presence.objects.filter(left_at=None).count() == BY_HAND
    focusable = page.locator("#tonight :is(a, button)").all()
    assert focusable[-2].evaluate("one => one.form.action").endswith("/evening/tables/")


def test_the_beginnings_of_both_names_find_one_player_and_enter_says_why_nobody_is_found(hosts: Hosts) -> None:
    morag, club, season = thursdays()
    for name in ("Calum Lamont", "Calum Wallace", "Cara Cairns", "Cara Galbraith", "Iain O'Neil"):
        admit_by_name(club=club, name=name)
    for number in ("17", "18"):
        admit(club=club, player=(rory := make_player(name="Rory Bews")))
        number_member(membership=rory.memberships.get(), number=number, by=morag)
    open_evening(tournament=season, by=morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    pressed = page.locator(".at-the-door [aria-pressed=true]")
    for at, (typed, name) in enumerate(
        (("cal la", "Calum Lamont"), ("ca car", "Cara Cairns"), ("neil", "Iain O'Neil"), ("rory bews (no. 18)", "18")),
        1,
    ):
        page.keyboard.type(typed)
        expect(page.locator("[data-name]:visible")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(pressed).to_have_count(at)
        expect(pressed.filter(has_text=name)).to_have_count(1)
    page.keyboard.type("allace")  # begins no name, and is in one
    expect(page.locator("[data-name]:visible")).to_have_count(1)
    said, field, present = page.locator("[data-find-last]"), page.locator("input[data-find]"), Presence.objects.count()
    field.fill("ca")
    page.keyboard.press("Enter")
    expect(said).to_have_text(said.get_attribute("data-several") or "?")
    field.fill("zoe")
    expect(said).to_have_text("")
    page.keyboard.press("Enter")
    expect(said).to_have_text(said.get_attribute("data-none") or "?")
    assert Presence.objects.count() == present


def test_a_late_player_joins_a_table_of_three_or_waits(hosts: Hosts) -> None:
    morag, club, season = thursdays()
    *players, late, later = admitting(club)(9)
    play_first_round(season, players, morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    for one in (late, later):
        page.keyboard.type(one.name)
        page.keyboard.press("Enter")
        expect(page.locator(".tonight-late li").filter(has_text=one.name)).to_be_visible()
    joining = page.locator(".tonight-late li").filter(has_text=late.name)
    joining.get_by_role("button").first.click()
    expect(page.locator(".tonight-late li")).to_have_count(1)
    seats = season.rounds.get().pairings.filter(bye="", seats__entry__player=Player.objects.get(pk=late.pk))
    assert seats.get().seats.count() == 4
    assert Presence.objects.filter(left_at=None).count() == 9
