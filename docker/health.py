"""Health check of the containers: exit status 0, or 1 with a sentence that says what is wrong.

web [PORT]          the site answers, and reaches its database and its Redis
worker NAME         the worker of that name (`matches`, `bots`) saved a heartbeat within the last seconds
beat                the scheduler (Celery beat) saved its schedule within the last minutes
"""

import json
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from http import HTTPStatus
from pathlib import Path

from league.conf.launcher.console import LauncherError
from league.conf.launcher.environment import SETTINGS, with_secrets

REQUEST_SECONDS = 4.0  # timeout of the request to the site
BEAT_MINUTES = 7  # without a saved schedule; the scheduler saves it every three minutes
TEMPORARY = "/tmp"  # noqa: S108  (private to the container)


def main(words: list[str]) -> None:
    """Run the check that the arguments name, and exit with its status."""
    match words:
        case ["web"]:
            problem = web_problem()
        case ["web", port]:
            problem = web_problem(int(port))
        case ["worker", name]:
            problem = worker_problem(f"{name}@{socket.gethostname()}")
        case ["beat"]:
            problem = beat_problem(Path(os.environ.get("MOOTHILL_VAR", TEMPORARY)) / "beat")
        case _:
            problem = "Usage: python -m docker.health web [PORT] | worker NAME | beat"
    sys.exit(problem or 0)


def web_problem(port: int = 8000) -> str:
    """Return what is wrong with the site, or ""; the request has the headers of the proxy in front of it."""
    host = allowed_host(os.environ.get("MOOTHILL_ALLOWED_HOSTS", ""))
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/health?format=json", headers={"Host": host, "X-Forwarded-Proto": "https"}
    )
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as response:  # noqa: S310  (a fixed http address of this container)
            json.load(response)
    except urllib.error.HTTPError as error:
        is_down = error.code == HTTPStatus.SERVICE_UNAVAILABLE
        reason = "PostgreSQL or Redis cannot be reached" if is_down else error.reason
        return f"The site answers with status {error.code}: {reason}."
    except (OSError, ValueError) as error:
        return f"The site does not answer on port {port}: {error}."
    return ""


def allowed_host(names: str) -> str:
    """Return the first of these names that is no pattern ("*", ".example.org"), for a Host header."""
    hosts = (name.strip() for name in names.split(","))
    return next((host for host in hosts if host and not host.startswith(("*", "."))), "localhost")


def worker_problem(name: str) -> str:
    """Return what is wrong with a worker, or ""; a worker saves a heartbeat in Redis every five seconds."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if "MOOTHILL_SECRET_KEY" not in with_secrets(os.environ):  # the container for uploaded bots has no key
        os.environ["MOOTHILL_SECRET_KEY"] = "unused"  # noqa: S105  (no secret: the check signs nothing)
    from league.common.redis_client import RedisError
    from league.common.worker_heartbeat import live_workers

    try:
        return "" if name in live_workers() else f"The worker {name} has saved no heartbeat lately."
    except RedisError as error:
        return f"Redis does not answer: {error}."


def beat_problem(folder: Path) -> str:
    """Return what is wrong with the scheduler, or ""; it saves its schedule in files of this folder."""
    saved_at = max((file.stat().st_mtime for file in folder.glob("schedule*")), default=0.0)
    is_recent = time.time() - saved_at < BEAT_MINUTES * 60
    return "" if is_recent else f"The scheduler has not saved its schedule for {BEAT_MINUTES} minutes."


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except LauncherError as error:
        sys.exit(str(error))
