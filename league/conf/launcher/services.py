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
from league.conf.launcher.instance_lock import LOCK_TIMEOUT, lock_instance, running_instance
from league.conf.launcher.processes import ManagedProcess, Supervisor, supervised

SOCKETS_PREFIX = "moothill-"  # of the names of folders for sockets
START_SECONDS = 60.0  # timeout
Service: TypeAlias = postgres.Cluster | redis.Server


class EmbeddedServices:
    """The embedded services of an installation, unless the environment names your own, and the addresses of all.

    `sockets` is a folder with a short path that other accounts cannot enter. The worker for uploaded bots has its own
    database role, if `bots_database` is not empty, and its own Redis user.
    """

    def __init__(self, paths: InstallPaths, sockets: Path, *, connections: int = 0, for_restore: bool = False) -> None:
        self.services: dict[str, Service] = {}  # by the description to print
        self.addresses: dict[str, str] = {}  # by environment variable
        self.sockets = sockets
        self.has_database = "DATABASE_URL" not in os.environ
        self.bots_database = os.environ.get(PROGRAMS_URL, "")
        self.bots_redis = os.environ.get(PROGRAMS_REDIS_URL) or os.environ.get("REDIS_URL", "")
        site_password, self._bots_password = secrets.token_urlsafe(36), secrets.token_urlsafe(36)
        if self.has_database:
            data = postgres.data_home(paths, for_restore=for_restore) / str(postgres.MAJOR)
            cluster = postgres.Cluster(data, sockets, postgres.server_settings(connections), is_restricted=True)
            self.services[f"{postgres.MAJOR}, data in {paths.shown(data)}"] = cluster
            self.addresses["DATABASE_URL"] = cluster.url(postgres.DATABASE)
            self.bots_database = cluster.url(postgres.DATABASE, f"{postgres.PROGRAMS}:{self._bots_password}")
        if "REDIS_URL" not in os.environ:
            server = redis.Server(sockets / "redis.sock", (site_password, self._bots_password))
            self.services[paths.shown(redis.find_program())] = server
            self.addresses["REDIS_URL"] = server.url
            self.bots_redis = redis.address_of(server.socket, f"programs:{self._bots_password}@")

    def set_bots_password(self) -> None:
        """Give the role of the worker for uploaded bots its password, after `migrate` has created it."""
        from psycopg.sql import SQL, Identifier, Literal

        if self.has_database:
            password = Literal(self._bots_password)
            statement = SQL("ALTER ROLE {} PASSWORD {}").format(Identifier(postgres.PROGRAMS), password)
            postgres.execute(self.sockets, statement)

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
    """Start a service, and wait until it answers. Start it again while a killed one before it is still stopping."""
    managed = supervisor.start(service.child(), service.prepare)
    supervisor.wait_for(managed, lambda: service.is_ready(managed.process.pid), START_SECONDS)
    return managed


@contextmanager
def embedded_services(
    paths: InstallPaths, *, connections: int = 0, for_restore: bool = False
) -> Iterator[EmbeddedServices]:
    """Prepare the services, not yet started, in a new folder for their sockets; `var/sockets` links to it."""
    link = paths.folder("") / "sockets"
    if link.is_symlink():  # of a process that was killed
        if link.readlink().name.startswith(SOCKETS_PREFIX):
            shutil.rmtree(link.readlink(), ignore_errors=True)
        link.unlink()
    with tempfile.TemporaryDirectory(prefix=SOCKETS_PREFIX, ignore_cleanup_errors=True) as sockets:
        link.symlink_to(sockets)
        try:
            yield EmbeddedServices(paths, Path(sockets), connections=connections, for_restore=for_restore)
        finally:
            link.unlink()


@contextmanager
def started_services(paths: InstallPaths, *, for_restore: bool = False) -> Iterator[EmbeddedServices]:
    """Run the services for one command."""
    with embedded_services(paths, for_restore=for_restore) as services, supervised(paths.folder("log")) as supervisor:
        services.start(supervisor, is_quiet=True)
        yield services


@contextmanager
def available_services(paths: InstallPaths, command: str, needed: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Yield the addresses that the environment lacks: of the running Moothill, or of services started for `command`.

    Raise ConfigurationError if the running Moothill uses servers of your own, which the environment must name.
    """
    missing = [name for name in needed if name not in os.environ]
    if not missing:
        yield {}
        return
    deadline = time.monotonic() + LOCK_TIMEOUT
    while (running := running_instance(paths)) and not running.address and time.monotonic() < deadline:
        time.sleep(0.2)  # it is starting, or another command is at work
    if running and running.address:
        if external := [name for name in missing if name not in running.services]:
            raise ConfigurationError(f"{running} uses its own {external[0]}. Set the same {external[0]} here too.")
        yield {name: running.services[name] for name in missing}
        return
    with lock_instance(paths, command, deadline - time.monotonic()), started_services(paths) as services:
        yield services.addresses
