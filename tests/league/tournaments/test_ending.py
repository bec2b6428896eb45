"""A tournament ends early with its standings as they are, and is reopened."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.models import Change
from league.clubs.models import Club
from league.results.models import Result
from league.results.services.corrections import withdraw_result
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.ending import ending_now
from league.tournaments.queries.rounds import token_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.arrangements import withdraw
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.ending import end_early, reopen
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, cancel, start
from league.tournaments.services.results import players_at, report_result
from league.tournaments.services.round_drawing import draw
from league.tournaments.services.round_requests import ask_for_round
from league.tournaments.signals import event_finished
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, People, by_strength, fresh, open_legs, play_open_legs, play_out
from tests.league.tournaments.rounds import drawn, published, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

OPEN = re.compile("state (live|waiting)")


@pytest.fixture
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


@pytest.fixture
def half_played(running: Tournament) -> Tournament:
    """A round robin whose second round has one result and one open game."""
    leg = open_legs(running)[0]
    report_result(leg=leg, points=by_strength(players_at(leg)), by=None)
    return fresh(running)


def test_a_swiss_without_a_pairing_ends_with_its_standings(dead_end: Tournament, as_morag: Client) -> None:
    page = text_of(as_morag.get(desk(dead_end, "desk-round", 4)))
    assert desk(dead_end, "end") in page
    as_morag.post(desk(dead_end, "end"), {"note": "Nobody new is left to play."})
    assert (fresh(dead_end).status, dead_end.ended_early) == ("finished", True)
    page = text_of(as_morag.get(address(dead_end, "tournament")))
    assert "Nobody new is left to play." in page
    assert 'class="winners"' in page


def test_a_swiss_without_a_pairing_goes_on_with_repeats(dead_end: Tournament, as_morag: Client) -> None:
    assert 'name="repeats"' in text_of(as_morag.get(desk(dead_end, "desk-round", 4)))
    as_morag.post(desk(dead_end, "ask-for-round"), {"repeats": "1"})
    draw(drawing_id=dead_end.drawings.latest("pk").pk)
    published(dead_end, 4)
    assert play_open_legs(dead_end) == 2
    draw(drawing_id=ask_for_round(tournament=dead_end, by=None, repeats=True).pk)
    published(dead_end, 5)
    play_out(dead_end)
    assert (dead_end.status, dead_end.ended_early) == ("finished", False)


def test_a_round_with_repeats_is_paired_again_with_repeats(dead_end: Tournament, as_morag: Client) -> None:
    draw(drawing_id=ask_for_round(tournament=dead_end, by=None, repeats=True).pk)
    withdraw(entry=dead_end.entries.latest("number"), by=None)
    draft = dead_end.rounds.get(number=4)
    as_morag.post(desk(dead_end, "draw-anew", 4), {"seen": token_of(draft)})
    draw(drawing_id=dead_end.drawings.latest("pk").pk)
    assert dead_end.rounds.filter(number=4, status="draft").exists()


def test_a_swiss_that_ends_by_itself_says_why(event: Event, client: Client) -> None:
    swiss = start(tournament=event(4, format="swiss", pace="round", format_options={"rounds": 5}), by=None)
    play_out(swiss)
    assert swiss.status == "finished"
    assert "cannot be paired" in text_of(client.get(address(swiss, "tournament")))


def test_open_games_count_for_nobody(half_played: Tournament) -> None:
    before = [(row.entry, row.points) for row in sheet_of(half_played).rows]
    end_early(tournament=half_played, by=None, note="Snow.")
    half_played.refresh_from_db()
    assert [(row.entry, row.points) for row in sheet_of(half_played).rows] == before
    advance(half_played.pk)
    assert fresh(half_played).status == "finished"
    with pytest.raises(WrongMoment):
        play_open_legs(half_played)


def test_a_result_that_is_withdrawn_does_not_reopen_it(half_played: Tournament) -> None:
    end_early(tournament=half_played, by=None)
    entered = Result.objects.filter(pool=half_played.pool).earliest("pk")
    withdraw_result(result=entered, reason="Typed twice.", by=None)
    advance(half_played.pk)
    assert fresh(half_played).status == "finished"


def test_the_page_says_beforehand_what_counts(half_played: Tournament, as_morag: Client) -> None:
    names = [seat.entry.person.name for seat in open_legs(half_played)[0].pairing.seats.all()]
    page = text_of(as_morag.get(desk(half_played, "end")))
    assert all(name in page for name in names)


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

    event_finished.connect(hear)
    try:
        end_early(tournament=half_played, by=None)
        end_early(tournament=half_played, by=None)
    finally:
        event_finished.disconnect(hear)
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


def test_one_that_ended_within_a_round_does_not_say_that_it_was_played(half_played: Tournament, client: Client) -> None:
    end_early(tournament=half_played, by=None)
    page = text_of(client.get(address(half_played, "tournament")))
    assert "ended early, in round 2 of" in page


@pytest.mark.parametrize("tab", ["rounds", "round", "all-rounds"])
def test_games_without_a_result_need_not_be_played(half_played: Tournament, client: Client, tab: str) -> None:
    where = address(half_played, tab, *([2] if tab == "round" else []))
    assert OPEN.search(text_of(client.get(where)))
    end_early(tournament=half_played, by=None)
    assert not OPEN.search(text_of(client.get(where)))


def test_rounds_that_are_decided_are_closed(half_played: Tournament) -> None:
    end_early(tournament=half_played, by=None)
    assert list(half_played.rounds.values_list("number", "status")) == [(1, "closed"), (2, Round.Status.PUBLISHED)]


def test_bots_play_on_once_it_is_reopened(club: Club, bots: People) -> None:
    cup = make_tournament(
        club=club, name="Bots", game="lords-of-scotland", format="round-robin", venue="machine", pace="round", by=None
    )
    enter_players(tournament=cup, players=bots(4), by=None)
    start(tournament=cup, by=None)
    cancel(tournament=cup, by=None)
    reopen(tournament=cup, by=None)
    assert cup.rounds.get().announced_at is not None
