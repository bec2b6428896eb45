"""Web processes report to Redis every ten seconds that they run, and what they counted."""

import os
import socket
import threading
import time
from dataclasses import dataclass
from typing import Final, cast

import structlog

from league.common.live.subscribers import readers_connected
from league.common.redis_client import RedisError, broker
from league.operations.latency import timings

log = structlog.get_logger(__name__)

EVERY: Final = 10.0  # seconds
LATELY: Final = 35.0  # seconds
KEY: Final = "moothill:web"  # a hash: when a process was seen and its readers, by its machine and number


@dataclass(frozen=True, slots=True)
class Web:
    """The web processes seen lately, and their open event streams."""

    processes: int
    readers: int


def keep_reporting() -> None:
    """Report as long as the process lives; called by the web server."""
    threading.Thread(target=_report_on, name="telling", daemon=True).start()


def report_this_process() -> None:
    """Report this process. Raise `RedisError`."""
    broker().hset(KEY, f"{socket.gethostname()}:{os.getpid()}", f"{time.time():.0f} {readers_connected()}")


def web_seen() -> Web:
    """Return the processes seen lately, and forget the others. Raise `RedisError`."""
    reports = cast(dict[str, str], broker().hgetall(KEY))
    signs = {name: sign.split() for name, sign in reports.items()}
    gone = [name for name, (seen_at, _readers) in signs.items() if float(seen_at) < time.time() - LATELY]
    if gone:
        broker().hdel(KEY, *gone)
    there = [int(readers) for name, (_seen_at, readers) in signs.items() if name not in gone]
    return Web(len(there), sum(there))


def _report_on() -> None:
    while True:
        time.sleep(EVERY)
        timings.write_down()
        try:
            report_this_process()
        except RedisError as error:
            log.warning("Redis is away, and nobody hears of this web process", cause=str(error))
