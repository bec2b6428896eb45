"""Tournaments of bot matches: rounds are announced, results enter by themselves, two workers do no harm."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from league.clubs.models import Club
from league.common.live.topics import revisions_of
from league.common.redis_client import broker
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.ledger import enter_results
from league.tournaments import tasks
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Leg, Round, Tournament
from league.tournaments.queries.rounds import RoundOnTheMachine, round_on_the_machine
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.tournaments import tournaments_behind
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.publishing import publish_round, repeat_announcements
from league.tournaments.services.withdrawals import withdraw
from league.tournaments.signals import pairings_published
from tests.factories import account_of, glen_club
from tests.league.tournaments.factories import Event, fresh, report_result

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def announced() -> Iterator[list[int]]:
    """The rounds announced so far, by id."""
    rounds: list[int] = []

    def hear(*, round_id: int, **_: object) -> None:
        rounds.append(round_id)

    pairings_published.connect(hear)
    yield rounds
    pairings_published.disconnect(hear)


@pytest.fixture
def club(transactional_db: None) -> Club:
    """The club, committed."""
    return glen_club(account_of("Morag"))


@pytest.fixture
def match(event: Event) -> Tournament:
    """Three bots, a double round robin of deals played from both seats, all at once."""
    return event(3, venue="machine", format_options={"cycles": 2, "legs": 2})


def to_play(round_id: int) -> RoundOnTheMachine:
    found = round_on_the_machine(round_id)
    assert found is not None
    return found


def win_for_the_first_seat(tournament: Tournament, legs: int = 10_000) -> None:
    """What the workers of games.matches do: results straight into the ledger."""
    entries: list[ResultDraft] = []
    for tournament_round in tournament.rounds.filter(status="published"):
        found = round_on_the_machine(tournament_round.pk)
        for deal in found.deals if found else ():
            entries += [_won(rotation.subject, rotation.players) for rotation in deal]
    with transaction.atomic():
        enter_results(pool=tournament.pool, entries=entries[:legs])


def _won(subject: object, players: tuple[int, ...]) -> ResultDraft:
    seats = tuple(SeatResult(player, 10 - seat, seat + 1) for seat, player in enumerate(players))
    return ResultDraft(subject=subject, seats=seats)  # type: ignore[arg-type]  # a uuid


def test_every_round_is_announced_once_it_is_committed(match: Tournament, announced: list[int]) -> None:
    with transaction.atomic():
        start(tournament=match, by=None)
        assert announced == []
    assert announced == list(match.rounds.values_list("pk", flat=True))
    assert len(announced) == 6


def test_a_start_that_fails_announces_nothing(event: Event, announced: list[int]) -> None:
    with pytest.raises(Exception, match="few"):
        start(tournament=event(1, venue="machine"), by=None)
    assert announced == []


def test_on_the_machine_no_worker_waits_for_a_round_unless_asked_to(event: Event) -> None:
    assert event(0, venue="machine").pace == Tournament.Pace.ALL
    assert event(0).pace == Tournament.Pace.ROUND


def test_every_deal_is_played_from_every_seat(match: Tournament) -> None:
    start(tournament=match, by=None)
    deals = [deal for one in match.rounds.all() for deal in to_play(one.pk).deals]
    assert len(deals) == 6
    for deal in deals:
        first, second = deal
        assert first.players == second.players[::-1]
        assert first.subject != second.subject


def test_a_round_names_its_matches_until_they_are_decided(match: Tournament) -> None:
    start(tournament=match, by=None)
    first = match.rounds.get(number=1)
    assert to_play(first.pk).tournament.pool.player_kind == "bot"
    assert to_play(first.pk).tournament.pool.club is None
    win_for_the_first_seat(match)
    assert round_on_the_machine(first.pk) is None


def test_results_finish_the_tournament_through_a_task(match: Tournament) -> None:
    start(tournament=match, by=None)
    win_for_the_first_seat(match)
    assert broker().llen("ratings") > 0
    tasks.after_results(match.pool_id, match.pk)
    assert fresh(match).status == Tournament.Status.FINISHED
    assert not match.rounds.exclude(status="closed").exists()


def test_pages_hear_of_a_result_before_any_worker_takes_it_in(match: Tournament) -> None:
    start(tournament=match, by=None)
    before = revisions_of([match.topic])[match.topic]
    win_for_the_first_seat(match, legs=1)
    assert revisions_of([match.topic])[match.topic] == before + 1


def test_one_message_waits_at_a_time(match: Tournament) -> None:
    for _ in range(5):
        tasks.send_after_results(match.pool_id, match.pk)
    assert broker().llen("ratings") == 1


def test_a_lost_message_is_made_good_by_the_sweep(match: Tournament) -> None:
    start(tournament=match, by=None)
    win_for_the_first_seat(match)
    broker().flushdb()
    assert tournaments_behind() == [(match.pk, match.pool_id)]
    tasks.sweep()
    assert broker().llen("ratings") == 1
    tasks.after_results(match.pool_id, match.pk)
    assert fresh(match).status == Tournament.Status.FINISHED
    assert tournaments_behind() == []


def test_the_sweep_announces_silent_rounds_again_but_not_too_often(match: Tournament, announced: list[int]) -> None:
    start(tournament=match, by=None)
    announced.clear()
    assert repeat_announcements() == 0
    match.rounds.filter(number__lte=2).update(announced_at=timezone.now() - timedelta(minutes=1))
    assert repeat_announcements() == 2
    assert len(announced) == 2
    assert repeat_announcements() == 0


def test_publishing_again_only_announces_again(match: Tournament, announced: list[int]) -> None:
    start(tournament=match, by=None)
    first = match.rounds.get(number=1)
    publish_round(tournament_round=first)
    assert announced.count(first.pk) == 2
    assert match.rounds.get(number=1).published_at == first.published_at


def test_two_workers_advance_at_once_and_draw_the_round_once(event: Event) -> None:
    match = start(tournament=event(4, venue="machine", pace="round", format_options={"cycles": 2}), by=None)
    win_for_the_first_seat(match)

    def advanced(_: int) -> None:
        try:
            advance(tournament_id=match.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(advanced, range(4)))
    assert list(match.rounds.values_list("number", "status")) == [(1, "closed"), (2, "published")]
    assert Leg.objects.filter(pairing__round__tournament=match).count() == 4


def test_advancing_again_changes_nothing(match: Tournament) -> None:
    start(tournament=match, by=None)
    win_for_the_first_seat(match, legs=3)
    advance(tournament_id=match.pk)
    revision = fresh(match).revision
    advance(tournament_id=match.pk)
    assert fresh(match).revision == revision


def test_nobody_types_results_of_the_machine(match: Tournament) -> None:
    start(tournament=match, by=None)
    leg = Leg.objects.select_related("pairing__round__tournament").first()
    assert leg is not None
    with pytest.raises(WrongMoment):
        report_result(leg=leg, points=[1, 0], by=None)


def test_a_bot_leaves_after_what_is_published(event: Event) -> None:
    match = start(tournament=event(4, venue="machine", pace="round"), by=None)
    withdraw(entry=match.entries.get(number=1), by=None)
    assert not Result.objects.exists()
    win_for_the_first_seat(match)
    advance(tournament_id=match.pk)
    assert match.entries.get(number=1).left_round == 2
    match.refresh_from_db()
    while match.is_running:
        win_for_the_first_seat(match)
        advance(tournament_id=match.pk)
        match.refresh_from_db()
    assert not Round.objects.filter(tournament=match).exclude(status="closed").exists()


def test_a_bot_cannot_leave_when_all_is_on_the_machine(match: Tournament) -> None:
    start(tournament=match, by=None)
    with pytest.raises(WrongMoment):
        withdraw(entry=match.entries.get(number=1), by=None)


def test_a_knockout_of_bots_plays_itself_to_its_winner(event: Event) -> None:
    cup = start(tournament=event(5, venue="machine", format="double-elimination", tiebreaks=()), by=None)
    for _ in range(20):
        win_for_the_first_seat(cup)
        advance(tournament_id=cup.pk)
        cup.refresh_from_db()
        if not cup.is_running:
            break
    assert cup.status == Tournament.Status.FINISHED
    rows = sheet_of(cup).rows
    assert [row.place for row in rows] == [1, 2, 3, 4, 5]
    assert cup.rounds.filter(status="closed").count() == cup.rounds.count() > 4
