"""How long the house takes to answer, by the name of the route: for metrics since the start, for pages of the last day.

Each answer is a step of a histogram in the memory of its process. A thread adds what is new to Redis every ten seconds,
so that a page costs microseconds for it; what a process had not written when it was killed is lost.
"""

import threading
import time
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import structlog

from league.shared.broker import RedisError, broker

log = structlog.get_logger(__name__)

BOUNDS: Final = (
    *(0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5),
    *(0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0),
)
"""Seconds up to which a step of the histogram reaches; the last one has no end."""
EVERY: Final = 10.0  # seconds between two times of writing
SLOT: Final = 4 * 3600  # seconds that are counted together
KEPT: Final = 24 * 3600  # seconds
KEY: Final = "moothill:answers"
MOST_NOTED: Final = 100_000  # answers that nobody has counted yet

Steps = list[int]


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
    """All answers of one route with one status since the process began."""

    route: str
    status: int
    steps: Sequence[int]
    seconds: float


def _no_steps() -> Steps:
    return [0] * (len(BOUNDS) + 1)


class Timings:
    """What one process counts. Many threads note their answers at once, and none of them waits for another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: deque[tuple[str, int, float]] = deque(maxlen=MOST_NOTED)
        self._steps: defaultdict[tuple[str, int], Steps] = defaultdict(_no_steps)
        self._seconds: defaultdict[tuple[str, int], float] = defaultdict(float)
        self._new: defaultdict[str, Steps] = defaultdict(_no_steps)
        self._slowest: dict[str, float] = {}
        self._keeper: threading.Thread | None = None

    def note(self, route: str, status: int, seconds: float) -> None:
        """Count one answer. Routes are those of the house, so there is an end to how many are counted."""
        self._noted.append((route, status, seconds))

    def answered(self) -> list[Answered]:
        """What was counted since the process began."""
        with self._lock:
            self._count()
            return [Answered(*key, tuple(steps), self._seconds[key]) for key, steps in sorted(self._steps.items())]

    def write_down(self) -> None:
        """Add what is new to Redis; while that is away nothing is lost, but waits."""
        with self._lock:
            self._count()
            new, self._new = self._new, defaultdict(_no_steps)
            slowest, self._slowest = self._slowest, {}
        if not new:
            return
        try:
            _add(new, slowest)
        except RedisError as error:
            log.warning("nobody noted how long pages took", cause=str(error))
            self._take_back(new, slowest)

    def keep_writing(self) -> None:
        """Write down every ten seconds from now on, as long as the process lives. For the web server."""
        if self._keeper is None:
            self._keeper = threading.Thread(target=self._write_on, name="timings", daemon=True)
            self._keeper.start()

    def _count(self) -> None:
        """Count what was noted since the last time, by whoever holds the lock."""
        while self._noted:
            route, status, seconds = self._noted.popleft()
            step, key = bisect_left(BOUNDS, seconds), (route, status)
            self._steps[key][step] += 1
            self._seconds[key] += seconds
            self._new[route][step] += 1
            self._slowest[route] = max(seconds, self._slowest.get(route, 0.0))

    def _write_on(self) -> None:
        while True:
            time.sleep(EVERY)
            self.write_down()

    def _take_back(self, new: Mapping[str, Steps], slowest: Mapping[str, float]) -> None:
        with self._lock:
            for route, steps in new.items():
                self._new[route] = [one + other for one, other in zip(self._new[route], steps, strict=True)]
            for route, seconds in slowest.items():
                self._slowest[route] = max(seconds, self._slowest.get(route, 0.0))


timings: Final = Timings()
"""Those of this process."""


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


def _add(new: Mapping[str, Steps], slowest: Mapping[str, float]) -> None:
    key = _key(int(time.time()) // SLOT)
    with broker().pipeline(transaction=False) as line:
        for name, count in _fields(new):
            line.hincrby(key, name, count)
        line.zadd(f"{key}:slowest", dict(slowest), gt=True)
        for one in (key, f"{key}:slowest"):
            line.expire(one, KEPT + SLOT)
        line.execute()


def _fields(new: Mapping[str, Steps]) -> Iterator[tuple[str, int]]:
    for route, steps in new.items():
        yield from ((f"{route} {step}", count) for step, count in enumerate(steps) if count)


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
