"""How a worker goes through a batch."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any, Self

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connection, transaction

from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import Event
from engine.sandbox.faults import SandboxFailed
from games.matches.models import Match
from games.matches.worker import retry_database, run_batch
from tests.games.factories import BRIEF, TERMS, blocks, claim, cut_off_everybody_else, ids_of, numbers
from tests.games.odd_bots import Odd
from tests.processes import until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def broker(redis_url: str) -> None:
    """Publishing needs one."""


def statuses() -> list[str]:
    return sorted(Match.objects.values_list("status", flat=True))


def test_a_batch_that_comes_thrice_is_played_once() -> None:
    ids = ids_of(blocks(3))
    assert [run_batch(ids, terms=TERMS) for _ in range(3)] == [6, 0, 0]
    assert statuses() == ["done"] * 6
    assert numbers() == [1, 2, 3, 4, 5, 6]


def test_sub_batches_are_as_small_as_the_terms_say() -> None:
    seats = count()

    def find(slug: str) -> Bot:
        before = next(seats) // 2  # matches, each of two seats
        until(lambda: finished() == before - before % 2, "while one is played the clerk finishes the two before it")
        return registry.bot(slug)

    ids = ids_of(blocks(3, "steward", "wanderer"))
    assert run_batch(ids, terms=replace(TERMS, finish_count=2, finish_seconds=60), find=find) == 6
    assert next(seats) == 12


def finished() -> int:
    return Match.objects.filter(status="done").count()


def test_a_match_that_the_machine_cannot_play_is_given_up_after_its_attempts() -> None:
    good, bad = ids_of(blocks(1, "wanderer", "wanderer")), ids_of(blocks(1, "steward", "wanderer"))

    def find(slug: str) -> Bot:
        if slug == "steward":
            raise OSError("The disk is full.")
        return registry.bot(slug)

    terms = replace(TERMS, attempts=3)
    assert run_batch([*good, *bad], terms=terms, find=find) == 2
    for _ in range(3):
        for number in bad:
            run_batch([number], terms=terms, find=find)
    for match in Match.objects.filter(pk__in=bad):
        assert (match.status, match.attempt) == ("dead", 3)
        assert match.attempt_log.count("OSError: The disk is full.") == 3
    assert numbers() == [1, 2]


def test_the_heartbeat_keeps_a_long_match() -> None:
    terms = replace(TERMS, lease=timedelta(seconds=6))  # a heartbeat may be four seconds late on a busy machine
    number = ids_of(blocks())[0]
    stolen: list[object] = []
    waits = iter([1.2 * terms.lease.total_seconds()])
    over = threading.Event()

    def thief() -> None:
        while not over.wait(0.05):
            stolen.extend(claim([number]))
        connection.close()

    def outlast(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        time.sleep(next(waits, 0))
        return legal[0]

    thread = threading.Thread(target=thief)
    thread.start()
    stored = run_batch([number], terms=terms, find=lambda slug: Odd(slug, outlast))
    over.set()
    thread.join()
    assert (stored, stolen) == (1, [])


def test_a_worker_that_lost_its_match_leaves_it() -> None:
    number = ids_of(blocks(1, "dawdler", "dawdler"))[0]
    decisions = 0

    def be_robbed(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        nonlocal decisions
        decisions += 1
        if decisions == 1:
            with transaction.atomic():  # without a heartbeat between the two
                Match.objects.update(lease_until="2020-01-01T00:00Z")
                claim([number])
        time.sleep(0.2)
        return legal[0]

    assert run_batch([number], terms=BRIEF, find=lambda slug: Odd(slug, be_robbed)) == 0
    assert decisions < 30
    assert statuses() == ["queued", "running"]


def test_a_worker_whose_connection_broke_finishes_all_the_same() -> None:
    def cut_the_line(view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        cut_off_everybody_else()
        return legal[0]

    number = ids_of(blocks())[0]
    assert run_batch([number], terms=TERMS, find=lambda slug: Odd(slug, cut_the_line)) == 1
    assert Match.objects.get(pk=number).attempt == 1


def test_a_worker_waits_for_the_database() -> None:
    answers: list[Any] = [OperationalError("away"), OperationalError("away"), "there"]

    def step() -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert retry_database(step, patience=timedelta(seconds=10)) == "there"


def test_its_patience_ends() -> None:
    def step() -> None:
        raise OperationalError("away")

    with pytest.raises(OperationalError):
        retry_database(step, patience=timedelta(0))


def test_a_batch_whose_time_is_up_stores_what_was_played_and_leaves_the_rest() -> None:
    ids = ids_of(blocks(2))
    matches = count()

    def find(slug: str) -> Bot:
        if next(matches) // 2 == 1:  # two seats each: the second match
            raise SoftTimeLimitExceeded
        return registry.bot("wanderer")

    assert run_batch(ids, terms=TERMS, find=find) == 1
    rows = Match.objects.order_by("pk").values_list("status", "attempt")
    assert list(rows) == [("done", 1), ("queued", 1), ("queued", 0), ("queued", 0)]


class Unstoppable(Odd):
    """A program that chooses the first legal move, and whose process cannot be ended."""

    log, decisions, slowest, spent = "", 0, 0.0, 0.0

    def __init__(self, slug: str) -> None:
        super().__init__(slug, lambda _view, legal, _budget, _rng: legal[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        raise SandboxFailed("The process does not end.")


@pytest.mark.parametrize(
    ("make", "attempts"), [(lambda _slug: registry.bot("wanderer"), 0), (Unstoppable, 1)], ids=["", "unstoppable"]
)
def test_a_batch_that_is_interrupted_begins_no_other_match(make: Callable[[str], Bot], attempts: int) -> None:
    begun: list[str] = []

    def find(slug: str) -> Bot:
        begun.append(slug)
        return make(slug)

    assert run_batch(ids_of(blocks(2)), terms=TERMS, find=find, should_stop=lambda: True) == 0
    assert len(begun) <= 2 * 2  # the seats of one match, each asked for twice at most
    assert sum(Match.objects.values_list("attempt", flat=True)) == attempts
    assert attempts or set(Match.objects.values_list("status", flat=True)) == {"queued"}
