"""The clock of a round is started, stopped, given minutes and set back by organisers, and shown to everybody."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from league.accounts.models import Account, Change
from league.tournaments.errors import ClockChanged, WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.big_screen import Screen, ScreenPage, screen_of
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.deadlines import add_minutes, pause_clock, reset_clock, start_clock
from league.tournaments.services.lifecycle import cancel, start
from tests.factories import browser_of
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, fresh, open_legs, play_out, report_result
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@shared
def playing(event: Event) -> Round:
    """The first round of an event whose rounds take fifty minutes."""
    running = start(tournament=event(6, format="table-round-robin"), by=None)
    Tournament.objects.filter(pk=running.pk).update(round_minutes=50)
    return Round.objects.select_related("tournament").get(tournament=running, number=1)


def ran(playing: Round, minutes: float) -> None:
    """So much time goes by."""
    playing.refresh_from_db()
    if playing.clock_ends_at:
        playing.clock_ends_at -= timedelta(minutes=minutes)
        playing.save()


def test_it_runs_stands_goes_on_and_is_set_back(playing: Round) -> None:
    clock = start_clock(tournament_round=playing, by=None)
    assert clock.is_running
    assert clock.seconds in {2999, 3000}  # of the event
    assert start_clock(tournament_round=playing, by=None, minutes=10).ends_at == clock.ends_at
    ran(playing, 20)
    stands = pause_clock(tournament_round=playing, by=None)
    assert (stands.is_running, stands.figures) in {(False, "30:00"), (False, "29:59")}
    paused = stands.paused_seconds or 0
    assert pause_clock(tournament_round=playing, by=None).paused_seconds == paused
    assert start_clock(tournament_round=playing, by=None).seconds in {paused, paused - 1}
    for _time in range(2):
        assert not reset_clock(tournament_round=playing, by=None).is_set
    assert start_clock(tournament_round=playing, by=None, minutes=20).seconds in {1199, 1200}


def test_minutes_are_given_once_to_a_clock_that_runs_stands_or_has_run_out(playing: Round) -> None:
    clock = start_clock(tournament_round=playing, by=None, minutes=1)
    before = clock.mark
    clock = add_minutes(tournament_round=playing, minutes=5, seen=before, by=None)
    assert clock.seconds in {359, 360}
    with pytest.raises(ClockChanged):
        add_minutes(tournament_round=playing, minutes=5, seen=before, by=None)
    ran(playing, 30)
    called = start_clock(tournament_round=fresh(playing), by=None)
    assert called.is_over
    assert add_minutes(tournament_round=playing, minutes=5, seen=called.mark, by=None).seconds in {299, 300}
    stands = pause_clock(tournament_round=playing, by=None)
    less = add_minutes(tournament_round=playing, minutes=-1, seen=stands.mark, by=None)
    assert less.paused_seconds == (stands.paused_seconds or 0) - 60


def test_no_clock_starts_without_minutes_or_for_a_round_that_nobody_plays(playing: Round) -> None:
    Tournament.objects.update(round_minutes=None)
    with pytest.raises(WrongMoment, match="minutes of the round"):
        start_clock(tournament_round=playing, by=None)
    with pytest.raises(WrongMoment, match="1 to 600"):
        start_clock(tournament_round=playing, by=None, minutes=601)
    cancel(tournament=playing.tournament, by=None)
    with pytest.raises(WrongMoment, match="in progress"):
        start_clock(tournament_round=playing, by=None)


def test_the_organiser_sets_it(playing: Round, morag: Account) -> None:
    door = desk(playing.tournament, "clock", 1)
    as_morag = browser_of(morag)
    assert "Pause clock" in text_of(as_morag.post(door, {"act": "start"}, follow=True))
    assert "paused" in text_of(as_morag.post(door, {"act": "pause"}, follow=True))
    assert "Start clock" in text_of(as_morag.post(door, {"act": "reset"}, follow=True))
    page = text_of(as_morag.post(door, {"act": "start", "minutes": "many"}, follow=True))
    assert "minutes" in page
    assert as_morag.post(door, {"act": "dance"}).status_code == 302
    verbs = list(Change.objects.filter(event=playing.tournament.public_id).values_list("verb", flat=True))
    assert {"clock-started", "clock-stopped", "clock-reset"} <= set(verbs)


def test_everybody_reads_when_it_ends_without_a_question_more(playing: Round) -> None:
    rounds = address(playing.tournament, "rounds")
    browser_of().get(rounds)
    without = queries_of(browser_of(), rounds)
    clock = start_clock(tournament_round=playing, by=None)
    assert queries_of(browser_of(), rounds) == without
    for tab in ("tournament", "rounds", "big-screen"):
        page = text_of(browser_of().get(address(playing.tournament, tab)))
        assert f"until {clock.until}" in page
        assert f'data-clock-ends="{clock.ends_ms}"' in page


def test_when_it_has_run_out_time_is_called_and_nothing_ends_by_itself(playing: Round) -> None:
    start_clock(tournament_round=playing, by=None)
    ran(playing, 51)
    page = text_of(browser_of().get(address(playing.tournament, "big-screen")))
    assert "<strong data-clock-called>" in page
    assert fresh(playing).status == Round.Status.PUBLISHED
    assert timezone.now() > (playing.clock_ends_at or timezone.now())


def wall(event: Tournament) -> Screen:
    """What hangs there for a visitor."""
    return screen_of(fresh(event), sheet_of(event), entrants_of(event, AnonymousUser()))


def pages_of(hung: Screen, kind: str) -> list[ScreenPage]:
    """Those of one kind."""
    return [page for page in hung.pages if page.kind == kind]


def test_the_screen_has_names_seats_version_and_which_tables_still_play(hall: Tournament) -> None:
    Round.objects.filter(tournament=hall).update(version=3)
    hung = wall(hall)
    (seats_page,) = pages_of(hung, "seats")
    names = [name for name, _table, _seat in seats_page.rows]
    assert names == sorted(names)
    seats = [(table, seat) for table in (1, 2) for seat in (1, 2, 3)]
    assert sorted((table, seat) for _name, table, seat in seats_page.rows) == seats
    assert all(page.size == "large" for page in hung.pages)  # where little hangs
    assert hung.playing == (1, 2)
    assert hung.since is not None
    report_result(leg=open_legs(hall)[0], points=[3, 2, 1], by=None)
    assert wall(hall).playing == (2,)
    page = text_of(browser_of().get(address(hall, "big-screen")))
    assert "Round 1" in page
    assert "version 3" in page
    assert "wall-leaf of-tables large" in page
    assert 'Table still playing: <strong class="num">2</strong>' in page
    finished, still_playing = pages_of(wall(hall), "tables")[0].rows
    assert [seat.figures for seat in finished.seats] == [("3",), ("2",), ("1",)]
    assert [seat.is_first for seat in finished.seats] == [True, False, False]
    assert [seat.figures for seat in still_playing.seats] == [("",)] * 3
    assert page.count('class="winner"') == 1


def test_thirty_tables_fill_leaves_of_a_screen_each_and_nobody_is_left_out(event: Event) -> None:
    large = start(tournament=event(120, format="table-round-robin"), by=None)
    hung = wall(large)
    tables = [table for page in pages_of(hung, "tables") for table in page.rows]
    assert len(tables) == hung.tables
    assert sum(len(table.seats) for table in tables) == 120
    assert len([row for page in pages_of(hung, "seats") for row in page.rows]) == 120
    assert max(len(page.rows) for page in pages_of(hung, "seats")) <= 48
    assert max(len(page.rows) for page in pages_of(hung, "tables")) <= 12
    assert all(page.size == "close" for page in hung.pages)


def test_before_the_first_round_it_says_so_and_after_the_last_it_has_standings(event: Event, hall: Tournament) -> None:
    assert "has not been published yet" in text_of(browser_of().get(address(event(4), "big-screen")))
    play_out(hall)
    assert {page.kind for page in wall(hall).pages} == {"standings"}


@pytest.mark.parametrize(("planned", "proposed"), [(50, 50), (None, 45)])
def test_the_desk_proposes_the_planned_minutes_or_those_usual_for_the_game(
    playing: Round, morag: Account, planned: int | None, proposed: int
) -> None:
    Tournament.objects.update(round_minutes=planned)
    page = text_of(browser_of(morag).get(desk(playing.tournament, "manage")))
    assert f'name="minutes" min="1" max="600" value="{proposed}"' in page
