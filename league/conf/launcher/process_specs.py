"""The site's processes: web servers, workers, the scheduler and Django's commands; how many, and their connections."""

import math
import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from league.conf.launcher import postgres, redis
from league.conf.launcher.console import ConfigurationError, print_line
from league.conf.launcher.environment import (
    EXTRA_CONNECTIONS,
    PROGRAMS_REDIS_URL,
    PROGRAMS_URL,
    QUEUES,
    ROOT,
    WEB_THREADS,
    InstallPaths,
    bots_environment,
    site_environment,
)
from league.conf.launcher.processes import NICE, Child

CELERY = "league.conf.celery_command"

MAIN_QUEUES = "matches,records,ratings,mail,reviews"  # of the main worker of `up`
REMOTE_QUEUE = "remote"  # of matches with remote bots, and of webhooks
BOT_QUEUES = {"bots", "programs"}
MIXED_QUEUE = "mixed"  # of matches of uploaded with remote bots
WITHOUT_SECRETS = BOT_QUEUES | {MIXED_QUEUE}  # where uploaded bots run
QUICK_QUEUES = {"ratings", "mail"}  # a worker with other queues gives way to web processes

REMOTE_THREADS = 16  # for matches with remote bots
MIXED_THREADS = 2  # for those that uploaded bots play too, whose processes stay in memory while it waits
CONNECTIONS_PER_PLAYER = 3  # of a process that plays matches: of its task, its database thread and its heartbeat
CONNECTIONS_PER_REMOTE_THREAD = 2  # of its task and its heartbeat; the threads share a database thread
SPARE_CONNECTIONS = 20  # for commands, backups, restarted processes, and three that PostgreSQL reserves


def web(listener: socket.socket, env: Mapping[str, str], *, name: str = "web", processes: int = 1) -> Child:
    """Return a web server on a listening socket, which several may share and which outlives their restarts.

    With several `processes` uvicorn itself keeps them running, where nothing else does.
    """
    command = (
        f"uvicorn league.conf.asgi:application --fd {listener.fileno()} --loop league.conf.event_loop:new_loop"
        " --timeout-graceful-shutdown 1 --no-access-log --no-server-header --lifespan off"
    )
    if processes > 1:
        command += f" --workers {processes} --timeout-worker-healthcheck 30"
    return _module(name, env, *command.split(), keeps=[listener.fileno()], orphan_signal=signal.SIGTERM)


def worker(
    name: str,
    env: Mapping[str, str],
    *,
    queues: str,
    processes: int,
    nice: int = 0,
    pool: str = "prefork",
    schedule: Path | None = None,
    inherited: Mapping[str, str] = os.environ,
) -> Child:
    """Return a Celery worker on some queues.

    With `schedule` it is the scheduler too, and keeps in this file what it sent last.
    """
    options = f"--pool {pool} --concurrency {processes} --without-gossip --without-mingle --without-heartbeat"
    return _module(
        *(name, {"CELERY_SKIP_CHECKS": "true", **env}),  # `migrate` checked
        *(CELERY, "worker", "-n", f"{name}@%h", "-Q", queues, *options.split()),
        *(("-B", "-s", str(schedule)) if schedule else ()),
        inherited=inherited,
        grace=2.8,  # an idle worker takes two seconds to leave
        orphan_signal=signal.SIGTERM if schedule else signal.SIGKILL,  # a killed worker would leave its scheduler
        nice=nice,
    )


def bots_worker(name: str, env: Mapping[str, str], *, queues: str = "bots,programs", processes: int) -> Child:
    """Return a worker for uploaded bots, whose whole environment is `env`.

    One for their matches with remote bots has so many threads instead of processes, since it waits most of the time.
    """
    whole = {"SPT_NOENV": "1"}  # its process title does not overwrite its environment
    pool = "threads" if queues == MIXED_QUEUE else "prefork"
    return worker(name, env, queues=queues, processes=processes, nice=NICE, pool=pool, inherited=whole)


def beat(schedule: Path, env: Mapping[str, str]) -> Child:
    """Return the scheduler alone."""
    return _module("beat", env, CELERY, "beat", "-s", str(schedule), "--pidfile=")


def django(env: Mapping[str, str], name: str, *arguments: str) -> Child:
    """Return one of Django's commands."""
    return _module(name, env, "django", name, *arguments)


def _module(
    name: str, env: Mapping[str, str], *words: str, inherited: Mapping[str, str] = os.environ, **options: Any
) -> Child:
    """Return a Python module as a child process, whose output goes to a log."""
    plain = {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    return Child(name=name, argv=[sys.executable, "-m", *words], cwd=ROOT, env={**inherited, **plain, **env}, **options)


class ProcessCounts(NamedTuple):
    """Numbers of processes of the web server, the main worker and the worker for uploaded bots, and of connections."""

    web: int
    jobs: int
    bots: int
    connections: int  # to the database, at most


def usable_cores() -> int:
    """Return the number of cores, at least 1. The limit of a container counts."""
    allowed = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    quota, _, period = read_limit("cpu.max").partition(" ")
    if quota.isdigit() and period.isdigit():
        allowed = min(allowed, math.ceil(int(quota) / int(period)))
    return max(allowed, 1)


def shares(cores: int) -> tuple[int, int]:
    """Return how many matches of built-in bots and of uploaded bots are played at a time: one per core.

    Uploaded bots get at most half of the cores, and both get at least one.
    """
    bots = max(1, cores // 2)
    return max(1, cores - bots), bots


def process_counts(cores: int, settings: Mapping[str, str]) -> ProcessCounts:
    """Return the numbers of processes for so many cores, or those in the settings.

    Raise ConfigurationError if a setting is no number.
    """
    web = _number(settings, "MOOTHILL_WEB", min(max(1, cores // 2), 4))
    threads = _number(settings, "MOOTHILL_THREADS", WEB_THREADS)
    players, bots = shares(cores)
    jobs = players + 1  # so that ratings and mail seldom wait
    remote = (REMOTE_THREADS + MIXED_THREADS) * CONNECTIONS_PER_REMOTE_THREAD + 2
    matches = (jobs + bots) * CONNECTIONS_PER_PLAYER + remote
    return ProcessCounts(web, jobs, bots, web * (threads + EXTRA_CONNECTIONS) + matches + SPARE_CONNECTIONS)


def _number(settings: Mapping[str, str], name: str, default: int) -> int:
    word = settings.get(name) or str(default)
    if not word.isdecimal() or int(word) < 1:
        raise ConfigurationError(f"{name} is {word!r}, but it must be 1 or more.")
    return int(word)


def read_limit(name: str) -> str:
    """Return a limit of the container, empty if there is none."""
    try:
        return Path("/sys/fs/cgroup", name).read_text().strip()
    except OSError:
        return ""


def work(paths: InstallPaths, queues: Sequence[str], *, name: str | None, processes: int | None) -> None:
    """Replace this process by a worker on these queues. Raise ConfigurationError or LauncherError."""
    child = worker_spec(paths, queues, name=name, processes=processes, known=os.environ)
    for_database, for_redis = names_of_services(os.environ, queues)
    postgres.server_version(os.environ[for_database], for_database)
    redis.server_version(os.environ[for_redis], for_redis)
    print_line("worker", f"{child.name}: {', '.join(queues)}")
    child.exec_process()


def worker_spec(
    paths: InstallPaths, queues: Sequence[str], *, name: str | None, processes: int | None, known: Mapping[str, str]
) -> Child:
    """Return the worker on these queues. One for uploaded bots gets no secret of the site.

    Raise ConfigurationError for queues that do not go together, or if an address or the key is missing.
    """
    queue_set = set(queues)
    if unknown := sorted(queue_set - set(QUEUES)):
        raise ConfigurationError(f"Unknown queue {unknown[0]!r}. Choose from {', '.join(sorted(QUEUES))}.")
    for alone in (BOT_QUEUES, {REMOTE_QUEUE}, {MIXED_QUEUE}):
        if queue_set & alone and queue_set - alone:
            together = ",".join(sorted(alone))
            raise ConfigurationError(f"These queues do not go together. Start a separate worker for {together}.")
    for_database, for_redis = names_of_services(known, queues)
    is_for_bots = queue_set <= WITHOUT_SECRETS
    needed = [for_database, for_redis, *(() if is_for_bots else ("MOOTHILL_SECRET_KEY",))]
    if missing := [each for each in needed if not known.get(each)]:
        values = "Use the values of the site. Where `manage.py up` runs, you need no additional worker."
        role = (
            "Create the database role for uploaded bots with `python3 manage.py programrole`, give it a password, "
            f"and set {PROGRAMS_URL} to its address."
        )
        raise ConfigurationError(
            f"A worker needs {' and '.join(missing)}. {role if PROGRAMS_URL in missing else values} "
            "See docs/operating.md."
        )
    name, joined, environment = name or queues[0], ",".join(queues), site_environment(paths, {})
    builtin, uploaded = shares(usable_cores())
    if is_for_bots:
        apart = bots_environment(environment, database=known[for_database], redis=known[for_redis])
        most = MIXED_THREADS if MIXED_QUEUE in queue_set else uploaded
        return bots_worker(name, apart, queues=joined, processes=processes or most)
    pool, most = ("threads", REMOTE_THREADS) if REMOTE_QUEUE in queue_set else ("prefork", builtin)
    nice = 0 if queue_set <= QUICK_QUEUES else NICE
    return worker(name, environment, queues=joined, processes=processes or most, nice=nice, pool=pool)


def names_of_services(known: Mapping[str, str], queues: Sequence[str]) -> tuple[str, str]:
    """Return the variables with the addresses of PostgreSQL and Redis for a worker on these queues."""
    if WITHOUT_SECRETS.isdisjoint(queues):
        return "DATABASE_URL", "REDIS_URL"
    return PROGRAMS_URL, PROGRAMS_REDIS_URL if known.get(PROGRAMS_REDIS_URL) else "REDIS_URL"
