"""The clock of a round is started, stopped, given minutes and set back by organisers, and shown to everybody."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.accounts.models import Account, Change
from league.tournaments.errors import ClockChanged, WrongMoment
from league.tournaments.models import Round, Tournament
from league.tournaments.services.deadlines import add_minutes, pause_clock, reset_clock, start_clock
from league.tournaments.services.lifecycle import cancel, start
from tests.factories import browser_of
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, fresh

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
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


def test_it_runs_for_a_round_of_the_event(playing: Round) -> None:
    clock = start_clock(tournament_round=playing, by=None)
    assert clock.is_running
    assert clock.seconds in {2999, 3000}


def test_other_minutes_may_be_given(playing: Round) -> None:
    assert start_clock(tournament_round=playing, by=None, minutes=20).seconds in {1199, 1200}


def test_starting_it_twice_changes_nothing(playing: Round) -> None:
    first = start_clock(tournament_round=playing, by=None)
    assert start_clock(tournament_round=playing, by=None, minutes=10).ends_at == first.ends_at


def test_it_stands_and_goes_on_from_there(playing: Round) -> None:
    start_clock(tournament_round=playing, by=None)
    ran(playing, 20)
    stands = pause_clock(tournament_round=playing, by=None)
    assert (stands.is_running, stands.figures) in {(False, "30:00"), (False, "29:59")}
    assert pause_clock(tournament_round=playing, by=None).left == stands.left
    assert start_clock(tournament_round=playing, by=None).seconds in {stands.left, (stands.left or 0) - 1}


def test_minutes_are_given_to_a_clock_that_runs_stands_or_has_run_out(playing: Round) -> None:
    clock = start_clock(tournament_round=playing, by=None, minutes=1)
    clock = add_minutes(tournament_round=playing, minutes=5, seen=clock.mark, by=None)
    assert clock.seconds in {359, 360}
    ran(playing, 30)
    called = start_clock(tournament_round=fresh(playing), by=None)
    assert called.is_over
    assert add_minutes(tournament_round=playing, minutes=5, seen=called.mark, by=None).seconds in {299, 300}
    stands = pause_clock(tournament_round=playing, by=None)
    less = add_minutes(tournament_round=playing, minutes=-1, seen=stands.mark, by=None)
    assert less.left == (stands.left or 0) - 60


def test_minutes_that_are_sent_twice_count_once(playing: Round) -> None:
    clock = start_clock(tournament_round=playing, by=None)
    add_minutes(tournament_round=playing, minutes=5, seen=clock.mark, by=None)
    with pytest.raises(ClockChanged):
        add_minutes(tournament_round=playing, minutes=5, seen=clock.mark, by=None)


def test_it_is_set_back(playing: Round) -> None:
    start_clock(tournament_round=playing, by=None)
    assert not reset_clock(tournament_round=playing, by=None).is_set
    assert not reset_clock(tournament_round=playing, by=None).is_set


def test_nobody_knows_how_long_a_round_is_unless_somebody_says_so(playing: Round) -> None:
    Tournament.objects.update(round_minutes=None)
    with pytest.raises(WrongMoment, match="minutes of the round"):
        start_clock(tournament_round=playing, by=None)
    with pytest.raises(WrongMoment, match="1 to 600"):
        start_clock(tournament_round=playing, by=None, minutes=601)


def test_there_is_no_clock_for_a_round_that_nobody_plays(playing: Round) -> None:
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


def test_everybody_reads_when_it_ends(playing: Round) -> None:
    clock = start_clock(tournament_round=playing, by=None)
    for tab in ("tournament", "rounds", "projector"):
        page = text_of(browser_of().get(address(playing.tournament, tab)))
        assert f"until {clock.until}" in page
        assert f'data-clock-ends="{clock.ends_ms}"' in page


def test_when_it_has_run_out_time_is_called_and_nothing_ends_by_itself(playing: Round) -> None:
    start_clock(tournament_round=playing, by=None)
    ran(playing, 51)
    page = text_of(browser_of().get(address(playing.tournament, "projector")))
    assert "<strong data-clock-called>" in page
    assert fresh(playing).status == Round.Status.PUBLISHED
    assert timezone.now() > (playing.clock_ends_at or timezone.now())


def test_the_clock_costs_the_pages_of_an_event_no_question(playing: Round) -> None:
    page = address(playing.tournament, "rounds")
    browser_of().get(page)
    without = queries_of(browser_of(), page)
    start_clock(tournament_round=playing, by=None)
    assert queries_of(browser_of(), page) == without
