"""Two organisers, workers and scorers at one round at the same time: each change is made once, or refused."""

from collections.abc import Callable

import pytest
from django.db import connections, transaction

from league.accounts.models import Account
from league.results.models import Result
from league.tournaments.models import Drawing, Leg, Round, RoundStep, Tournament
from league.tournaments.services.lifecycle import start
from league.tournaments.services.pairing_changes import change_round, publish_draft, take_off_the_board
from league.tournaments.services.repairs import Absences, repair_round
from league.tournaments.services.round_drawing import LOCK, PAIRED, UNLOCK, draw
from league.tournaments.services.round_requests import ask_for_round
from league.tournaments.tasks import sweep
from tests.chaos.gates import eventually
from tests.concurrency import at_once, refusals
from tests.league.tournaments.factories import Event, open_legs, report_result
from tests.league.tournaments.rounds import TABLES_OF_FOUR, laid, published, seen, started
from tests.processes import Running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def swiss(event: Event) -> Tournament:
    return started(event(12, **TABLES_OF_FOUR))


def test_a_round_asked_for_by_three_at_once_is_drawn_once(event: Event, morag: Account) -> None:
    fresh = start(tournament=event(12, **TABLES_OF_FOUR), by=None)
    Drawing.objects.all().delete()
    asked = at_once(*[lambda: ask_for_round(tournament=fresh, by=morag)] * 3)
    assert len(set(asked)) == Drawing.objects.count() == 1
    at_once(*[lambda: draw(drawing_id=Drawing.objects.get().pk)] * 3)
    assert (Round.objects.count(), Drawing.objects.get().status) == (1, "done")
    assert Drawing.objects.get().attempts == 1


def test_while_one_worker_draws_another_leaves_it_alone(event: Event) -> None:
    fresh = start(tournament=event(12, **TABLES_OF_FOUR), by=None)
    drawing = fresh.drawings.get()
    elsewhere = connections["default"].copy()
    with elsewhere.cursor() as cursor:
        cursor.execute(LOCK, [drawing.pk])
        draw(drawing_id=drawing.pk)
        assert fresh.drawings.get().attempts == 0
        cursor.execute(UNLOCK, [drawing.pk])
    elsewhere.close()
    draw(drawing_id=drawing.pk)
    assert fresh.drawings.get().status == "done"


def test_two_organisers_who_change_one_draft_at_once_do_not_mix_their_changes(swiss: Tournament) -> None:
    before, token = laid(swiss), seen(swiss)
    outcomes = at_once(
        *[
            lambda to=to: change_round(
                tournament=swiss, number=1, who=f"entry:{before[1][0]}", to=f"entry:{to}", seen=token, by=None
            )
            for to in (before[2][0], before[3][0])
        ]
    )
    assert len(refusals(outcomes)) == RoundStep.objects.count() == 1


def test_published_by_two_at_once_it_has_one_version(swiss: Tournament) -> None:
    token = seen(swiss)
    outcomes = at_once(*[lambda: publish_draft(tournament=swiss, number=1, seen=token, by=None)] * 2)
    assert len(refusals(outcomes)) == 1
    assert (swiss.rounds.get().status, swiss.rounds.get().version) == ("published", 1)


def test_a_result_and_a_repair_at_once_never_leave_a_result_of_another_table(swiss: Tournament) -> None:
    published(swiss)
    leg, token, tables = open_legs(swiss)[0], seen(swiss), laid(swiss)
    gone = Absences(frozenset(tables[1][:1]), frozenset())
    outcomes = at_once(
        lambda: report_result(leg=leg, points=[4, 3, 2, 1], by=None),
        lambda: repair_round(tournament=swiss, number=1, absences=gone, seen=token, by=None),
    )
    assert len(refusals(outcomes)) == 1
    result = Result.objects.first()
    if result is not None:
        sitting = Leg.objects.get(subject=result.subject).pairing.seats.values_list("entry__player_id", flat=True)
        assert set(result.seats.values_list("player_id", flat=True)) == set(sitting)


def test_a_result_and_taking_the_round_off_at_once_are_one_of_both(swiss: Tournament) -> None:
    published(swiss)
    leg, token = open_legs(swiss)[0], seen(swiss)
    outcomes = at_once(
        lambda: report_result(leg=leg, points=[4, 3, 2, 1], by=None),
        lambda: take_off_the_board(tournament=swiss, number=1, seen=token, by=None),
    )
    assert len(refusals(outcomes)) == 1
    assert (swiss.rounds.get().status, Result.objects.count()) in {("published", 1), ("draft", 0)}


@pytest.mark.long
def test_killed_workers_leave_the_round_to_others(event: Event, celery_worker_process: Callable[..., Running]) -> None:
    fresh = start(tournament=event(40, **TABLES_OF_FOUR), by=None)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=fresh.pk)  # nobody can write down what they have drawn
        killed = celery_worker_process(queues="ratings")
        eventually(lambda: fresh.drawings.get().progress == PAIRED, "nobody drew the round")
        killed.kill()
    assert not fresh.rounds.exists()
    celery_worker_process(queues="ratings")

    def done() -> bool:
        sweep()
        return fresh.drawings.get().status == "done"

    eventually(done, "the sweep did not find it")
    assert fresh.drawings.get().attempts == 2
    assert len(laid(fresh)) == 10
