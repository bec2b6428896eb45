"""Whatever a message, a worker or the broker lost is found in the rows."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from threading import Event

import pytest
import redis
from django.db import connection, transaction

from games.matches.claims import finish_matches, queue_again, sweep_matches
from games.matches.models import Match
from games.matches.queueing import QUEUE, LeaseSettings
from league.common.locks import advisory_lock
from tests.games.factories import OVER, TERMS, blocks, claim, ids_of, matches_of, played

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = replace(TERMS, stale_after=timedelta(0))


@pytest.fixture(autouse=True)
def broker(redis_url: str) -> Iterator["redis.Redis"]:
    with redis.Redis.from_url(redis_url) as line:
        yield line


def sweep(terms: LeaseSettings = TERMS) -> int:
    return sweep_matches(terms=terms)


def test_a_flushed_broker_costs_nothing_but_time(broker: "redis.Redis") -> None:
    made = blocks(10)
    broker.flushall()
    assert sweep() == 0
    assert sweep(AT_ONCE) == len(ids_of(made))
    assert broker.llen(QUEUE) == 1


def test_what_was_never_enqueued_is_stale_at_once() -> None:
    made = blocks(2)
    Match.objects.update(enqueued_at=None)
    assert [sweep(), sweep()] == [4, 0]
    assert all(match.enqueued_at for match in matches_of(made))


def test_a_match_past_its_lease_is_enqueued_alone(broker: "redis.Redis") -> None:
    claim(ids_of(blocks(3)), OVER)
    broker.flushall()
    assert sweep(AT_ONCE) == 6
    assert broker.llen(QUEUE) == 6


def test_what_runs_or_is_done_is_left_in_peace() -> None:
    claims = claim(ids_of(blocks(2)))
    finish_matches(finishes=played(claims[:1]), terms=TERMS)
    assert sweep(AT_ONCE) == 0


def test_used_up_attempts_give_a_match_up_with_a_log() -> None:
    number = ids_of(blocks())[0]
    terms = replace(OVER, attempts=2)
    claim([number], terms)
    claim([number], terms)
    sweep(terms)
    match = Match.objects.get(pk=number)
    assert match.status == "dead"
    assert match.attempt_log.splitlines() == [
        "Attempt 1 ended without a word: its worker was lost.",
        "Attempt 2 ended without a word: its worker was lost. It was the last.",
    ]
    assert not match.block.matches.exclude(seats__place=None).exists()


def test_an_operator_queues_it_again() -> None:
    made = blocks()
    Match.objects.update(status="dead", attempt=5, token=None)
    assert queue_again(matches=matches_of(made)) == 2
    assert len(claim(ids_of(made))) == 2
    assert queue_again(matches=matches_of(made)) == 0


def test_a_match_of_other_rules_is_left_to_other_workers() -> None:
    blocks()
    Match.objects.update(rules_version="lords-of-scotland/0", enqueued_at=None)
    assert sweep() == 0


def test_a_full_broker_is_given_no_more() -> None:
    blocks()
    Match.objects.update(enqueued_at=None)
    assert sweep(replace(TERMS, waiting_messages=1)) == 0


@contextmanager
def elsewhere(take: Callable[[], object]) -> Iterator[None]:
    """Hold what `take` locks, in another transaction."""
    held, done = Event(), Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                take()
                held.set()
                done.wait(60)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(hold)
        held.wait(60)
        try:
            yield
        finally:
            done.set()


def test_one_sweep_runs_at_a_time() -> None:
    blocks()
    Match.objects.update(enqueued_at=None)
    with elsewhere(lambda: advisory_lock("sweep matches_match")):
        assert sweep() == 0
    assert sweep() == 2


def test_a_row_in_somebodys_hands_is_skipped() -> None:
    ids = ids_of(blocks())
    Match.objects.update(enqueued_at=None)
    with (
        elsewhere(lambda: Match.objects.select_for_update().get(pk=ids[0])),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SET LOCAL lock_timeout = '2s'")
        found = sweep_matches(terms=replace(TERMS, waiting_messages=10))
    assert found == 1
