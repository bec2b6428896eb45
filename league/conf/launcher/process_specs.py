"""Moothill's own processes: the web server, the workers and beat, as child processes."""

import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from league.conf.launcher.processes import Child

ROOT = Path(__file__).resolve().parents[3]
CELERY = "league.conf.celery_command"
SERVING = "league.conf.serving"


def web(listener: socket.socket, env: Mapping[str, str], *, name: str = "web", processes: int = 1) -> Child:
    """A web server. It is handed a listening socket, so its address outlives a restart, and may be one of several.

    With several `processes` it keeps them running itself, where nobody else would.
    """
    several = ("--workers", str(processes), "--timeout-worker-healthcheck", "30") if processes > 1 else ()
    return Child(
        name=name,
        argv=[
            *(sys.executable, "-m", "uvicorn", "league.conf.asgi:application", "--fd", str(listener.fileno())),
            *("--loop", f"{SERVING}:new_loop", "--timeout-graceful-shutdown", "1", "--no-access-log"),
            *("--no-server-header", "--lifespan", "off"),
            *several,
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
    schedule: Path | None = None,
    is_apart: bool = False,
) -> Child:
    """A Celery worker on some queues, with so many processes; `nice` says how far it gives way to the pages.

    One that mostly waits has threads: `pool="threads"`. With `schedule` it is Celery's clock as well, and remembers
    there what it sent last. One that `is_apart` finds `env` in its environment, and nothing of ours.
    """
    return Child(
        name=name,
        argv=[
            *(sys.executable, "-m", CELERY, "worker", "-n", f"{name}@%h", "-Q", queues),
            *(
                "--pool",
                pool,
                "--concurrency",
                str(processes),
                "--without-gossip",
                "--without-mingle",
                "--without-heartbeat",
            ),
            *(("-B", "-s", str(schedule)) if schedule else ()),
        ],
        cwd=ROOT,
        env=_quiet(env, beside={} if is_apart else os.environ)
        | {"CELERY_SKIP_CHECKS": "true"}  # `migrate` made them
        | ({"SPT_NOENV": "1"} if is_apart else {}),  # its title leaves its environment to be looked at
        grace=2.8,  # an idle worker takes two seconds to leave
        orphan_signal=signal.SIGTERM if schedule else signal.SIGKILL,  # a killed worker would leave its clock behind
        nice=nice,
    )


def beat(schedule: Path, env: Mapping[str, str]) -> Child:
    """Celery's clock alone; it remembers in the file `schedule` what it sent last."""
    return Child(
        name="beat",
        argv=[sys.executable, "-m", CELERY, "beat", "-s", str(schedule), "--pidfile="],
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


def collectstatic(env: Mapping[str, str]) -> Child:
    """The command that copies styles, scripts and fonts to `STATIC_ROOT`, each with its hash in its name."""
    return django(env, "collectstatic", "--no-input", "--verbosity", "0")


def _quiet(env: Mapping[str, str], beside: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of a child whose output is read line by line."""
    return dict(beside) | {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"} | dict(env)
