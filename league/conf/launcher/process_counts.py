"""How many processes and threads the site has, and how many database connections they may open."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from league.conf.launcher.console import ConfigurationError

REMOTE = 16  # threads for matches with remote bots
THREADS = 4  # of a web process, as in the settings
BESIDE_PAGES = 4  # more connections of a web process, as in league.conf.connections
OF_A_PLAYER = 3  # connections of a process that plays matches: of its task, its clerk and its heartbeat
OF_A_WAITER = 2  # of a thread for remote bots: of its task and its heartbeat; they share a clerk
OTHERS = 20  # for commands, backups, restarted processes, and three that PostgreSQL reserves
MOST_CONNECTIONS = 2000
QUEUES = "matches,records,ratings,mail"


class ProcessCounts(NamedTuple):
    """Numbers of processes: of the web server, the main worker, and the worker for uploaded bots."""

    web: int
    jobs: int
    bots: int
    connections: int


def cores() -> int:
    """Return the number of cores, at least 1. The limit of a container counts."""
    allowed = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    quota, _, period = read_limit("cpu.max").partition(" ")
    if quota.isdigit() and period.isdigit():
        allowed = min(allowed, -(-int(quota) // int(period)))
    return max(allowed, 1)


def shares(cores: int) -> tuple[int, int]:
    """Return how many matches of built-in bots and of uploaded bots are played at a time: one per core.

    Uploaded bots get at most half of the cores, and both get at least one.
    """
    bots = max(1, cores // 2)
    return max(1, cores - bots), bots


def process_counts(cores: int, settings: Mapping[str, str]) -> ProcessCounts:
    """Return the numbers for so many cores, or those in the settings, and the most database connections at a time.

    Raise ConfigurationError if a setting is no number, or PostgreSQL cannot have so many connections.
    """
    web = _number(settings, "MOOTHILL_WEB", "web processes", min(max(1, cores // 2), 4))
    threads = _number(settings, "MOOTHILL_THREADS", "threads of each web process", THREADS)
    players, bots = shares(cores)
    jobs = players + 1  # so that ratings and mail seldom wait
    matches = (jobs + bots) * OF_A_PLAYER + REMOTE * OF_A_WAITER + 1
    connections = web * (threads + BESIDE_PAGES) + matches + OTHERS
    if connections > MOST_CONNECTIONS and not settings.get("DATABASE_URL"):
        raise ConfigurationError(
            f"{web} web processes with {threads} threads each need up to {connections} database connections. "
            f"The limit is {MOST_CONNECTIONS}. Lower MOOTHILL_WEB or MOOTHILL_THREADS."
        )
    return ProcessCounts(web, jobs, bots, connections)


def _number(settings: Mapping[str, str], name: str, what: str, default: int) -> int:
    word = settings.get(name) or str(default)
    if not word.isdecimal() or int(word) < 1:
        raise ConfigurationError(f"{name} (number of {what}) must be 1 or more, not {word!r}.")
    return int(word)


def read_limit(name: str) -> str:
    """Return a limit of the container, empty if there is none."""
    try:
        return Path("/sys/fs/cgroup", name).read_text().strip()
    except OSError:
        return ""
