"""What runs at once: acts in threads of their own, two in an order that is certain, or an event loop of its own."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

from django.db import connection, transaction

from league.common.errors import Refusal

WAITING = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


def in_order(hold: Callable[[], object], act: Callable[[], object], then: Callable[[], object]) -> list[object]:
    """Hold a row, start `act` elsewhere, and do `then` once `act` waits; return the results of `then` and `act`."""

    def do() -> object:
        try:
            return act()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            hold()
            doing = elsewhere.submit(do)
            while not doing.done() and not is_waited_for():
                pass
            ours = then()
        return [ours, doing.result()]


def is_waited_for() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees for ever what it saw first
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Return what each act returned, or the refusal it met."""
    start = Barrier(len(acts))

    def do(act: Callable[[], object]) -> object:
        start.wait()
        try:
            return act()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as people:
        return list(people.map(do, acts))


def refusals(outcomes: list[object]) -> list[type]:
    """Return the kinds of refusals among the outcomes."""
    return [type(outcome) for outcome in outcomes if isinstance(outcome, Refusal)]


T = TypeVar("T")


def run(what: Coroutine[Any, Any, T]) -> T:
    """Run it to its end in a thread of its own: browser tests leave a loop running in the first thread."""
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, what).result()
