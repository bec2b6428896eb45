"""How long the house takes to answer, by the name of the route: for metrics in all, for pages a day back.

Each answer is a step of a histogram in the memory of its process. `league.operating.web` adds it every ten seconds,
to what all web processes counted, so that a page costs microseconds for it; what a process had not written when it was
killed is lost.
"""

import threading
import time
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, cast

import structlog

from league.operating.faults import add_faults
from league.shared.broker import RedisError, broker

if TYPE_CHECKING:
    from redis.client import Pipeline

log = structlog.get_logger(__name__)

BOUNDS: Final = (
    *(0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5),
    *(0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0),
)
"""Seconds up to which a step of the histogram reaches; the last one has no end."""
SLOT: Final = 4 * 3600  # seconds that are counted together
KEPT: Final = 24 * 3600  # seconds
KEY: Final = "moothill:answers"
TOTAL: Final = "moothill:answered"  # and the kind: a hash of its steps
KINDS: Final = f"{TOTAL}:kinds"  # when an answer of each kind was last written down
REMEMBERED: Final = 30 * 24 * 3600  # seconds without an answer after which a kind is forgotten: a route that is no more
SECONDS: Final = "seconds"  # in place of a step: how long all answers of a route with a status took together
MOST_NOTED: Final = 100_000  # answers that nobody has counted yet

Steps = list[int]
Kind = tuple[str, int]
"""A route and a status."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast one route answered, in milliseconds; half and nineteen of twenty were not slower."""

    route: str
    count: int
    half: int
    most: int
    slowest: int


@dataclass(frozen=True, slots=True)
class Answered:
    """All answers of one route with one status."""

    route: str
    status: int
    steps: Sequence[int]
    seconds: float


def _no_steps() -> Steps:
    return [0] * (len(BOUNDS) + 1)


@dataclass(slots=True)
class Counted:
    """Answers that were counted and not yet written down."""

    steps: defaultdict[Kind, Steps] = field(default_factory=lambda: defaultdict(_no_steps))
    seconds: defaultdict[Kind, float] = field(default_factory=lambda: defaultdict(float))
    slowest: dict[str, float] = field(default_factory=dict)

    def count(self, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        self.steps[route, status][bisect_left(BOUNDS, seconds)] += 1
        self.seconds[route, status] += seconds
        self.slowest[route] = max(seconds, self.slowest.get(route, 0.0))

    def take(self, other: "Counted") -> None:
        """Count what another has counted."""
        for kind, steps in other.steps.items():
            self.steps[kind] = [one + more for one, more in zip(self.steps[kind], steps, strict=True)]
            self.seconds[kind] += other.seconds[kind]
        for route, seconds in other.slowest.items():
            self.slowest[route] = max(seconds, self.slowest.get(route, 0.0))


class Timings:
    """What one process counts. Many threads note their answers at once, and none of them waits for another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: deque[tuple[str, int, float]] = deque(maxlen=MOST_NOTED)
        self._new = Counted()

    def note(self, route: str, status: int, seconds: float) -> None:
        """Count one answer. Routes are those of the house, so there is an end to how many are counted."""
        self._noted.append((route, status, seconds))

    def write_down(self) -> None:
        """Add what is new to Redis; while that is away nothing is lost, but waits."""
        with self._lock:
            self._count()
            new, self._new = self._new, Counted()
        if not new.steps:
            return
        try:
            _add(new)
        except RedisError as error:
            log.warning("nobody noted how long pages took", cause=str(error))
            with self._lock:
                self._new.take(new)

    def _count(self) -> None:
        """Count what was noted since the last time, by whoever holds the lock."""
        while self._noted:
            self._new.count(*self._noted.popleft())


timings: Final = Timings()
"""Those of this process."""


def answered() -> list[Answered]:
    """What all web processes have written down, of kinds that still come. Raises `RedisError`."""
    kinds = sorted(cast(list[str], broker().zrange(KINDS, 0, -1)))
    with broker().pipeline(transaction=False) as line:
        for kind in kinds:
            line.hgetall(f"{TOTAL}:{kind}")
        found: list[dict[str, str]] = line.execute()
    return [_answered(kind, counted) for kind, counted in zip(kinds, found, strict=True) if counted]


def paces_of_the_day(most: int) -> list[Pace]:
    """The slowest routes of the last twenty to twenty-four hours, the slowest first. Raises `RedisError`."""
    steps: defaultdict[str, Steps] = defaultdict(_no_steps)
    slowest: defaultdict[str, float] = defaultdict(float)
    for counts, extremes in _slots():
        for name, count in counts.items():
            route, _space, step = name.rpartition(" ")
            steps[route][int(step)] += int(count)
        for route, seconds in extremes:
            slowest[route] = max(slowest[route], seconds)
    paces = [_pace(route, counted, slowest[route]) for route, counted in steps.items()]
    return sorted(paces, key=lambda pace: (-pace.most, -pace.slowest, pace.route))[:most]


def quantile(steps: Sequence[int], part: float) -> float:
    """Seconds within which this part of the answers came, taking those of a step as spread evenly over it."""
    wanted, before = part * sum(steps), 0
    for step, (count, upto) in enumerate(zip(steps, accumulate(steps), strict=True)):
        if count and upto >= wanted:
            low = BOUNDS[step - 1] if step else 0.0
            high = BOUNDS[step] if step < len(BOUNDS) else low
            return low + (high - low) * (wanted - before) / count
        before = upto
    return 0.0


def _pace(route: str, steps: Sequence[int], slowest: float) -> Pace:
    half, most = (min(quantile(steps, part), slowest) for part in (0.5, 0.95))
    return Pace(route, sum(steps), *(round(1000 * seconds) for seconds in (half, most, slowest)))


def _answered(kind: str, counted: dict[str, str]) -> Answered:
    route, _space, status = kind.rpartition(" ")
    steps = tuple(int(counted.get(str(step), 0)) for step in range(len(BOUNDS) + 1))
    return Answered(route, int(status), steps, float(counted.get(SECONDS, 0.0)))


def _add(new: Counted) -> None:
    now = int(time.time())
    with broker().pipeline(transaction=True) as line:  # whole or not at all: what fails is added again later
        _add_to_the_total(line, new, now)
        _add_to_the_day(line, new, _key(now // SLOT))
        add_faults(line, {kind: sum(steps) for kind, steps in new.steps.items()}, now)
        line.execute()


def _add_to_the_total(line: "Pipeline", new: Counted, now: int) -> None:
    for (route, status), steps in new.steps.items():
        total = f"{TOTAL}:{route} {status}"
        line.hincrbyfloat(total, SECONDS, new.seconds[route, status])
        for step, count in enumerate(steps):
            if count:
                line.hincrby(total, str(step), count)
        line.expire(total, REMEMBERED)
    line.zadd(KINDS, {f"{route} {status}": now for route, status in new.steps})
    line.zremrangebyscore(KINDS, "-inf", now - REMEMBERED)
    line.expire(KINDS, REMEMBERED)


def _add_to_the_day(line: "Pipeline", new: Counted, key: str) -> None:
    for (route, _status), steps in new.steps.items():
        for step, count in enumerate(steps):
            if count:
                line.hincrby(key, f"{route} {step}", count)
    line.zadd(f"{key}:slowest", dict(new.slowest), gt=True)
    for one in (key, f"{key}:slowest"):
        line.expire(one, KEPT + SLOT)


def _slots() -> Iterable[tuple[dict[str, str], list[tuple[str, float]]]]:
    now = int(time.time()) // SLOT
    with broker().pipeline(transaction=False) as line:
        for slot in range(now, now - KEPT // SLOT, -1):
            line.hgetall(_key(slot))
            line.zrange(f"{_key(slot)}:slowest", 0, -1, withscores=True)
        answers: list[Any] = line.execute()
    return zip(answers[::2], answers[1::2], strict=True)


def _key(slot: int) -> str:
    return f"{KEY}:{slot}"
