"""Moothill's own processes: the web server, the workers and beat, as child processes."""

import gc
import importlib
import os
import signal
import socket
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from league.conf.launcher.errors import NotLoaded
from league.conf.launcher.processes import Child

ROOT = Path(__file__).resolve().parents[3]
CELERY = "league.conf.celery_command"
MOOTHILL = "league.conf.loaded"
SERVING = "league.conf.serving"
SERVERS = (
    *("uvicorn.main", "uvicorn.lifespan.off", "uvicorn.protocols.http.auto"),
    *("uvicorn.protocols.websockets.auto", "celery.bin.worker", "celery.bin.beat", "celery.apps.worker"),
    *("celery.apps.beat", "celery.concurrency.prefork", "celery.concurrency.thread", "celery.worker.consumer"),
    *("kombu.transport.redis", SERVING),
)
"""What serves Moothill, as web, workers and beat would load it themselves."""


def load(env: Mapping[str, str]) -> None:
    """Load all that web, workers and beat run into this process, in their environment.

    Whatever is a fork of this process afterwards shares its memory, and is at work at once. Nothing is connected and no
    thread is started here. Raises NotLoaded where Moothill cannot be loaded.
    """
    if sys.platform != "linux":  # elsewhere a fork of a process that has loaded so much may not live
        return
    with _environment(env):
        try:
            for module in SERVERS:
                importlib.import_module(module)
            importlib.import_module(MOOTHILL)
        except Exception as fault:
            said = "".join(traceback.format_exception(fault)[-6:])
            raise NotLoaded(f"Moothill cannot be loaded:\n{said}") from fault
    gc.collect()
    gc.freeze()  # forks that collect garbage leave alone what is here, and so go on sharing it


def is_loaded() -> bool:
    """Whether this process has loaded Moothill, so that its children may be forks."""
    return MOOTHILL in sys.modules


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
        is_fork=is_loaded(),
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
        ],
        cwd=ROOT,
        env=_quiet(env, beside={} if is_apart else os.environ)
        | {"CELERY_SKIP_CHECKS": "true"}  # `migrate` made them
        | ({"SPT_NOENV": "1"} if is_apart else {}),  # its title leaves its environment to be looked at
        grace=2.8,  # an idle worker takes two seconds to leave
        nice=nice,
        is_fork=is_loaded() and not is_apart,
    )


def beat(schedule: Path, env: Mapping[str, str]) -> Child:
    """Celery's clock; it remembers in the file `schedule` what it sent last."""
    return Child(
        name="beat",
        argv=[sys.executable, "-m", CELERY, "beat", "-s", str(schedule), "--pidfile="],
        cwd=ROOT,
        env=_quiet(env),
        is_fork=is_loaded(),
    )


def django(env: Mapping[str, str], name: str, *arguments: str) -> Child:
    """One of Django's management commands."""
    return Child(
        name=name,
        argv=[sys.executable, str(ROOT / "manage.py"), name, *arguments],
        cwd=ROOT,
        env=_quiet(env),
        is_fork=is_loaded(),
    )


@contextmanager
def _environment(env: Mapping[str, str]) -> Iterator[None]:
    """Have these variables too, for as long as it lasts."""
    before = dict(os.environ)
    os.environ.update(env)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _quiet(env: Mapping[str, str], beside: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment of a child whose output is read line by line."""
    return dict(beside) | {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"} | dict(env)
