"""A tournament ends early with its standings as they are, and is reopened."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.models import Change, Player
from league.accounts.services.accounts import anonymise_player
from league.clubs.models import Club
from league.clubs.services.members import remove_member
from league.results.models import Result
from league.results.services.corrections import withdraw_result
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.ending import ending_now, warnings_on_season
from league.tournaments.queries.entries import next_season_players
from league.tournaments.queries.rounds import players_at, token_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.club_nights import close_evening, end_season, open_evening, pair_tables, set_presence
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_guest, enter_players
from league.tournaments.services.lifecycle import advance, cancel, end_early, make_next_season, next_name, reopen, start
from league.tournaments.services.round_drawing import draw, request_round
from league.tournaments.services.withdrawals import withdraw
from league.tournaments.signals import tournament_finished
from tests.league.tournaments.browser import address, desk, field_named, text_of
from tests.league.tournaments.factories import (
    Event,
    People,
    by_strength,
    club_nights,
    fresh,
    open_legs,
    play_open_legs,
    play_out,
    report_result,
)
from tests.league.tournaments.rounds import drawn, published, started
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

OPEN = re.compile("state (live|waiting)")


@shared
def dead_end(event: Event) -> Tournament:
    """A Swiss for two of four players and five rounds, of which three are played and the fourth cannot be paired."""
    swiss = started(event(4, format="swiss", pace="desk", format_options={"rounds": 5}))
    for number in (1, 2, 3):
        if number > 1:
            drawn(swiss)
        published(swiss, number)
        play_open_legs(swiss)
    assert drawn(swiss).dead_end == "no-pairing"
    return fresh(swiss)


@shared
def half_played(running: Tournament) -> Tournament:
    """A round robin whose second round has one result and one open game."""
    leg = open_legs(running)[0]
    report_result(leg=leg, points=by_strength(players_at(leg)), by=None)
    return fresh(running)


def test_a_swiss_without_a_pairing_ends_with_its_standings(dead_end: Tournament, as_morag: Client) -> None:
    page = text_of(as_morag.get(desk(dead_end, "manage-round", 4)))
    assert desk(dead_end, "end") in page
    as_morag.post(desk(dead_end, "end"), {"note": "Nobody new is left to play."})
    assert (fresh(dead_end).status, dead_end.ended_early) == ("finished", True)
    page = text_of(as_morag.get(address(dead_end, "tournament")))
    assert "Nobody new is left to play." in page
    assert 'class="winners"' in page


def test_a_swiss_without_a_pairing_goes_on_with_repeats(dead_end: Tournament, as_morag: Client) -> None:
    assert 'name="repeats"' in text_of(as_morag.get(desk(dead_end, "manage-round", 4)))
    as_morag.post(desk(dead_end, "request-round"), {"repeats": "1"})
    draw(drawing_id=dead_end.drawings.latest("pk").pk)
    published(dead_end, 4)
    assert play_open_legs(dead_end) == 2
    draw(drawing_id=request_round(tournament=dead_end, by=None, repeats=True).pk)
    published(dead_end, 5)
    play_out(dead_end)
    assert (dead_end.status, dead_end.ended_early) == ("finished", False)


def test_a_round_with_repeats_is_paired_again_with_repeats(dead_end: Tournament, as_morag: Client) -> None:
    draw(drawing_id=request_round(tournament=dead_end, by=None, repeats=True).pk)
    withdraw(entry=dead_end.entries.latest("number"), by=None)
    draft = dead_end.rounds.get(number=4)
    as_morag.post(desk(dead_end, "pair-again", 4), {"seen": token_of(draft)})
    draw(drawing_id=dead_end.drawings.latest("pk").pk)
    assert dead_end.rounds.filter(number=4, status="draft").exists()


def test_a_swiss_that_ends_by_itself_says_why(event: Event, client: Client) -> None:
    swiss = start(tournament=event(4, format="swiss", pace="round", format_options={"rounds": 5}), by=None)
    play_out(swiss)
    assert swiss.status == "finished"
    assert "cannot be paired" in text_of(client.get(address(swiss, "tournament")))


def test_open_games_count_for_nobody(half_played: Tournament, as_morag: Client) -> None:
    names = [seat.entry.person.name for seat in open_legs(half_played)[0].pairing.seats.all()]
    page = text_of(as_morag.get(desk(half_played, "end")))
    assert all(name in page for name in names)
    before = [(row.entry, row.points) for row in sheet_of(half_played).rows]
    end_early(tournament=half_played, by=None, note="Snow.")
    half_played.refresh_from_db()
    assert [(row.entry, row.points) for row in sheet_of(half_played).rows] == before
    assert list(half_played.rounds.values_list("number", "status")) == [(1, "closed"), (2, Round.Status.PUBLISHED)]
    with pytest.raises(WrongMoment):
        play_open_legs(half_played)
    for withdrawn in (False, True):
        if withdrawn:
            entered = Result.objects.filter(pool=half_played.pool).earliest("pk")
            withdraw_result(result=entered, reason="Typed twice.", by=None)
        advance(tournament_id=half_played.pk)
        assert fresh(half_played).status == "finished"


def test_the_page_asks_as_many_questions_for_many_open_rounds_as_for_one(event: Event) -> None:
    counts = []
    for players in (4, 8):
        running = start(tournament=event(players, format="round-robin", pace="all"), by=None)
        with CaptureQueriesContext(connection) as questions:
            assert len(ending_now(running).open_games) == players * (players - 1) // 2
        counts.append(len(questions))
    assert counts[0] == counts[1]


def test_a_reopened_one_goes_on_where_it_was(half_played: Tournament, as_morag: Client) -> None:
    end_early(tournament=half_played, by=None)
    as_morag.post(desk(half_played, "reopen"))
    assert (fresh(half_played).status, half_played.ended_early, half_played.finished_at) == ("running", False, None)
    play_out(half_played)
    assert half_played.status == "finished"
    verbs = Change.objects.filter(event=half_played.public_id).values_list("verb", flat=True)
    assert {"event-ended-early", "event-reopened"} <= set(verbs)


def test_ending_and_reopening_twice_is_once(half_played: Tournament) -> None:
    heard: list[Tournament] = []

    def hear(*, tournament: Tournament, **_: object) -> None:
        heard.append(tournament)

    tournament_finished.connect(hear)
    try:
        end_early(tournament=half_played, by=None)
        end_early(tournament=half_played, by=None)
    finally:
        tournament_finished.disconnect(hear)
    assert len(heard) == 1
    reopen(tournament=half_played, by=None)
    assert reopen(tournament=half_played, by=None).is_running


def test_a_cancelled_tournament_is_reopened(half_played: Tournament, event: Event) -> None:
    cancel(tournament=half_played, by=None)
    assert reopen(tournament=half_played, by=None).is_running
    draft = event(4)
    cancel(tournament=draft, by=None)
    assert reopen(tournament=draft, by=None).status == "draft"


def test_one_that_is_played_through_is_not_reopened(event: Event, as_morag: Client) -> None:
    played = start(tournament=event(4), by=None)
    play_out(played)
    with pytest.raises(WrongMoment):
        reopen(tournament=played, by=None)
    as_morag.post(desk(played, "reopen"))
    assert fresh(played).status == "finished"


def test_before_the_first_result_it_is_cancelled_instead(event: Event, as_morag: Client) -> None:
    running = start(tournament=event(4), by=None)
    with pytest.raises(WrongMoment):
        end_early(tournament=running, by=None)
    assert as_morag.post(desk(running, "end"), {"note": "Snow."}).status_code in {200, 409}


def test_a_bracket_that_ends_early_has_no_winner(event: Event, client: Client) -> None:
    cup = start(tournament=event(4, format="single-elimination"), by=None)
    play_open_legs(cup)
    end_early(tournament=cup, by=None)
    page = text_of(client.get(address(fresh(cup), "tournament")))
    assert 'class="winners"' not in page
    assert 'class="why-over"' in page


def test_games_without_a_result_need_not_be_played(half_played: Tournament, client: Client) -> None:
    tabs = (("rounds",), ("round", 2), ("all-rounds",))
    assert all(OPEN.search(text_of(client.get(address(half_played, *tab)))) for tab in tabs)
    end_early(tournament=half_played, by=None)
    assert not any(OPEN.search(text_of(client.get(address(half_played, *tab)))) for tab in tabs)
    page = text_of(client.get(address(half_played, "tournament")))
    assert "ended early, in round 2 of" in page  # which was not played


def test_bots_play_on_once_it_is_reopened(club: Club, bots: People) -> None:
    cup = make_tournament(
        club=club, name="Bots", game="lords-of-scotland", format="round-robin", venue="machine", pace="round", by=None
    )
    enter_players(tournament=cup, players=bots(4), by=None)
    start(tournament=cup, by=None)
    cancel(tournament=cup, by=None)
    reopen(tournament=cup, by=None)
    assert cup.rounds.get().announced_at is not None


def eight_nights(club: Club) -> Tournament:
    """A season of eight club nights, of which the best six count."""
    options = {"evenings": 8, "best_of": 6}
    return club_nights(club, name="Club season 2026", format_options=options, scoring="four-two-one")


@pytest.fixture
def season(club: Club) -> Tournament:
    return eight_nights(club)


def play_night(season: Tournament, players: list[Player], days_ago: int) -> None:
    open_evening(tournament=season, day=timezone.localdate() - timedelta(days=days_ago), by=None)
    for player in players:
        set_presence(tournament=season, player=player, is_here=True, by=None)
    pair_tables(tournament=season, at_once=True, by=None)
    play_open_legs(season)
    close_evening(tournament=season, by=None)


@shared
def over(club: Club, people: People) -> Tournament:
    """The season after two club nights of four and a guest, ended early."""
    season, players = eight_nights(club), people(4)
    play_night(season, players, 14)
    enter_guest(tournament=season, name="Una from Skye", by=None)
    play_night(season, players, 7)
    end_season(tournament=season, by=None)
    return fresh(season)


def test_the_next_season_takes_two_clicks(over: Tournament, as_morag: Client) -> None:
    assert desk(over, "next-season") in text_of(as_morag.get(desk(over, "manage")))
    proposed = field_named(text_of(as_morag.get(desk(over, "next-season"))), "name")
    assert proposed == "Club season 2027"
    as_morag.post(desk(over, "next-season"), {"name": proposed})
    made = over.following.get()
    kept = ("game", "options", "format_options", "scoring", "tiebreaks", "endings", "pool_id", "confirmations")
    assert [getattr(made, name) for name in kept] == [getattr(over, name) for name in kept]
    assert (made.status, made.name) == ("draft", "Club season 2027")
    old, new = (list(one.entries.values_list("player", "is_guest", "number")) for one in (over, made))
    assert new == old
    as_morag.post(desk(made, "start-club-night"))
    assert fresh(made).is_running
    assert make_next_season(tournament=over, name="Club season 2027", by=None) == made


def test_an_ended_season_is_reopened_as_it_was(over: Tournament, as_morag: Client, people: People) -> None:
    as_morag.post(desk(over, "reopen"))
    assert (fresh(over).status, over.format_options["evenings"]) == ("running", 8)
    assert len(warnings_on_season(over)) == 2
    assert text_of(as_morag.get(desk(over, "end-season"))).count('class="note warning"') == 2
    as_morag.post(desk(over, "start-club-night"))
    assert over.evenings.get(closed_at=None).number == 3


def test_club_nights_are_numbered_by_their_dates_and_reopened(
    season: Tournament, people: People, client: Client
) -> None:
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
    page = text_of(client.get(address(season, "club-nights"))).partition("<table")[2]
    assert page.index("Club night 1") < page.index("Club night 2") < page.index("Club night 3")
    again = open_evening(tournament=season, day=timezone.localdate() - timedelta(days=21), by=None)
    assert (again.number, season.evenings.count()) == (1, 3)


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
    season = club_nights(club, name="Club season 2026", format_options={"evenings": 1})
    play_night(season, people(4), 7)
    for _time in range(2):
        season.refresh_from_db()
        reopen(tournament=season, by=None)
        end_season(tournament=season, by=None)
    made = make_next_season(tournament=fresh(season), name="Club season 2027", by=None)
    assert made.format_options["evenings"] == 1


def test_those_who_left_are_not_taken_along_nor_counted(over: Tournament, club: Club) -> None:
    reopen(tournament=over, by=None)
    first, second, *others = over.entries.filter(is_guest=False).order_by("number")
    withdraw(entry=first, by=None)
    remove_member(membership=club.memberships.get(player=second.player))
    over.refresh_from_db()
    end_season(tournament=over, by=None)
    anonymise_player(player=over.entries.get(is_guest=True).player)
    counted = next_season_players(over)
    made = make_next_season(tournament=over, name="Club season 2027", by=None)
    assert {entry.player for entry in made.entries.all()} == {entry.player for entry in others}
    assert len(counted) == made.entries.count() == 2
