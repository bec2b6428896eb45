"""A season is over, is reopened, and is followed by the next one; club nights stay in the order of their dates."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.accounts.models import Player
from league.accounts.services.delete_account import anonymise_player
from league.clubs.models import Club
from league.clubs.services.members import remove_member
from league.tournaments.models import Tournament
from league.tournaments.presenters.ending import taken_along, warnings_on_season
from league.tournaments.services.arrangements import withdraw
from league.tournaments.services.club_nights import close_evening, end_season, open_evening, tables, tick
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.ending import make_next_season, next_name, reopen
from league.tournaments.services.entries import enter_guest
from tests.league.tournaments.browser import address, desk, field_named, text_of
from tests.league.tournaments.factories import People, fresh, play_open_legs

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def season(club: Club) -> Tournament:
    """A season of eight club nights, of which the best six count."""
    return make_tournament(
        club=club,
        name="Club season 2026",
        game="lords-of-scotland",
        format="club-evenings",
        pace="desk",
        format_options={"evenings": 8, "best_of": 6},
        scoring="four-two-one",
        by=None,
    )


def play_night(season: Tournament, players: list[Player], days_ago: int) -> None:
    open_evening(tournament=season, day=timezone.localdate() - timedelta(days=days_ago), by=None)
    for player in players:
        tick(tournament=season, player=player, is_here=True, by=None)
    tables(tournament=season, at_once=True, by=None)
    play_open_legs(season)
    close_evening(tournament=season, by=None)


@pytest.fixture
def over(season: Tournament, people: People) -> Tournament:
    """The season after two club nights of four and a guest, ended early."""
    players = people(4)
    play_night(season, players, 14)
    enter_guest(tournament=season, name="Una from Skye", by=None)
    play_night(season, players, 7)
    end_season(tournament=season, by=None)
    return fresh(season)


def test_the_next_season_takes_two_clicks(over: Tournament, as_morag: Client) -> None:
    assert desk(over, "next-season") in text_of(as_morag.get(desk(over, "desk")))
    proposed = field_named(text_of(as_morag.get(desk(over, "next-season"))), "name")
    assert proposed == "Club season 2027"
    as_morag.post(desk(over, "next-season"), {"name": proposed})
    made = over.following.get()
    kept = ("game", "options", "format_options", "scoring", "tiebreaks", "endings", "pool_id", "confirmations")
    assert [getattr(made, name) for name in kept] == [getattr(over, name) for name in kept]
    assert (made.status, made.name) == ("draft", "Club season 2027")
    old, new = (list(one.entries.values_list("player", "is_guest", "number")) for one in (over, made))
    assert new == old
    as_morag.post(desk(made, "open-evening"))
    assert fresh(made).is_running


def test_the_next_season_is_made_once(over: Tournament) -> None:
    made = make_next_season(tournament=over, name="Club season 2027", by=None)
    assert make_next_season(tournament=over, name="Club season 2027", by=None) == made


def test_who_left_is_not_taken_along(over: Tournament, club: Club) -> None:
    reopen(tournament=over, by=None)
    first, second, *_others = over.entries.filter(is_guest=False).order_by("number")
    withdraw(entry=first, by=None)
    remove_member(membership=club.memberships.get(player=second.player))
    over.refresh_from_db()
    end_season(tournament=over, by=None)
    made = make_next_season(tournament=over, name="Club season 2027", by=None)
    assert not made.entries.filter(player__in=[first.player, second.player]).exists()
    assert made.entries.count() == 3


def test_an_ended_season_is_reopened_as_it_was(over: Tournament, as_morag: Client, people: People) -> None:
    as_morag.post(desk(over, "reopen"))
    assert (fresh(over).status, over.format_options["evenings"]) == ("running", 8)
    as_morag.post(desk(over, "open-evening"))
    assert over.evenings.get(closed_at=None).number == 3


def test_missing_club_nights_are_named_before_the_season_ends(over: Tournament, as_morag: Client) -> None:
    reopen(tournament=over, by=None)
    assert len(warnings_on_season(over)) == 2
    assert text_of(as_morag.get(desk(over, "end-season"))).count('class="note warning"') == 2


def test_club_nights_are_numbered_by_their_dates(season: Tournament, people: People, client: Client) -> None:
    players = people(4)
    for days_ago in (7, 21, 14):
        play_night(season, players, days_ago)
    days = list(season.evenings.order_by("number").values_list("day", flat=True))
    assert days == sorted(days)
    assert [round_.evening.day for round_ in season.rounds.order_by("number") if round_.evening] == [
        days[2],
        days[0],
        days[1],
    ]
    page = text_of(client.get(address(season, "evenings")))
    assert page.index("Club night 1") < page.index("Club night 2") < page.index("Club night 3")


def test_a_past_day_opens_its_own_club_night_again(season: Tournament, people: People) -> None:
    players = people(4)
    play_night(season, players, 14)
    play_night(season, players, 7)
    again = open_evening(tournament=season, day=timezone.localdate() - timedelta(days=14), by=None)
    assert (again.number, season.evenings.count()) == (1, 2)


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Club season 2026", "Club season 2027"),
        ("Winter 2026/27", "Winter 2027/28"),
        ("Winter 2026-2027", "Winter 2027-2028"),
        ("Season 9 (Thursdays)", "Season 10 (Thursdays)"),
        ("Thursdays", "Thursdays 2"),
        ("1999", "2000"),
        ("2099/00", "2100/01"),
    ],
)
def test_the_name_counts_on(name: str, following: str) -> None:
    assert next_name(name) == following


def test_a_season_played_to_its_end_and_reopened_hands_on_its_planned_nights(club: Club, people: People) -> None:
    season = make_tournament(
        club=club,
        name="Club season 2026",
        game="lords-of-scotland",
        format="club-evenings",
        pace="desk",
        format_options={"evenings": 1},
        by=None,
    )
    play_night(season, people(4), 7)
    for _time in range(2):
        season.refresh_from_db()
        reopen(tournament=season, by=None)
        end_season(tournament=season, by=None)
    made = make_next_season(tournament=fresh(season), name="Club season 2027", by=None)
    assert made.format_options["evenings"] == 1


def test_the_page_counts_those_who_are_taken_along(over: Tournament, club: Club) -> None:
    anonymise_player(player=over.entries.get(is_guest=True).player)
    gone = over.entries.filter(is_guest=False).earliest("number")
    remove_member(membership=club.memberships.get(player=gone.player))
    counted = taken_along(over)
    made = make_next_season(tournament=over, name="Club season 2027", by=None)
    assert len(counted) == made.entries.count() == 3
