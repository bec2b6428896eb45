"""What a container of Moothill does: one of its programs, which then takes the place of this one and hears its signals.

    migrate                     make the tables or bring them up to date, and the bots of the house; then end.
                                Data that are there are backed up before their tables change
    backup                      copy the data into the folder of backups; --keep
    restore NAME                put one of these copies into an empty database
    web                         the site, on port 8000
    worker QUEUES               a worker on these queues; --processes, --threads, --name
    bots                        the worker that runs uploaded bots, without a secret of the site
    beat                        the clock
    manage COMMAND              one of Django's or Moothill's commands, such as `manage ownerlink`

Each of them but `manage` waits first until PostgreSQL and Redis answer, for MOOTHILL_WAIT seconds at most (60).
"""

import argparse
import os
import socket
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path

from docker import keeping
from league.conf.launcher import external_services, host_info, process_specs
from league.conf.launcher.environment import SETTINGS, SUFFIX, bots_environment, with_secrets
from league.conf.launcher.errors import ConfigurationError, LauncherError, ServiceFailed, UpgradeFailed
from league.conf.launcher.process_counts import process_counts, shares
from league.conf.launcher.processes import NICE, Child

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
    """Do what the container was started for; whatever is refused is a sentence and exit status 1."""
    wished = options().parse_args(words)
    try:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
        found = with_secrets(os.environ)
        refuse_secrets_for_bots(wished.role, found)
        if wished.role != "manage":
            wait_for_services(found, float(found.get("MOOTHILL_WAIT", PATIENCE)))
        ROLES[wished.role](wished, found)
    except LauncherError as refusal:
        sys.exit(f"Moothill: {refusal}")


def options() -> argparse.ArgumentParser:
    """What a container can be started as."""
    parser = argparse.ArgumentParser(
        "moothill", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    roles = parser.add_subparsers(dest="role", required=True)
    roles.add_parser("migrate")
    roles.add_parser("backup").add_argument("--keep", type=count, help="then delete all but the N newest backups")
    roles.add_parser("restore").add_argument("name", help="name of the backup, such as 2026-11-23T18-05-12Z")
    roles.add_parser("web").add_argument("--port", type=int, default=8000)
    worker = roles.add_parser("worker")
    worker.add_argument("queues", help="queues, such as matches,records")
    worker.add_argument("--threads", type=int, help="number of threads, instead of processes")
    roles.add_parser("beat")
    for each in (worker, roles.add_parser("bots")):
        each.add_argument("--name", help="name of the worker (default: its first queue)")
        each.add_argument(
            "--processes", type=int, help="jobs at a time (default: one per core, half for uploaded bots)"
        )
    roles.add_parser("manage").add_argument("words", nargs=argparse.REMAINDER)
    return parser


def count(word: str) -> int:
    """A number from 1 on."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more, not {word!r}")
    return int(word)


def refuse_secrets_for_bots(role: str, found: Mapping[str, str]) -> None:
    """Raise ConfigurationError where the worker for uploaded bots was handed what it must not hold."""
    held = [name for name in NOT_FOR_BOTS if name in found]
    if role == "bots" and held:
        raise ConfigurationError(
            f"The worker for uploaded bots must not have {' or '.join(held)}. "
            f"Remove it from its environment ({held[0]} or {held[0]}{SUFFIX})."
        )


def wait_for_services(found: Mapping[str, str], seconds: float) -> None:
    """Return when PostgreSQL and Redis answer. Raises ServiceFailed when one does not within so many seconds."""
    deadline = time.monotonic() + seconds
    wait_for("DATABASE_URL", found, external_services.version_of_postgres, deadline)
    wait_for("REDIS_URL", found, external_services.version_of_redis, deadline)


def wait_for(name: str, found: Mapping[str, str], ask: Callable[[str], str], deadline: float) -> None:
    """Ask the service at this address until it answers."""
    if not found.get(name):
        raise ServiceFailed(f"Set {name}, or set {name}{SUFFIX} to a file that contains it.")
    while True:
        try:
            ask(found[name])
            return
        except ServiceFailed as silence:
            if time.monotonic() > deadline:
                raise ServiceFailed(f"{silence}. Start it, or increase MOOTHILL_WAIT.") from None
        time.sleep(PAUSE)


def migrate(_wished: argparse.Namespace, found: Mapping[str, str]) -> None:
    """Bring the tables up to date and make the bots of the house; a second time does no harm."""
    import django
    from django.core.management import call_command

    before = keeping.back_up_before_change(found)
    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=1)
    except Exception as fault:  # whatever a migration meets, there is a way back
        traceback.print_exception(fault)
        raise UpgradeFailed(keeping.way_back(before, fault)) from fault
    keeping.prune(found)
    call_command("housebots")


def backup(wished: argparse.Namespace, found: Mapping[str, str]) -> None:
    """Copy the data."""
    keeping.back_up(found, keep=wished.keep)


def restore(wished: argparse.Namespace, found: Mapping[str, str]) -> None:
    """Put a copy of the data back."""
    keeping.restore(found, wished.name)


def web(wished: argparse.Namespace, found: Mapping[str, str]) -> None:
    """Become the web server, with as many processes as `up` would have, or MOOTHILL_WEB asks for."""
    listener = socket.create_server(("0.0.0.0", wished.port))  # noqa: S104  (only the network of the container)
    os.set_inheritable(listener.fileno(), True)
    become(process_specs.web(listener, {}, processes=process_counts(host_info.cores(), found).web))


def worker(wished: argparse.Namespace, _found: Mapping[str, str]) -> None:
    """Become a worker on some queues."""
    name = wished.name or wished.queues.partition(",")[0]
    many = wished.threads or wished.processes or host_info.cores()
    pool = "threads" if wished.threads else "prefork"
    nice = 0 if "ratings" in wished.queues else NICE
    become(process_specs.worker(name, {}, queues=wished.queues, processes=many, nice=nice, pool=pool))


def bots(wished: argparse.Namespace, found: Mapping[str, str]) -> None:
    """Become the worker for uploaded bots; its key signs nothing that the site would believe."""
    apart = bots_environment(found, database=found["DATABASE_URL"], redis=found["REDIS_URL"])
    many = wished.processes or shares(host_info.cores())[1]
    name = wished.name or "bots"
    become(process_specs.worker(name, apart, queues="bots,programs", processes=many, nice=NICE, is_apart=True))


def beat(_wished: argparse.Namespace, found: Mapping[str, str]) -> None:
    """Become the clock."""
    folder = Path(found.get("MOOTHILL_VAR", TEMPORARY)) / "beat"
    folder.mkdir(parents=True, exist_ok=True)
    become(process_specs.beat(folder / "schedule", {}))


def manage(wished: argparse.Namespace, _found: Mapping[str, str]) -> None:
    """Become one of Django's commands. Raises ConfigurationError for commands that only the launcher has."""
    command = " ".join(wished.words[:1])
    if command in ("backup", "restore"):
        raise ConfigurationError(f"Run this on the host instead: {keeping.COMMAND} {' '.join(wished.words)}")
    if command in ("up", "worker", "doctor", "test", "chaos"):
        raise ConfigurationError(f"`manage.py {command}` does not work in a container. See docs/docker.md.")
    os.execv(sys.executable, [sys.executable, "-m", "django", *wished.words])


def become(child: Child) -> None:
    """Let the program take the place of this one, so that signals reach it."""
    os.chdir(child.cwd)
    os.nice(child.nice)
    os.execve(child.argv[0], list(child.argv), dict(child.env))


ROLES: Mapping[str, Callable[[argparse.Namespace, Mapping[str, str]], None]] = {
    "migrate": migrate,
    "backup": backup,
    "restore": restore,
    "web": web,
    "worker": worker,
    "bots": bots,
    "beat": beat,
    "manage": manage,
}

if __name__ == "__main__":
    main(sys.argv[1:])
