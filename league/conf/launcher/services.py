"""PostgreSQL and Redis: embedded, unless the environment names your own."""

import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeAlias

from league.conf.launcher import postgres, redis
from league.conf.launcher.console import ConfigurationError, timed
from league.conf.launcher.environment import PROGRAMS_REDIS_URL, PROGRAMS_URL, InstallPaths
from league.conf.launcher.instance_lock import PATIENCE, holder, occupied
from league.conf.launcher.processes import ManagedProcess, Supervisor, supervised

SOCKETS = "moothill-"  # what names of folders of sockets begin with
START_SECONDS = 60.0
Service: TypeAlias = postgres.Cluster | redis.Server


class Embedded:
    """The embedded services of an installation, and the addresses by which processes reach all services.

    `sockets` is a folder with a short path that other accounts cannot enter. The worker for uploaded bots has its own
    database role, if `programs_database` is not empty, and its own Redis user.
    """

    def __init__(self, place: InstallPaths, sockets: Path, *, connections: int = 0, to_fill: bool = False) -> None:
        self.services: dict[str, Service] = {}  # by what users read about them
        self.addresses: dict[str, str] = {}
        self.sockets = sockets
        self.has_database = "DATABASE_URL" not in os.environ
        self.programs_database = os.environ.get(PROGRAMS_URL, "")
        self.programs_redis = os.environ.get(PROGRAMS_REDIS_URL) or os.environ.get("REDIS_URL", "")
        self._passwords = (secrets.token_urlsafe(36), secrets.token_urlsafe(36))
        if self.has_database:
            data = postgres.data_home(place, to_fill=to_fill) / str(postgres.MAJOR)
            cluster = postgres.Cluster(data, sockets, postgres.serving(connections), is_guarded=True)
            self.services[f"{postgres.MAJOR}, data in {place.shown(data)}"] = cluster
            self.addresses["DATABASE_URL"] = cluster.url(postgres.DATABASE)
            self.programs_database = cluster.url(postgres.DATABASE, f"{postgres.PROGRAMS}:{self._passwords[1]}")
        if "REDIS_URL" not in os.environ:
            server = redis.Server(sockets / "redis.sock", self._passwords)
            self.services[place.shown(redis.find_program())] = server
            self.addresses["REDIS_URL"] = server.url
            self.programs_redis = redis.address_of(server.socket, f"programs:{self._passwords[1]}@")

    def admit_programs(self) -> None:
        """Give the role of the worker for uploaded bots its password, after `migrate` has created it."""
        from psycopg.sql import SQL, Identifier, Literal

        if self.has_database:
            password = Literal(self._passwords[1])
            change = SQL("ALTER ROLE {} PASSWORD {}").format(Identifier(postgres.PROGRAMS), password)
            postgres.execute(self.sockets, change)

    def start(self, supervisor: Supervisor, *, is_quiet: bool = False) -> None:
        """Start the services, and create the database."""
        for description, service in self.services.items():
            with nullcontext() if is_quiet else timed(service.child().name, description):
                start(supervisor, service)
        if self.has_database:
            from psycopg.errors import DuplicateDatabase

            with suppress(DuplicateDatabase):
                postgres.execute(self.sockets, f"CREATE DATABASE {postgres.DATABASE}")


def start(supervisor: Supervisor, service: Service) -> ManagedProcess:
    """Start a service, and wait until it answers. One that was killed before may still be stopping: try again."""
    managed = supervisor.start(service.child(), service.prepare)
    supervisor.wait_for(managed, lambda: service.is_ready(managed.process.pid), START_SECONDS)
    return managed


@contextmanager
def embedded(place: InstallPaths, *, connections: int = 0, to_fill: bool = False) -> Iterator[Embedded]:
    """Prepare the services, not yet started, with a new folder for their sockets; `var/sockets` leads there."""
    link = place.folder("") / "sockets"
    if link.is_symlink():  # of a process that was killed
        if link.readlink().name.startswith(SOCKETS):
            shutil.rmtree(link.readlink(), ignore_errors=True)
        link.unlink()
    with tempfile.TemporaryDirectory(prefix=SOCKETS, ignore_cleanup_errors=True) as sockets:
        link.symlink_to(sockets)
        try:
            yield Embedded(place, Path(sockets), connections=connections, to_fill=to_fill)
        finally:
            link.unlink()


@contextmanager
def started(place: InstallPaths, *, to_fill: bool = False) -> Iterator[Embedded]:
    """Run the services for one command."""
    with embedded(place, to_fill=to_fill) as services, supervised(place.folder("log")) as supervisor:
        services.start(supervisor, is_quiet=True)
        yield services


@contextmanager
def at_hand(place: InstallPaths, command: str, needed: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Give addresses that the environment lacks: of the running Moothill, or of services started for this command.

    Raise ConfigurationError if the running one uses servers of your own, so that the environment must name them.
    """
    missing = [name for name in needed if name not in os.environ]
    deadline = time.monotonic() + PATIENCE
    while missing and (running := holder(place)) and not running.address and time.monotonic() < deadline:
        time.sleep(0.2)  # it is starting, or another command is at work
    if not missing:
        yield {}
    elif running and running.address:
        if elsewhere := [name for name in missing if name not in running.services]:
            raise ConfigurationError(f"{running} uses its own {elsewhere[0]}. Set the same {elsewhere[0]} here too.")
        yield {name: running.services[name] for name in missing}
    else:
        with occupied(place, command, deadline - time.monotonic()), started(place) as services:
            yield services.addresses
