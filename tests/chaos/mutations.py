"""Moothill with one safeguard taken away, to see that the tests notice.

`without` is called in processes of tests alone (a forked hand, a worker started with
`--include tests.chaos.worker_additions`), never in the process that judges. Nothing of this ships, and nothing in
Moothill asks for it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import QuerySet

from games.matches import claims, tasks
from games.matches.claims import Finish
from games.matches.models import Block
from games.matches.worker import Heartbeat
from league.common import jobs
from league.ratings import services as ratings
from league.results.services import ledger

MUTATIONS: dict[str, Callable[[], None]] = {}


def mutation(take_away: Callable[[], None]) -> Callable[[], None]:
    """Keep it under its name."""
    MUTATIONS[take_away.__name__] = take_away
    return take_away


def without(safeguard: str) -> None:
    """Take a safeguard away from this process. Raise KeyError for one that is not known."""
    MUTATIONS[safeguard]()


@mutation
def no_sweep() -> None:
    """Nobody looks for what a message, a worker or the broker lost."""
    _replace(tasks, "sweep_matches", lambda **_: 0)


@mutation
def no_fence() -> None:
    """A worker neither stops when its match is somebody else's, nor is it asked for its token when it stores it."""

    def as_if_held(finishes: Sequence[Finish]) -> dict[int, tuple[Any, str]]:
        return {finish.claim.id: (finish.claim.token, "running") for finish in finishes}

    _replace(claims, "_locked", as_if_held)
    _replace(Heartbeat, "is_lost", lambda *_: False)


@mutation
def no_lease() -> None:
    """Let any worker claim a running match."""
    _strike(jobs, "CLAIM", "AND lease_until < clock_timestamp()")


@mutation
def no_heartbeat() -> None:
    """A lease ends when it ends, however long the match is."""
    _replace(Heartbeat, "_beat", lambda _: None)


@mutation
def no_solitude() -> None:
    """A match that may have killed its worker is claimed with others again."""
    _replace(claims, "_untried_if_many", lambda rows, _ids: rows)


@mutation
def no_last_attempt() -> None:
    """A match is tried for ever."""
    _strike(jobs, "CLAIM", "AND attempt < %(attempts)s")


@mutation
def no_single_transaction() -> None:
    """A match is done first, and its result entered afterwards."""
    enter, later = claims._enter, list[Sequence[Finish]]()
    together = claims._finish_together.__wrapped__  # type: ignore[attr-defined]  # what `atomic` wraps

    def one_after_the_other(finishes: Sequence[Finish]) -> int:
        with transaction.atomic():
            stored: int = together(finishes)
        with transaction.atomic():
            while later:
                enter(later.pop())
        return stored

    _replace(claims, "_enter", later.append)
    _replace(claims, "_finish_together", one_after_the_other)


@mutation
def no_uniqueness() -> None:
    """Nobody asks whether a subject has its result already. The database's index goes with `no_index`."""
    _replace(ledger, "_not_entered", list)


@mutation
def no_pool_lock() -> None:
    """Two who enter results of a pool read the same next number."""
    _strike(ledger, "LOCK_POOL", "FOR NO KEY UPDATE")


@mutation
def no_block_lock() -> None:
    """Two who finish rotations of a block do not wait for one another."""
    lock = QuerySet.select_for_update

    def but_not_blocks(rows: "QuerySet[Any]", *how: Any, **words: Any) -> "QuerySet[Any]":
        return rows if rows.model is Block else lock(rows, *how, **words)

    _replace(QuerySet, "select_for_update", but_not_blocks)


@mutation
def no_fold_lock() -> None:
    """Two may fold a pool at once."""
    _replace(ratings, "_lock", lambda *_: True)


@mutation
def early_acknowledgement() -> None:
    """A message is gone as soon as a worker has it, as Celery would have it by itself."""
    current_app.conf.update(task_acks_late=False, task_reject_on_worker_lost=False)
    for task in current_app.tasks.values():
        task.acks_late = task.reject_on_worker_lost = False


def _replace(place: object, name: str, value: object) -> None:
    """Replace an attribute. Raise AttributeError if the safeguard has another name by now."""
    getattr(place, name)
    setattr(place, name, value)


def _strike(place: object, name: str, words: str) -> None:
    """Strike words out of a statement. Raise ValueError where it no longer has them."""
    statement: str = getattr(place, name)
    if words not in statement:
        raise ValueError(f"{name} no longer says {words!r}; mend the mutation.")
    setattr(place, name, statement.replace(words, ""))
