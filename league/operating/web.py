"""The web processes of the place: each tells Redis every ten seconds that it is there, and what it counted."""

import os
import socket
import threading
import time
from dataclasses import dataclass
from typing import Final, cast

import structlog

from league.operating.timing import timings
from league.shared.broker import RedisError, broker
from league.shared.live.readers import readers_connected

log = structlog.get_logger(__name__)

EVERY: Final = 10.0  # seconds
LATELY: Final = 35.0  # seconds
KEY: Final = "moothill:web"  # a hash: when a process was seen and its readers, by its machine and number


@dataclass(frozen=True, slots=True)
class Web:
    """The web processes seen lately, and the pages that follow along with them."""

    processes: int
    readers: int


def keep_telling() -> None:
    """Tell from now on, as long as the process lives. For the web server."""
    threading.Thread(target=_tell_on, name="telling", daemon=True).start()


def tell_of_this_process() -> None:
    """Say that this process is there. Raises `RedisError`."""
    broker().hset(KEY, f"{socket.gethostname()}:{os.getpid()}", f"{time.time():.0f} {readers_connected()}")


def web_seen() -> Web:
    """Those seen lately; whoever was not is forgotten. Raises `RedisError`."""
    told = cast(dict[str, str], broker().hgetall(KEY))
    signs = {name: sign.split() for name, sign in told.items()}
    gone = [name for name, (seen_at, _readers) in signs.items() if float(seen_at) < time.time() - LATELY]
    if gone:
        broker().hdel(KEY, *gone)
    there = [int(readers) for name, (_seen_at, readers) in signs.items() if name not in gone]
    return Web(len(there), sum(there))


def _tell_on() -> None:
    while True:
        time.sleep(EVERY)
        timings.write_down()
        try:
            tell_of_this_process()
        except RedisError as error:
            log.warning("Redis is away, and nobody hears of this web process", cause=str(error))
