"""Moothill's own processes: the web server, the workers and beat, as child processes."""

import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from league.conf.workbench.processes import Child

ROOT = Path(__file__).resolve().parents[3]
CELERY_APP = "league.conf.celery"


def web(listener: socket.socket, env: Mapping[str, str]) -> Child:
    """The one HTTP server. It is handed a listening socket, so its address outlives a restart."""
    return Child(
        name="web",
        argv=[
            *(sys.executable, "-m", "uvicorn", "league.conf.asgi:application", "--fd", str(listener.fileno())),
            *("--timeout-graceful-shutdown", "1", "--no-access-log", "--no-server-header", "--lifespan", "off"),
        ],
        cwd=ROOT,
        env=_quiet(env),
        keeps=[listener.fileno()],
        orphan_signal=signal.SIGTERM,
    )


def worker(
    name: str,
    env: Mapping[str, str],
    *,
    queues: str,
    processes: int,
    nice: int = 0,
    pool: str = "prefork",
    is_apart: bool = False,
) -> Child:
    """A Celery worker on some queues, with so many processes; `nice` says how far it gives way to the pages.

    One that mostly waits has threads: `pool="threads"`. One that `is_apart` finds `env` in its environment, and nothing
    of ours.
    """
    return Child(
        name=name,
        argv=[
            *(sys.executable, "-m", "celery", "-A", CELERY_APP, "worker", "-n", f"{name}@%h", "-Q", queues),
            *(
                "--pool",
                pool,
                "--concurrency",
                str(processes),
                "--without-gossip",
                "--without-mingle",
                "--without-heartbeat",
            ),
        ],
        cwd=ROOT,
        env=_quiet(env, beside={} if is_apart else os.environ),
        grace=2.8,  # an idle worker takes two seconds to leave
        nice=nice,
    )


def beat(schedule: Path, env: Mapping[str, str]) -> Child:
    """Celery's clock; it remembers in the file `schedule` what it sent last."""
    return Child(
        name="beat",
        argv=[sys.executable, "-m", "celery", "-A", CELERY_APP, "beat", "-s", str(schedule), "--pidfile="],
        cwd=ROOT,
        env=_quiet(env),
    )


def django(env: Mapping[str, str], name: str, *arguments: str) -> Child:
    """One of Django's management commands."""
    return Child(
        name=name,
        argv=[sys.executable, str(ROOT / "manage.py"), name, *arguments],
        cwd=ROOT,
        env=_quiet(env),
    )


def _quiet(env: Mapping[str, str], beside: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of a child whose output is read line by line."""
    return dict(beside) | {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"} | dict(env)
