"""The site's processes: web servers, workers, the scheduler and Django's commands."""

import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher.paths import ROOT
from league.conf.launcher.processes import NICE, Child

CELERY = (sys.executable, "-m", "league.conf.celery_command")
LOGGED = {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}  # output goes to a log


def web(listener: socket.socket, env: Mapping[str, str], *, name: str = "web", processes: int = 1) -> Child:
    """Return a web server on a listening socket, which several may share and which outlives their restarts.

    With several `processes` uvicorn itself keeps them running, where nothing else does.
    """
    several = ("--workers", str(processes), "--timeout-worker-healthcheck", "30") if processes > 1 else ()
    argv = [
        *(sys.executable, "-m", "uvicorn", "league.conf.asgi:application", "--fd", str(listener.fileno())),
        *("--loop", "league.conf.serving:new_loop", "--timeout-graceful-shutdown", "1", "--no-access-log"),
        *("--no-server-header", "--lifespan", "off", *several),
    ]
    env, keeps = {**os.environ, **LOGGED, **env}, [listener.fileno()]
    return Child(name=name, argv=argv, cwd=ROOT, env=env, keeps=keeps, orphan_signal=signal.SIGTERM)


def worker(
    name: str,
    env: Mapping[str, str],
    *,
    queues: str,
    processes: int,
    nice: int = 0,
    pool: str = "prefork",
    schedule: Path | None = None,
    is_apart: bool = False,
) -> Child:
    """Return a Celery worker on some queues.

    With `schedule` it is the scheduler too, and keeps in this file what it sent last. With `is_apart`, `env` is its
    whole environment.
    """
    argv = [
        *(*CELERY, "worker", "-n", f"{name}@%h", "-Q", queues, "--pool", pool, "--concurrency", str(processes)),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *(("-B", "-s", str(schedule)) if schedule else ()),
    ]
    around = {"SPT_NOENV": "1"} if is_apart else os.environ  # its title does not overwrite its environment
    return Child(
        name=name,
        argv=argv,
        cwd=ROOT,
        env={**around, **LOGGED, "CELERY_SKIP_CHECKS": "true", **env},  # `migrate` checked
        grace=2.8,  # an idle worker takes two seconds to leave
        orphan_signal=signal.SIGTERM if schedule else signal.SIGKILL,  # a killed worker would leave its scheduler
        nice=nice,
    )


def bots_worker(name: str, env: Mapping[str, str], *, queues: str = "bots,programs", processes: int) -> Child:
    """Return a worker for uploaded bots."""
    return worker(name, env, queues=queues, processes=processes, nice=NICE, is_apart=True)


def beat(schedule: Path, env: Mapping[str, str]) -> Child:
    """Return the scheduler alone."""
    argv = [*CELERY, "beat", "-s", str(schedule), "--pidfile="]
    return Child(name="beat", argv=argv, cwd=ROOT, env={**os.environ, **LOGGED, **env})


def django(env: Mapping[str, str], name: str, *arguments: str) -> Child:
    """Return one of Django's commands."""
    argv = [sys.executable, "-m", "django", name, *arguments]
    return Child(name=name, argv=argv, cwd=ROOT, env={**os.environ, **LOGGED, **env})
