"""Web processes report to Redis every ten seconds that they run, and what they counted."""

import os
import socket
import threading
import time
from typing import Final, cast

import structlog

from league.common.live.subscribers import readers_connected
from league.common.redis_client import RedisError, broker
from league.operations.latency import response_times

log = structlog.get_logger(__name__)

INTERVAL: Final = 10.0  # seconds between reports of a process
MAX_AGE: Final = 35.0  # seconds; a process without a later report has ended
KEY: Final = "moothill:web"  # a hash: "<time> <open streams>" by "<host>:<process id>"


def start_heartbeat() -> None:
    """Report this process from a thread as long as it lives; the web server calls it once."""
    threading.Thread(target=_report_forever, name="web-heartbeat", daemon=True).start()


def report_process() -> None:
    """Report this process to Redis. Raise `RedisError`."""
    broker().hset(KEY, f"{socket.gethostname()}:{os.getpid()}", f"{time.time():.0f} {readers_connected()}")


def open_streams() -> list[int]:
    """Return how many event streams each web process has open; delete the reports of ended ones. Raise `RedisError`."""
    reports = {name: report.split() for name, report in cast(dict[str, str], broker().hgetall(KEY)).items()}
    ended = {name for name, (reported_at, _streams) in reports.items() if float(reported_at) < time.time() - MAX_AGE}
    if ended:
        broker().hdel(KEY, *ended)
    return [int(streams) for name, (_reported_at, streams) in reports.items() if name not in ended]


def _report_forever() -> None:
    while True:
        time.sleep(INTERVAL)
        response_times.flush()
        try:
            report_process()
        except RedisError as error:
            log.warning("Redis is unreachable; this web process was not reported", cause=str(error))
