"""Requests of the last hour that met a fault of ours or were put off, by the route: for the operator's page."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from league.shared.broker import broker

if TYPE_CHECKING:
    from redis.client import Pipeline

SLOT: Final = 300  # seconds that are counted together
HOUR: Final = 3600
KEY: Final = "moothill:faults"
FIRST: Final = 500  # of the statuses that say that it was our doing
PUT_OFF: Final = 503  # too much was asked at once, or a service was away


@dataclass(frozen=True, slots=True)
class Fault:
    """How often a route answered with one status from 500 on."""

    route: str
    status: int
    count: int

    @property
    def is_put_off(self) -> bool:
        """Whether the asker was only told to come back later."""
        return self.status == PUT_OFF


def add_faults(line: "Pipeline", counts: Mapping[tuple[str, int], int], now: int) -> None:
    """Add those of these answers that are faults to the hour, in a line to Redis that somebody else sends."""
    key = _key(now // SLOT)
    for (route, status), count in counts.items():
        if status >= FIRST:
            line.hincrby(key, f"{route} {status}", count)
            line.expire(key, HOUR + SLOT)


def faults_of_the_hour(now: float | None = None) -> list[Fault]:
    """Those of the last sixty to sixty-five minutes, the most frequent first. Raises `RedisError`."""
    slot = int(time.time() if now is None else now) // SLOT
    with broker().pipeline(transaction=False) as line:
        for one in range(slot, slot - HOUR // SLOT - 1, -1):
            line.hgetall(_key(one))
        slots: list[dict[str, str]] = line.execute()
    counts: Counter[str] = Counter()
    for counted in slots:
        counts.update({kind: int(count) for kind, count in counted.items()})
    return sorted((_fault(kind, count) for kind, count in counts.items()), key=lambda one: (-one.count, one.route))


def _fault(kind: str, count: int) -> Fault:
    route, _space, status = kind.rpartition(" ")
    return Fault(route, int(status), count)


def _key(slot: int) -> str:
    return f"{KEY}:{slot}"
