"""In which account root runs the worker for programs of strangers: one that is nobody else's, and is nobody's name.

It is a number that no service has and no process runs as. `nobody` would not do: PostgreSQL runs as that one, and so
may services of others, whose memory and files would be open to whoever gets out of a sandbox.
"""

import grp
import hashlib
import os
import pwd
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from league.conf.launcher import reading, redis
from league.conf.launcher.accounts import Account, name_of
from league.conf.launcher.errors import MissingPart, ServiceFailed
from league.conf.launcher.hiring import refuse_silence_for_strangers
from league.conf.launcher.places import Place
from league.conf.launcher.site import PROGRAMS_REDIS_URL, PROGRAMS_URL

REACHED = """
import os, sys
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.hiring import refuse_silence_for_strangers
try:
    refuse_silence_for_strangers(os.environ)
except ServiceFailed as silent:
    sys.exit(" ".join(str(silent).split()))
"""
NUMBERS = range(65520, 65532)
"""Debian and systemd give these to nobody, and containers of 65,536 accounts have them; 65532 is `nonroot`."""

SOURCE = ("engine", "games", "league", "locale", "templates", "manage.py", "pyproject.toml")
PYTHON = Path(sys.executable)
KEPT = ("beat", "lock", "log", "redis")  # besides what is made for its owner alone: the key, the database, backups


@dataclass(frozen=True)
class Lodging:
    """The account of that worker; None where it is our own, and then, if we are root, why."""

    account: Account | None = None
    obstacle: str = ""


def lodging_at(place: Place) -> Lodging:
    """Where the worker for programs of strangers is to run: tried, whether it could read what it works from."""
    if os.geteuid() != 0 or sys.platform != "linux":
        return Lodging()
    if not name_of(0):
        return Lodging(obstacle="root has no user name on this system")
    account = free_account(place)
    if account is None:
        return Lodging(obstacle=f"no user ID from {NUMBERS.start} to {NUMBERS.stop - 1} is free")
    obstacle = _what_redis_lacks() or what_hinders(account, worked_from(place)) or what_is_out_of_reach(account, place)
    return Lodging(obstacle=obstacle) if obstacle else Lodging(account)


def free_account(place: Place) -> Account | None:
    """A number that is no user, no group, and no process's; two places begin their search at different ones."""
    start = int(hashlib.sha256(os.fsencode(place.var)).hexdigest(), 16) % len(NUMBERS)
    taken = set(_numbers_at_work())
    for number in (*NUMBERS[start:], *NUMBERS[:start]):
        if number not in taken and not _is_named(number):
            return Account(number, number)
    return None


def worked_from(place: Place) -> Sequence[Path]:
    """What a worker reads: an interpreter that does not reach its own library takes another one's without a word."""
    return [Path(os.__file__).parent, place.environment.resolve(), *(place.root / name for name in SOURCE)]


def what_hinders(account: Account, needed: Sequence[Path], python: Path = PYTHON) -> str:
    """Why a worker cannot run in this account, empty where it can: tried with the interpreter and all files."""
    try:
        tried = account.runs(
            [str(python), "-I", "-S", "-B", "-", *(str(path) for path in needed if path.exists())],
            env={},
            read=Path(reading.__file__).read_text(),
        )
    except PermissionError:
        return f"user ID {account.uid} cannot run {python.resolve()}"
    except OSError as refused:
        return f"user ID {account.uid} is not available: {refused.strerror}"
    unread = (tried.stderr.strip().splitlines() or [f"what {python} is made of"])[-1]
    return f"user ID {account.uid} cannot read {unread}" if tried.returncode else ""


def what_is_out_of_reach(account: Account, place: Place) -> str:
    """Which server of the operator's own answers us and not this account, such as one behind a socket; else empty."""
    known = {name: os.environ[name] for name in (PROGRAMS_URL, PROGRAMS_REDIS_URL, "REDIS_URL") if name in os.environ}
    try:
        refuse_silence_for_strangers(known)
    except (ServiceFailed, ImportError):
        return ""
    tried = account.runs([str(PYTHON), "-B", "-c", REACHED], cwd=place.root, env=known) if known else None
    if tried is None or not tried.returncode:
        return ""
    return f"for user ID {account.uid}, {tried.stderr.strip().splitlines()[-1]}"


def shut_away(place: Place) -> None:
    """Let nobody but us into what this place keeps: what is served from memory may lie in files that all could read."""
    for name in KEPT:
        place.folder(name).chmod(0o700)


def _what_redis_lacks() -> str:
    """Why the Redis that is started here cannot keep its guests from what is not theirs; empty where it can."""
    if "REDIS_URL" in os.environ:
        return ""  # what it may do there the operator decides
    with suppress(MissingPart):
        version = redis.version_of(redis.find_program())
        if not redis.knows_users(version):
            return f"Redis {version} is too old for separate users (6.2 or newer is needed)"
    return ""


def _numbers_at_work() -> set[int]:
    found: set[int] = set()
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with suppress(OSError):
                found.add(process.stat().st_uid)
    return found


def _is_named(number: int) -> bool:
    asked: tuple[Callable[[int], object], ...] = (pwd.getpwuid, grp.getgrgid)
    for ask in asked:
        with suppress(KeyError):
            ask(number)
            return True
    return False
