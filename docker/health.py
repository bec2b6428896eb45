"""Whether the program of this container is well: exit status 0, or 1 with a sentence that says what is wrong.

web                 the site answers, and has its database and its Redis
worker NAME         the worker of that name (`matches`, `bots`) gave a sign of life within the last seconds
beat                the clock wrote down what it sent within the last minutes
"""

import json
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from league.conf.launcher.console import LauncherError
from league.conf.launcher.environment import SETTINGS, with_secrets

SECONDS = 4.0  # for the site to answer
SILENCE = 420.0  # seconds; the clock writes every three minutes
TEMPORARY = "/tmp"  # noqa: S108  (private to the container)


def main(words: list[str]) -> None:
    """Ask, and end with the status."""
    match words:
        case ["web", *port]:
            trouble = trouble_of_web(int(port[0]) if port else 8000)
        case ["worker", name]:
            trouble = trouble_of_worker(f"{name}@{socket.gethostname()}")
        case ["beat"]:
            trouble = trouble_of_beat(Path(os.environ.get("MOOTHILL_VAR", TEMPORARY)) / "beat")
        case _:
            trouble = "Say web, worker NAME or beat."
    sys.exit(trouble or 0)


def trouble_of_web(port: int) -> str:
    """What is wrong with the site; nothing where it can work. It is asked as the proxy in front of it would."""
    host = os.environ.get("MOOTHILL_ALLOWED_HOSTS", "localhost").partition(",")[0]
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/health?format=json", headers={"Host": host, "X-Forwarded-Proto": "https"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:  # noqa: S310  (a fixed http address of this container)
            json.load(answer)
    except urllib.error.HTTPError as refused:
        return f"The site answers {refused.code}: its PostgreSQL or its Redis is away."
    except (OSError, ValueError) as silence:
        return f"The site does not answer on port {port}: {silence}."
    return ""


def trouble_of_worker(name: str) -> str:
    """What is wrong with a worker, which tells Redis every five seconds that it lives."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    if "MOOTHILL_SECRET_KEY" not in with_secrets(os.environ):  # that of the worker for uploaded bots has none
        os.environ["MOOTHILL_SECRET_KEY"] = "signs nothing"  # noqa: S105  (no secret: the check signs nothing)
    from league.common.redis_client import RedisError
    from league.common.worker_heartbeat import workers_at_work

    try:
        return "" if name in workers_at_work() else f"Nothing was heard of the worker {name} lately."
    except RedisError as away:
        return f"Redis does not answer: {away}."


def trouble_of_beat(folder: Path) -> str:
    """What is wrong with the clock, which keeps a file of what it sent."""
    written = max((file.stat().st_mtime for file in folder.glob("schedule*")), default=0.0)
    return "" if time.time() - written < SILENCE else "The clock has written nothing for seven minutes."


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except LauncherError as refusal:
        sys.exit(str(refusal))
