"""Metrics in the text format of Prometheus: requests by route, and the state of database and Redis."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import accumulate, groupby
from operator import attrgetter
from typing import Final

from django.db import InterfaceError, OperationalError
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from league.common.outages import space
from league.common.redis_client import RedisError
from league.common.worker_heartbeat import is_scheduler_alive, workers_seen
from league.operations.disk_use import database_size
from league.operations.job_types import MetricValue, job_types
from league.operations.latency import BOUNDS, histograms, response_times
from league.operations.queues import messages_by_queue
from league.operations.web_heartbeat import open_streams

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
CACHE_SECONDS: Final = 5.0
SHOWN_BOUNDS: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds


class Exposition(Collector):
    """Collects the metrics; values from the database are cached for a few seconds."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        self._lock = threading.Lock()
        self._values: list[MetricValue] = []
        self._read_at = float("-inf")

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield each metric with its values."""
        with suppress(RedisError):  # the figures say that it is away
            yield request_histogram()
        by_name = attrgetter("name")
        for _name, figures in groupby(sorted(self._figures(), key=by_name), key=by_name):
            yield _family(list(figures))

    def _figures(self) -> list[MetricValue]:
        with self._lock:
            if time.monotonic() - self._read_at > CACHE_SECONDS:
                self._values = [*_or_down("database", _database_values), *_or_down("redis", _redis_values)]
                self._read_at = time.monotonic()
            return self._values


exposition: Final = Exposition()


def request_histogram() -> HistogramMetricFamily:
    """Return response times by route and status since Redis started, after adding those of this process."""
    response_times.flush()
    family = HistogramMetricFamily(
        "moothill_http_request_seconds",
        "Answers by route and status; none: no route, for example static files",
        labels=["route", "status"],
    )
    for histogram in histograms():
        upto = list(accumulate(histogram.buckets))
        buckets = [(str(bound), float(upto[BOUNDS.index(bound)])) for bound in SHOWN_BOUNDS]
        labels, buckets = [histogram.route, str(histogram.status)], [*buckets, ("+Inf", float(upto[-1]))]
        family.add_metric(labels, buckets, sum_value=histogram.seconds)
    return family


def _or_down(service: str, read: Callable[[], Iterable[MetricValue]]) -> Iterator[MetricValue]:
    text = "Whether database and Redis answer"
    try:
        yield from list(read())
    except (OperationalError, InterfaceError, RedisError):
        yield MetricValue("moothill_up", text, 0, {"part": service})
    else:
        yield MetricValue("moothill_up", text, 1, {"part": service})


def _database_values() -> Iterator[MetricValue]:
    yield MetricValue("moothill_database_bytes", "Size of the database", database_size())
    disk = space()
    yield MetricValue("moothill_disk_bytes", "Size of the disk that is watched", disk.size)
    yield MetricValue("moothill_disk_free_bytes", "Free bytes on the disk that is watched", disk.free)
    yield from _job_values()
    for job_type in job_types():
        yield from job_type.figures()


def _job_values() -> Iterator[MetricValue]:
    now = time.time()
    for job_type in job_types():
        kind = {"kind": job_type.slug}
        for rows in job_type.waiting():
            labels = kind | {"queue": rows.queue}
            waited = max(now - rows.since.timestamp(), 0.0) if rows.since else 0.0
            yield MetricValue("moothill_waiting", "Rows that wait for a worker, by kind and queue", rows.count, labels)
            yield MetricValue("moothill_waiting_oldest_seconds", "Age of the oldest row that waits", waited, labels)
        yield MetricValue("moothill_leases", "Jobs in progress", job_type.leases(1).total, kind)
        yield MetricValue("moothill_given_up", "Failed jobs", job_type.failed(1).total, kind)


def _redis_values() -> Iterator[MetricValue]:
    at_work = [worker for worker in workers_seen() if worker.is_at_work]
    for name, messages in messages_by_queue().items():
        queue = {"queue": name}
        taking = sum(name in worker.info.queues for worker in at_work)
        yield MetricValue("moothill_queue_messages", "Messages in a queue", messages, queue)
        yield MetricValue("moothill_queue_workers", "Workers that take from a queue", taking, queue)
    streams = open_streams()
    yield MetricValue("moothill_web_processes", "Web processes seen within 35 seconds", len(streams))
    yield MetricValue("moothill_live_readers", "Pages with live updates", sum(streams))
    yield MetricValue("moothill_workers", "Workers seen within 15 seconds", len(at_work))
    yield MetricValue("moothill_clock", "Scheduler (beat) seen within a minute", is_scheduler_alive())


def _family(figures: list[MetricValue]) -> Metric:
    first = figures[0]
    kind = CounterMetricFamily if first.is_counter else GaugeMetricFamily
    family = kind(first.name, first.help_text, labels=list(first.labels))
    for figure in figures:
        family.add_metric(list(figure.labels.values()), figure.value)
    return family
