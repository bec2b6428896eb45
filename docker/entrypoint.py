"""What a container of Moothill runs: one of these, which replaces this process and gets its signals.

    migrate                     migrate the database and create the built-in bots, then end.
                                Data are backed up before a migration
    backup                      back up the database; --keep
    restore NAME                restore a backup into an empty database
    web                         the site, on port 8000
    worker QUEUES               a worker on these queues; --processes, --threads, --name
    bots                        the worker for uploaded bots, without a secret of the site
    mixed                       the worker for their matches with remote bots, without one, too; --threads
    beat                        the scheduler
    manage COMMAND              a Django command, such as `manage ownerlink`

All but `manage` wait first until PostgreSQL and Redis answer, for MOOTHILL_WAIT seconds at most (60).
"""

import argparse
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from docker import backup as backups
from league.conf.launcher import postgres, process_specs, redis
from league.conf.launcher.commands import number
from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import SETTINGS, SUFFIX, bots_environment, with_secrets
from league.conf.launcher.process_specs import process_counts, shares, usable_cores
from league.conf.launcher.processes import NICE

NOT_FOR_BOTS = (
    "MOOTHILL_SECRET_KEY",
    "MOOTHILL_MAIL_URL",
    "MOOTHILL_METRICS_TOKEN",
    "MOOTHILL_PROGRAMS_DATABASE_URL",
)
PATIENCE = 60.0  # seconds that a database may take to begin
PAUSE = 0.5  # seconds between two questions
TEMPORARY = "/tmp"  # noqa: S108  (private to the container)


def main(words: list[str]) -> None:
    """Run what the container was started for. A refusal is a sentence and exit status 1."""
    wished = options().parse_args(words)
    try:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
        environment = with_secrets(os.environ)
        refuse_secrets_for_bots(wished.role, environment)
        if wished.role != "manage":
            wait_for_services(environment, float(environment.get("MOOTHILL_WAIT", PATIENCE)))
        ROLES[wished.role](wished, environment)
    except LauncherError as refusal:
        sys.exit(f"Moothill: {refusal}")


def options() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        "moothill", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    roles = parser.add_subparsers(dest="role", required=True)
    roles.add_parser("migrate")
    roles.add_parser("backup").add_argument("--keep", type=number, help="then delete all but the N newest backups")
    roles.add_parser("restore").add_argument("name", help="name of the backup, such as 2026-11-23T18-05-12Z")
    roles.add_parser("web").add_argument("--port", type=int, default=8000)
    worker = roles.add_parser("worker")
    worker.add_argument("queues", help="queues, such as matches,records")
    worker.add_argument("--threads", type=int, help="number of threads, instead of processes")
    roles.add_parser("beat")
    mixed = roles.add_parser("mixed")
    mixed.add_argument("--threads", type=int, default=process_specs.MIXED_THREADS, help="matches at a time")
    mixed.add_argument("--name", help="name of the worker")
    for each in (worker, roles.add_parser("bots")):
        each.add_argument("--name", help="name of the worker (default: its first queue)")
        each.add_argument(
            "--processes", type=int, help="jobs at a time (default: one per core, half for uploaded bots)"
        )
    roles.add_parser("manage").add_argument("words", nargs=argparse.REMAINDER)
    return parser


def refuse_secrets_for_bots(role: str, environment: Mapping[str, str]) -> None:
    """Raise ConfigurationError if the worker for uploaded bots got a secret that it must not have."""
    held = [name for name in NOT_FOR_BOTS if name in environment]
    if role in ("bots", "mixed") and held:
        raise ConfigurationError(
            f"The worker for uploaded bots must not have {' or '.join(held)}. "
            f"Remove it from its environment ({held[0]} or {held[0]}{SUFFIX})."
        )


def wait_for_services(environment: Mapping[str, str], seconds: float) -> None:
    """Return when PostgreSQL and Redis answer. Raise LauncherError if one does not within so many seconds."""
    deadline = time.monotonic() + seconds
    for name, ask in (("DATABASE_URL", postgres.server_version), ("REDIS_URL", redis.server_version)):
        if not environment.get(name):
            raise LauncherError(f"Set {name}, or set {name}{SUFFIX} to a file that contains it.")
        while True:
            try:
                ask(environment[name])
                break
            except LauncherError as silence:
                if time.monotonic() > deadline:
                    raise LauncherError(f"{silence}. Start it, or increase MOOTHILL_WAIT.") from None
            time.sleep(PAUSE)


def web(wished: argparse.Namespace, environment: Mapping[str, str]) -> None:
    """Become the web server, with as many processes as with `up`."""
    listener = socket.create_server(("0.0.0.0", wished.port))  # noqa: S104  (only the network of the container)
    os.set_inheritable(listener.fileno(), True)
    process_specs.web(listener, {}, processes=process_counts(usable_cores(), environment).web).exec_process()


def worker(wished: argparse.Namespace, _environment: Mapping[str, str]) -> None:
    """Become a worker on some queues."""
    name = wished.name or wished.queues.partition(",")[0]
    many = wished.threads or wished.processes or usable_cores()
    pool = "threads" if wished.threads else "prefork"
    nice = 0 if "ratings" in wished.queues else NICE
    process_specs.worker(name, {}, queues=wished.queues, processes=many, nice=nice, pool=pool).exec_process()


def bots(wished: argparse.Namespace, environment: Mapping[str, str]) -> None:
    """Become the worker for uploaded bots, or for their matches with remote bots (`mixed`)."""
    apart = bots_environment(environment, database=environment["DATABASE_URL"], redis=environment["REDIS_URL"])
    if wished.role == "bots":
        queues, many = "bots,programs", wished.processes or shares(usable_cores())[1]
    else:
        queues, many = process_specs.MIXED_QUEUE, wished.threads
    process_specs.bots_worker(wished.name or wished.role, apart, queues=queues, processes=many).exec_process()


def beat(_wished: argparse.Namespace, environment: Mapping[str, str]) -> None:
    """Become the scheduler."""
    folder = Path(environment.get("MOOTHILL_VAR", TEMPORARY)) / "beat"
    folder.mkdir(parents=True, exist_ok=True)
    process_specs.beat(folder / "schedule", {}).exec_process()


def manage(wished: argparse.Namespace, _environment: Mapping[str, str]) -> None:
    """Become one of Django's commands. Raise ConfigurationError for commands of the launcher."""
    command = " ".join(wished.words[:1])
    if command in ("backup", "restore"):
        raise ConfigurationError(f"Run this on the host instead: {backups.COMMAND} {' '.join(wished.words)}")
    if command in ("up", "worker", "doctor", "test", "chaos"):
        raise ConfigurationError(f"`manage.py {command}` does not work in a container. See docs/docker.md.")
    os.execv(sys.executable, [sys.executable, "-m", "django", *wished.words])


ROLES: Mapping[str, Callable[[argparse.Namespace, Mapping[str, str]], None]] = {
    "migrate": lambda _wished, environment: backups.migrate(environment),
    "backup": lambda wished, environment: backups.back_up(environment, keep=wished.keep),
    "restore": lambda wished, environment: backups.restore(environment, wished.name),
    "web": web,
    "worker": worker,
    "bots": bots,
    "mixed": bots,
    "beat": beat,
    "manage": manage,
}

if __name__ == "__main__":
    main(sys.argv[1:])
