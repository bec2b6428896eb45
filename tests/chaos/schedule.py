"""The faults of a run and their times: a pure function of its seed."""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple

LEASE = 2.0
"""Seconds that a worker of a run holds a match without a word."""


class Kind(StrEnum):
    """A kind of fault."""

    CHILD_KILLED = "a child is killed as it plays"
    MAIN_KILLED = "a main is killed, its children are orphans"
    POWER_CUT = "a main is killed with its children"
    BEAT_KILLED = "the clock is killed"
    CHILD_PAUSED = "a child is paused as it plays, past its lease"
    MAIN_PAUSED = "a main and its children are paused past their lease"
    REDIS_FLUSHED = "Redis forgets everything"
    REDIS_KILLED = "Redis is killed and started again"
    POSTGRES_STOPPED = "PostgreSQL is stopped at once and started again"
    MESSAGES_TRIPLED = "what waits in Redis is there thrice"
    MATCHES_TOLD_AGAIN = "workers are told thrice of matches, done or not"


DECK: dict[Kind, int] = {
    Kind.CHILD_KILLED: 13,
    Kind.MAIN_KILLED: 2,
    Kind.POWER_CUT: 1,
    Kind.BEAT_KILLED: 1,
    Kind.CHILD_PAUSED: 8,
    Kind.MAIN_PAUSED: 3,
    Kind.REDIS_FLUSHED: 4,
    Kind.REDIS_KILLED: 2,
    Kind.POSTGRES_STOPPED: 2,
    Kind.MESSAGES_TRIPLED: 7,
    Kind.MATCHES_TOLD_AGAIN: 7,
}
"""How often each happens among fifty; starting a main again takes a core for more than a second."""

GAP = (0.03, 0.21)  # seconds between two events
ABSENCE = (0.0, 0.6)  # seconds that a service is away
PAUSE = (1.1 * LEASE, 1.6 * LEASE)


class Event(NamedTuple):
    """One thing that happens, `at` seconds after the beginning.

    `whom` in [0, 1) points at somebody among all who could be meant; `seconds` is how long it lasts.
    """

    at: float
    kind: Kind
    whom: float
    seconds: float


def schedule(seed: int, count: int) -> list[Event]:
    """So many events, in order of time. Fifty in a row hold every kind as often as the deck does."""
    luck = Random(f"schedule/{seed}")
    at, events = 0.0, []
    for kind, _ in zip(_shuffled(luck), range(count), strict=False):
        at += luck.uniform(*GAP)
        events.append(Event(round(at, 3), kind, luck.random(), round(luck.uniform(*_lengths(kind)), 3)))
    return events


def _shuffled(luck: Random) -> Iterator[Kind]:
    while True:
        cards = [kind for kind, times in DECK.items() for _ in range(times)]
        luck.shuffle(cards)
        yield from cards


def _lengths(kind: Kind) -> tuple[float, float]:
    return PAUSE if kind in (Kind.CHILD_PAUSED, Kind.MAIN_PAUSED) else ABSENCE
