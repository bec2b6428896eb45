"""A club night is checked in by keyboard alone: type until one name is left, Enter, the next name."""

import pytest
from playwright.sync_api import expect

from league.accounts.models import Player
from league.accounts.services.players import make_player
from league.clubs.services.members import admit, admit_by_name
from league.clubs.services.players import number_member
from league.tournaments.models import Presence
from league.tournaments.services.club_nights import open_evening
from league.tournaments.services.creation import make_tournament
from tests.browser.conftest import Hosts
from tests.cast import account_of, glen_club
from tests.league.tournaments.cast import admitting
from tests.league.tournaments.playing import play_first_round

pytestmark = pytest.mark.browser

PLAYERS = 58
SECONDS_A_KEY = 0.4  # slower than two fingers type
MOST_SECONDS = 180


FIRST = (
    "Ailsa",
    "Bruce",
    "Catriona",
    "Dougal",
    "Eilidh",
    "Fergus",
    "Greer",
    "Hector",
    "Isla",
    "Jock",
    "Kirsty",
    "Lachlan",
)
LAST = ("Baird", "Cameron", "Drummond", "Fraser", "Mackenzie")
NAMES = [f"{first} {last}" for last in LAST for first in FIRST][:PLAYERS]


def keys_for(name: str) -> str:
    """The fewest letters that only this name has: the beginnings of its words."""
    first, last = name.split()
    ways = [f"{first[:one]} {last[:other]}".strip().casefold() for one in range(7) for other in range(5)]
    found = [way for way in ways if sum(all(word in one.casefold() for word in way.split()) for one in NAMES) == 1]
    return min(found, key=len)


@pytest.mark.long
def test_58_players_are_checked_in_by_keyboard_alone(hosts: Hosts) -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    season = make_tournament(
        club=club, name="Thursdays", game="lords-of-scotland", format="club-evenings", pace="desk", by=None
    )
    for name in NAMES:
        admit_by_name(club=club, name=name)
    open_evening(tournament=season, by=morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    search = page.locator("input[data-find]")
    expect(search).to_be_focused()
    pressed = 0
    for at, name in enumerate(NAMES, 1):
        typed = keys_for(name)
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        pressed += len(typed) + 1
        expect(search).to_be_focused()
        expect(search).to_have_value("")
        expect(page.locator(".at-the-door [aria-pressed=true]")).to_have_count(at)
    assert Presence.objects.filter(left_at=None).count() == PLAYERS
    assert pressed * SECONDS_A_KEY <= MOST_SECONDS
    print(f"{pressed} keys for {PLAYERS} players")
    page.keyboard.type(keys_for(NAMES[0]))
    page.keyboard.press("Enter")  # who is here already stays here
    expect(search).to_have_value("")
    assert Presence.objects.filter(left_at=None).count() == PLAYERS
    focusable = page.locator("#tonight :is(a, button)").all()
    assert focusable[-2].evaluate("one => one.form.action").endswith("/evening/tables/")


def test_the_beginnings_of_both_names_find_one_player(hosts: Hosts) -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    season = make_tournament(
        club=club, name="Thursdays", game="lords-of-scotland", format="club-evenings", pace="desk", by=None
    )
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


def test_a_late_player_joins_a_table_of_three_or_waits(hosts: Hosts) -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    season = make_tournament(
        club=club, name="Thursdays", game="lords-of-scotland", format="club-evenings", pace="desk", by=None
    )
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


def test_enter_says_why_nobody_was_ticked(hosts: Hosts) -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    season = make_tournament(
        club=club, name="Thursdays", game="lords-of-scotland", format="club-evenings", pace="desk", by=None
    )
    for name in ("Calum Lamont", "Calum Wallace"):
        admit_by_name(club=club, name=name)
    open_evening(tournament=season, by=morag)
    page = hosts.visitor(morag)
    page.goto(f"/tournaments/{season.public_id}/desk/evening/")
    said = page.locator("[data-find-last]")
    for typed, why in (("calum", "data-several"), ("zoe", "data-none")):
        page.locator("input[data-find]").fill(typed)
        expect(said).to_have_text("")
        page.keyboard.press("Enter")
        expect(said).to_have_text(said.get_attribute(why) or "?")
    assert not Presence.objects.exists()
