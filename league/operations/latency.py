"""Responses and errors by route, counted per process and added up in Redis: for metrics and the operations page."""

import threading
import time
from bisect import bisect_left
from collections import Counter, defaultdict
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
"""Upper bounds of the buckets in seconds; one more bucket has no bound."""
HOUR: Final = 3600
DAY: Final = 24 * HOUR
DAY_SLOT: Final = 4 * HOUR  # seconds whose responses are counted together for the latency of a day
ERROR_SLOT: Final = 300  # seconds whose server errors are counted together
KEPT_TOTALS: Final = 30 * DAY  # after so long without a response a route is forgotten: it may no longer exist
DAY_KEY: Final = "moothill:answers"
TOTAL_KEY: Final = "moothill:answered"  # and route and status: a hash of buckets
ROUTES_KEY: Final = f"{TOTAL_KEY}:kinds"  # routes with their status, by the time of their last response
ERRORS_KEY: Final = "moothill:faults"
SECONDS: Final = "seconds"  # beside the buckets: the sum of all response times
SERVER_ERROR: Final = 500  # and above
UNAVAILABLE: Final = 503  # too many requests, or a service is down

RouteStatus = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Latency:
    """Response times of a route in milliseconds: median, 95th percentile and maximum."""

    route: str
    count: int
    median: int
    p95: int
    slowest: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """The responses of one route with one status by bucket, and the sum of their times in seconds."""

    route: str
    status: int
    buckets: Sequence[int]
    seconds: float


@dataclass(frozen=True, slots=True)
class ServerErrors:
    """The number of responses of a route with a status of 500 or above."""

    route: str
    status: int
    count: int

    @property
    def is_unavailable(self) -> bool:
        """Whether the client was asked to try again later."""
        return self.status == UNAVAILABLE


@dataclass(slots=True)
class Counts:
    """Counts that are not in Redis yet."""

    buckets: Counter[tuple[str, int, int]] = field(default_factory=Counter)  # by route, status and bucket
    seconds: defaultdict[RouteStatus, float] = field(default_factory=lambda: defaultdict(float))
    slowest: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def count(self, route: str, status: int, seconds: float) -> None:
        """Count one response."""
        self.buckets[route, status, bisect_left(BOUNDS, seconds)] += 1
        self.seconds[route, status] += seconds
        self.slowest[route] = max(seconds, self.slowest[route])

    def merge(self, other: "Counts") -> None:
        """Add the counts of another."""
        self.buckets.update(other.buckets)
        for kind, seconds in other.seconds.items():
            self.seconds[kind] += seconds
        for route, seconds in other.slowest.items():
            self.slowest[route] = max(seconds, self.slowest[route])


class ResponseTimes:
    """The counts of one process, whose threads share them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._new = Counts()

    def record(self, route: str, status: int, seconds: float) -> None:
        """Count one response of a route of the site."""
        with self._lock:
            self._new.count(route, status, seconds)

    def flush(self) -> None:
        """Add new counts to Redis; keep them while it is unreachable."""
        with self._lock:
            new, self._new = self._new, Counts()
        if not new.buckets:
            return
        try:
            _add(new)
        except RedisError as error:
            log.warning("response times were not saved", cause=str(error))
            with self._lock:
                self._new.merge(new)


response_times: Final = ResponseTimes()
"""Those of this process."""


def histograms() -> list[Histogram]:
    """Return the counts of all web processes. Raise `RedisError`."""
    kinds = sorted(cast(list[str], broker().zrange(ROUTES_KEY, 0, -1)))
    with broker().pipeline(transaction=False) as pipeline:
        for kind in kinds:
            pipeline.hgetall(f"{TOTAL_KEY}:{kind}")
        found: list[dict[str, str]] = pipeline.execute()
    read = []
    for kind, counted in zip(kinds, found, strict=True):
        if counted:
            route, _space, status = kind.rpartition(" ")
            buckets = tuple(int(counted.get(str(bucket), 0)) for bucket in range(len(BOUNDS) + 1))
            read.append(Histogram(route, int(status), buckets, float(counted.get(SECONDS, 0.0))))
    return read


def slowest_routes(most: int) -> list[Latency]:
    """Return the slowest routes of the last 20 to 24 hours, the slowest first. Raise `RedisError`."""
    buckets: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
    slowest: defaultdict[str, float] = defaultdict(float)
    for counts, extremes in _slots():
        for name, count in counts.items():
            route, _space, bucket = name.rpartition(" ")
            buckets[route][int(bucket)] += int(count)
        for route, seconds in extremes:
            slowest[route] = max(slowest[route], seconds)
    latencies = []
    for route, counted in buckets.items():
        median, p95 = (min(quantile(counted, part), slowest[route]) for part in (0.5, 0.95))
        times = (round(1000 * seconds) for seconds in (median, p95, slowest[route]))
        latencies.append(Latency(route, sum(counted), *times))
    return sorted(latencies, key=lambda latency: (-latency.p95, -latency.slowest, latency.route))[:most]


def quantile(buckets: Sequence[int], part: float) -> float:
    """Return the quantile in seconds, interpolated within a bucket."""
    wanted, before = part * sum(buckets), 0
    for bucket, (count, upto) in enumerate(zip(buckets, accumulate(buckets), strict=True)):
        if count and upto >= wanted:
            low = BOUNDS[bucket - 1] if bucket else 0.0
            high = BOUNDS[bucket] if bucket < len(BOUNDS) else low
            return low + (high - low) * (wanted - before) / count
        before = upto
    return 0.0


def _add(new: Counts) -> None:
    now = int(time.time())
    day, errors = f"{DAY_KEY}:{now // DAY_SLOT}", f"{ERRORS_KEY}:{now // ERROR_SLOT}"
    with broker().pipeline(transaction=True) as pipeline:  # whole or not at all: what fails is added again later
        for (route, status, bucket), count in new.buckets.items():
            pipeline.hincrby(f"{TOTAL_KEY}:{route} {status}", str(bucket), count)
            pipeline.hincrby(day, f"{route} {bucket}", count)
            if status >= SERVER_ERROR:
                pipeline.hincrby(errors, f"{route} {status}", count)
        for (route, status), seconds in new.seconds.items():
            pipeline.hincrbyfloat(f"{TOTAL_KEY}:{route} {status}", SECONDS, seconds)
            pipeline.expire(f"{TOTAL_KEY}:{route} {status}", KEPT_TOTALS)
        pipeline.zadd(ROUTES_KEY, {f"{route} {status}": now for route, status in new.seconds})
        pipeline.zremrangebyscore(ROUTES_KEY, "-inf", now - KEPT_TOTALS)
        pipeline.zadd(f"{day}:slowest", dict(new.slowest), gt=True)
        for key, life in (
            (ROUTES_KEY, KEPT_TOTALS),
            (day, DAY + DAY_SLOT),
            (f"{day}:slowest", DAY + DAY_SLOT),
            (errors, HOUR + ERROR_SLOT),
        ):
            pipeline.expire(key, life)
        pipeline.execute()


def _slots() -> Iterable[tuple[dict[str, str], list[tuple[str, float]]]]:
    now = int(time.time()) // DAY_SLOT
    with broker().pipeline(transaction=False) as pipeline:
        for slot in range(now, now - DAY // DAY_SLOT, -1):
            pipeline.hgetall(f"{DAY_KEY}:{slot}")
            pipeline.zrange(f"{DAY_KEY}:{slot}:slowest", 0, -1, withscores=True)
        answers: list[Any] = pipeline.execute()
    return zip(answers[::2], answers[1::2], strict=True)


def recent_server_errors(now: float | None = None) -> list[ServerErrors]:
    """Return the server errors of the last 60 to 65 minutes, the most frequent first. Raise `RedisError`."""
    slot = int(time.time() if now is None else now) // ERROR_SLOT
    with broker().pipeline(transaction=False) as pipeline:
        for number in range(slot, slot - HOUR // ERROR_SLOT - 1, -1):
            pipeline.hgetall(f"{ERRORS_KEY}:{number}")
        slots: list[dict[str, str]] = pipeline.execute()
    counts: Counter[str] = Counter()
    for counted in slots:
        counts.update({kind: int(count) for kind, count in counted.items()})
    split = [(*kind.rpartition(" ")[::2], count) for kind, count in counts.items()]
    found = [ServerErrors(route, int(status), count) for route, status, count in split]
    return sorted(found, key=lambda errors: (-errors.count, errors.route))
