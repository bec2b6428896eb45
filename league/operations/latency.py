"""Responses and errors by route, counted per process and added up in Redis: for metrics and the operations page."""

import threading
import time
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final, cast

import structlog

from league.common.redis_client import RedisError, broker

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

Kind = tuple[str, int]
"""A route and a status."""

FAULTS_SLOT: Final = 300  # seconds that are counted together
HOUR: Final = 3600
FAULTS_KEY: Final = "moothill:faults"
FIRST: Final = 500  # of the statuses that say that it was our doing
PUT_OFF: Final = 503  # too much was asked at once, or a service was away


@dataclass(frozen=True, slots=True)
class Latency:
    """Response times of a route in milliseconds: median and 95th percentile."""

    route: str
    count: int
    half: int
    most: int
    slowest: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The number of responses of one route with one status, and their times."""

    route: str
    status: int
    steps: Sequence[int]
    seconds: float


@dataclass(slots=True)
class Counted:
    """Counts that are not in Redis yet."""

    steps: Counter[tuple[str, int, int]] = field(default_factory=Counter)  # by route, status and step
    seconds: defaultdict[Kind, float] = field(default_factory=lambda: defaultdict(float))
    slowest: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def count(self, route: str, status: int, seconds: float) -> None:
        """Count one response."""
        self.steps[route, status, bisect_left(BOUNDS, seconds)] += 1
        self.seconds[route, status] += seconds
        self.slowest[route] = max(seconds, self.slowest[route])

    def take(self, other: "Counted") -> None:
        """Add the counts of another."""
        self.steps.update(other.steps)
        for kind, seconds in other.seconds.items():
            self.seconds[kind] += seconds
        for route, seconds in other.slowest.items():
            self.slowest[route] = max(seconds, self.slowest[route])


class Timings:
    """The counts of one process. Threads add their responses without waiting for one another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: deque[tuple[str, int, float]] = deque(maxlen=MOST_NOTED)
        self._new = Counted()

    def note(self, route: str, status: int, seconds: float) -> None:
        """Count one response. Only routes of the site are counted."""
        self._noted.append((route, status, seconds))

    def write_down(self) -> None:
        """Add new counts to Redis; keep them while it is unreachable."""
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
        """Count what was noted since the last time, under the lock."""
        while self._noted:
            self._new.count(*self._noted.popleft())


timings: Final = Timings()
"""Those of this process."""


def answered() -> list[Answered]:
    """Return what all web processes have counted. Raise `RedisError`."""
    kinds = sorted(cast(list[str], broker().zrange(KINDS, 0, -1)))
    with broker().pipeline(transaction=False) as line:
        for kind in kinds:
            line.hgetall(f"{TOTAL}:{kind}")
        found: list[dict[str, str]] = line.execute()
    return [_answered(kind, counted) for kind, counted in zip(kinds, found, strict=True) if counted]


def paces_of_the_day(most: int) -> list[Latency]:
    """Return the slowest routes of the last 20 to 24 hours, the slowest first. Raise `RedisError`."""
    steps: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
    slowest: defaultdict[str, float] = defaultdict(float)
    for counts, extremes in _slots():
        for name, count in counts.items():
            route, _space, step = name.rpartition(" ")
            steps[route][int(step)] += int(count)
        for route, seconds in extremes:
            slowest[route] = max(slowest[route], seconds)
    paces = [_latency(route, counted, slowest[route]) for route, counted in steps.items()]
    return sorted(paces, key=lambda pace: (-pace.most, -pace.slowest, pace.route))[:most]


def quantile(steps: Sequence[int], part: float) -> float:
    """Return the quantile in seconds, interpolated within a bucket."""
    wanted, before = part * sum(steps), 0
    for step, (count, upto) in enumerate(zip(steps, accumulate(steps), strict=True)):
        if count and upto >= wanted:
            low = BOUNDS[step - 1] if step else 0.0
            high = BOUNDS[step] if step < len(BOUNDS) else low
            return low + (high - low) * (wanted - before) / count
        before = upto
    return 0.0


def _latency(route: str, steps: Sequence[int], slowest: float) -> Latency:
    half, most = (min(quantile(steps, part), slowest) for part in (0.5, 0.95))
    return Latency(route, sum(steps), *(round(1000 * seconds) for seconds in (half, most, slowest)))


def _answered(kind: str, counted: dict[str, str]) -> Answered:
    route, _space, status = kind.rpartition(" ")
    steps = tuple(int(counted.get(str(step), 0)) for step in range(len(BOUNDS) + 1))
    return Answered(route, int(status), steps, float(counted.get(SECONDS, 0.0)))


def _add(new: Counted) -> None:
    now = int(time.time())
    day, faults = _key(now // SLOT), _faults_key(now // FAULTS_SLOT)
    with broker().pipeline(transaction=True) as line:  # whole or not at all: what fails is added again later
        for (route, status, step), count in new.steps.items():
            line.hincrby(f"{TOTAL}:{route} {status}", str(step), count)
            line.hincrby(day, f"{route} {step}", count)
            if status >= FIRST:
                line.hincrby(faults, f"{route} {status}", count)
        for (route, status), seconds in new.seconds.items():
            line.hincrbyfloat(f"{TOTAL}:{route} {status}", SECONDS, seconds)
            line.expire(f"{TOTAL}:{route} {status}", REMEMBERED)
        line.zadd(KINDS, {f"{route} {status}": now for route, status in new.seconds})
        line.zremrangebyscore(KINDS, "-inf", now - REMEMBERED)
        line.zadd(f"{day}:slowest", dict(new.slowest), gt=True)
        for key, life in (
            (KINDS, REMEMBERED),
            (day, KEPT + SLOT),
            (f"{day}:slowest", KEPT + SLOT),
            (faults, HOUR + FAULTS_SLOT),
        ):
            line.expire(key, life)
        line.execute()


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


@dataclass(frozen=True, slots=True)
class Fault:
    """How often a route answered with a status from 500 on."""

    route: str
    status: int
    count: int

    @property
    def is_put_off(self) -> bool:
        """Whether the client was asked to try again later."""
        return self.status == PUT_OFF


def faults_of_the_hour(now: float | None = None) -> list[Fault]:
    """Return the server errors of the last 60 to 65 minutes, the most frequent first. Raise `RedisError`."""
    slot = int(time.time() if now is None else now) // FAULTS_SLOT
    with broker().pipeline(transaction=False) as line:
        for one in range(slot, slot - HOUR // FAULTS_SLOT - 1, -1):
            line.hgetall(_faults_key(one))
        slots: list[dict[str, str]] = line.execute()
    counts: Counter[str] = Counter()
    for counted in slots:
        counts.update({kind: int(count) for kind, count in counted.items()})
    return sorted((_fault(kind, count) for kind, count in counts.items()), key=lambda one: (-one.count, one.route))


def _fault(kind: str, count: int) -> Fault:
    route, _space, status = kind.rpartition(" ")
    return Fault(route, int(status), count)


def _faults_key(slot: int) -> str:
    return f"{FAULTS_KEY}:{slot}"
