"""Response times: counted in buckets, added up in Redis, and bounded by the number of routes."""

import time
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from league.common.redis_client import broker
from league.operations.latency import (
    BOUNDS,
    DAY_KEY,
    KEPT_TOTALS,
    ROUTES_KEY,
    TOTAL_KEY,
    Counts,
    ResponseTimes,
    ServerErrors,
    histograms,
    quantile,
    recent_server_errors,
    response_times,
    slowest_routes,
)

MANY = 100


@pytest.fixture
def no_redis(settings: Settings) -> Iterator[None]:
    address = settings.REDIS_URL
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    broker.cache_clear()
    yield
    settings.REDIS_URL = address
    broker.cache_clear()


def steps_of(*seconds: float) -> tuple[int, ...]:
    counted = Counts()
    for one in seconds:
        counted.count("matches:home", 200, one)
    return tuple(counted.buckets["matches:home", 200, step] for step in range(len(BOUNDS) + 1))


@pytest.mark.parametrize(
    ("part", "low", "high"), [(0.5, 0.03, 0.05), (0.9, 0.03, 0.05), (0.95, 0.75, 1.0), (1.0, 0.75, 1.0)]
)
def test_a_quantile_lies_in_the_step_of_its_answer(part: float, low: float, high: float) -> None:
    steps = steps_of(*[0.04] * 90, *[0.9] * 10)
    assert low <= quantile(steps, part) <= high


def test_what_lasts_longer_than_the_last_step_counts_as_that() -> None:
    assert quantile(steps_of(600.0), 0.5) == BOUNDS[-1]


@pytest.mark.usefixtures("redis_url")
def test_two_processes_add_up_and_the_slowest_route_comes_first() -> None:
    for process in (ResponseTimes(), ResponseTimes()):
        for _turn in range(MANY):
            process.record("matches:home", 200, 0.004)
        process.record("clubs:club", 404, 0.8)
        process.record("clubs:club", 200, 1.7)
        process.flush()
        process.flush()
    slow, fast = slowest_routes(12)
    assert (slow.route, slow.count, slow.slowest) == ("clubs:club", 4, 1700)
    assert (fast.route, fast.count) == ("matches:home", 2 * MANY)
    assert 3 <= fast.median <= fast.p95 <= fast.slowest == 4


@pytest.mark.usefixtures("redis_url")
def test_what_processes_answered_is_told_together_by_route_and_status() -> None:
    for process in (ResponseTimes(), ResponseTimes()):
        process.record("clubs:club", 404, 0.8)
        process.record("clubs:club", 200, 1.7)
        process.flush()
    found, missing = histograms()
    assert (found.route, found.status, sum(found.buckets), round(found.seconds, 6)) == ("clubs:club", 200, 2, 3.4)
    assert (missing.status, sum(missing.buckets), round(missing.seconds, 6)) == (404, 2, 1.6)


@pytest.mark.usefixtures("redis_url")
def test_a_route_that_nobody_asks_for_any_more_is_forgotten_after_a_month() -> None:
    counted = ResponseTimes()
    counted.record("clubs:once", 200, 0.004)
    counted.flush()
    assert {broker().ttl(key) for key in broker().keys(f"{TOTAL_KEY}*")} == {KEPT_TOTALS}
    a_month_ago = time.time() - KEPT_TOTALS - 1
    broker().delete(f"{TOTAL_KEY}:clubs:once 200")  # as Redis does by then
    broker().zadd(ROUTES_KEY, {"clubs:once 200": a_month_ago})
    counted.record("clubs:club", 200, 0.004)
    counted.flush()
    assert [one.route for one in histograms()] == ["clubs:club"]
    assert broker().zrange(ROUTES_KEY, 0, -1) == ["clubs:club 200"]


@pytest.mark.usefixtures("redis_url")
def test_faults_are_told_for_an_hour_the_most_frequent_first() -> None:
    counted = ResponseTimes()
    for route, status in (("clubs:club", 500), ("play:table", 503), ("play:table", 503), ("clubs:club", 404)):
        counted.record(route, status, 0.004)
    counted.flush()
    assert recent_server_errors() == [ServerErrors("play:table", 503, 2), ServerErrors("clubs:club", 500, 1)]
    assert recent_server_errors(time.time() + 55 * 60) == recent_server_errors()
    assert recent_server_errors(time.time() + 66 * 60) == []
    assert all(0 < int(str(broker().ttl(key))) <= 66 * 60 for key in broker().keys("moothill:faults*"))


@pytest.mark.usefixtures("redis_url")
def test_what_is_kept_of_the_day_ends_within_two_days() -> None:
    counted = ResponseTimes()
    counted.record("matches:home", 200, 0.004)
    counted.flush()
    lives = [broker().ttl(key) for key in broker().keys(f"{DAY_KEY}:*")]
    assert len(lives) == 2
    assert all(0 < int(str(life)) <= 48 * 3600 for life in lives)


def test_while_redis_is_away_nothing_is_lost(redis_url: str, no_redis: None, settings: Settings) -> None:
    counted = ResponseTimes()
    counted.record("matches:home", 200, 0.004)
    counted.flush()
    counted.record("matches:home", 200, 0.006)
    settings.REDIS_URL = redis_url
    broker.cache_clear()
    counted.flush()
    (latency,) = slowest_routes(12)
    assert (latency.count, latency.slowest) == (2, 6)


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_url")
def test_every_page_is_counted_by_its_route() -> None:
    def counted() -> int:
        response_times.flush()
        return sum(sum(one.buckets) for one in histograms() if one.route == "common:health")

    before = counted()
    Client().get("/health")
    assert counted() == before + 1
