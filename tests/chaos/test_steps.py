"""A real worker's child is killed at every step of a match; the match is finished all the same, and counts once.

PostgreSQL holds the child at the step exactly (`tests.chaos.gates`); its main lives on and hears of its end.
"""

import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import redis
from celery import current_app

from games.matches.claims import sweep_matches
from games.matches.models import Block, Match
from games.matches.queueing import SWEEP, publish
from tests.chaos.checking import found
from tests.chaos.conftest import Work
from tests.chaos.gates import CLAIM, RESULT, eventually, gate
from tests.chaos.restartable import children_of, send
from tests.chaos.test_pipeline import TERMS, all_done
from tests.chaos.worker_additions import LACKING
from tests.games.factories import blocks, ids_of
from tests.games.odd_bots import DOOR
from tests.processes import Running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("watched")]

QUEUES = ("matches", "ratings", "mail")
PATIENT = {"MOOTHILL_MATCH_STALE": "600"}  # a sweep enqueues nothing that was enqueued at all


def kill_child(worker: Running) -> None:
    """Kill the worker's only child, and wait until its main has another."""
    (child,) = children_of(worker.pid)
    send(child, signal.SIGKILL)
    eventually(lambda: child not in children_of(worker.pid) and bool(children_of(worker.pid)), "no child came after")


def sweeping(holds: Callable[[], bool]) -> Callable[[], bool]:
    """The same, sweeping as beat would."""

    def swept() -> bool:
        sweep_matches(terms=TERMS)
        return holds()

    return swept


def attempts(made: Sequence[Block]) -> set[int]:
    return set(Match.objects.filter(block__in=made).values_list("attempt", flat=True))


def assert_idle(redis_url: str) -> None:
    """The worker has done a sweep that was sent now, and whatever was in Redis before."""
    current_app.send_task(SWEEP)
    with redis.Redis.from_url(redis_url) as broker:
        eventually(lambda: not any(broker.exists(*QUEUES, "unacked") for _ in range(3)), "the worker is not idle")


@pytest.mark.long
def test_a_match_is_finished_and_counts_once_at_whatever_step_its_worker_is_killed(
    work: Work, tmp_path: Path, redis_url: str
) -> None:
    door = tmp_path / "door"
    worker = killed_before_the_claim_the_message_comes_back_by_itself(work, **{DOOR: str(door)})
    killed_after_the_claim_another_plays_when_the_lease_is_over(worker, door)
    killed_before_the_commit_nothing_of_it_is_there(worker)
    killed_after_the_commit_and_before_the_acknowledgement_it_is_not_played_again(worker, redis_url)
    assert worker.process.poll() is None


def killed_before_the_claim_the_message_comes_back_by_itself(work: Work, **env: str) -> Running:
    with gate(*CLAIM) as closed:
        made = blocks()  # no worker is at the gate yet: it would hold the rows that are noted as enqueued here
        worker = work(**PATIENT, **env)
        closed.await_somebody()
        kill_child(worker)
        closed.cut_off()
    eventually(all_done, "nobody played what the killed child had not claimed")
    assert found(attempts=TERMS.attempts) == {}
    assert attempts(made) == {1}
    return worker


def killed_after_the_claim_another_plays_when_the_lease_is_over(worker: Running, door: Path) -> None:
    door.touch()
    made = blocks(1, "doorkeeper", "wanderer")
    eventually(lambda: Match.objects.filter(status="running").exists(), "nobody claimed")
    kill_child(worker)
    door.unlink()
    eventually(sweeping(all_done), "nobody played what the killed child had claimed")
    assert found(attempts=TERMS.attempts) == {}
    assert max(attempts(made)) == 2


def killed_before_the_commit_nothing_of_it_is_there(worker: Running) -> None:
    with gate(*RESULT) as closed:
        made = blocks()
        closed.await_somebody()
        kill_child(worker)
        closed.open()
    eventually(sweeping(all_done), "nobody played what the killed child had not stored")
    assert found(attempts=TERMS.attempts) == {}
    assert attempts(made) == {2}


def killed_after_the_commit_and_before_the_acknowledgement_it_is_not_played_again(
    worker: Running, redis_url: str
) -> None:
    with gate(*RESULT, at_commit=True) as closed:
        made = blocks()
        closed.await_somebody()
        kill_child(worker)
        closed.open()  # PostgreSQL finishes the commit of a client that is dead
    eventually(all_done, "the commit was lost with the client")
    publish([Match(pk=number, cost=1) for number in ids_of(made)])
    assert_idle(redis_url)
    assert found(attempts=TERMS.attempts) == {}
    assert attempts(made) == {1}


@pytest.mark.long
def test_killed_before_the_claim_the_message_is_gone_that_was_acknowledged_early(work: Work, redis_url: str) -> None:
    with gate(*CLAIM) as closed:
        made = blocks()
        worker = work(**PATIENT | {LACKING: "early_acknowledgement"})
        closed.await_somebody()
        kill_child(worker)
        closed.cut_off()
    assert_idle(redis_url)
    assert set(found(attempts=TERMS.attempts)) == {"stuck"}
    assert len(ids_of(made)) == 2


@pytest.mark.long
def test_without_a_sweep_what_the_broker_forgot_is_never_played(work: Work, redis_url: str) -> None:
    blocks(20)
    with redis.Redis.from_url(redis_url) as broker:
        broker.flushall()
    work(**{LACKING: "no_sweep"})
    assert_idle(redis_url)
    assert set(found(attempts=TERMS.attempts)) == {"stuck"}
