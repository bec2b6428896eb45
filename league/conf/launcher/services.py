"""PostgreSQL and Redis: embedded, unless the environment names your own."""

import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeAlias

from league.conf.launcher import postgres, redis
from league.conf.launcher.environment import PROGRAMS_REDIS_URL, PROGRAMS_URL
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.os_users import service_user
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.processes import Process, last_lines, open_private, stop

SOCKETS = "moothill-"
START_SECONDS = 60.0
STARTS = 4
Service: TypeAlias = postgres.Cluster | redis.Server


class Embedded:
    """The embedded services of an installation, and the addresses by which processes reach all services.

    `sockets` is a folder with a short path that other accounts cannot enter. The worker for uploaded bots has its own
    database role and Redis user.
    """

    def __init__(self, place: InstallPaths, sockets: Path, *, connections: int = 0, to_fill: bool = False) -> None:
        self.services: list[Service] = []
        self.addresses: dict[str, str] = {}
        self.descriptions: list[str] = []
        self.sockets = sockets
        self._password = secrets.token_urlsafe(36)
        self._redis_for_programs = os.environ.get(PROGRAMS_REDIS_URL) or os.environ.get("REDIS_URL", "")
        if "DATABASE_URL" not in os.environ:
            self._add_postgres(place, connections, to_fill=to_fill)
        if "REDIS_URL" not in os.environ:
            self._add_redis(place)

    @property
    def has_database(self) -> bool:
        """Whether PostgreSQL is embedded."""
        return "DATABASE_URL" in self.addresses

    def address_for_programs(self) -> str:
        """Return the database address of the worker for uploaded bots; empty if it has no role."""
        if self.has_database:
            return postgres.address_of(self.sockets, postgres.DATABASE, f"{postgres.PROGRAMS}:{self._password}")
        return os.environ.get(PROGRAMS_URL, "")

    def redis_for_programs(self) -> str:
        """Return the Redis address of that worker."""
        return self._redis_for_programs

    def admit_programs(self) -> None:
        """Give the role of that worker its password, after `migrate` has created it."""
        if self.has_database:
            postgres.set_password(self.sockets, postgres.PROGRAMS, self._password)

    def make_database(self) -> None:
        """Create the database, once PostgreSQL runs."""
        if self.has_database:
            postgres.create_database(self.sockets, postgres.DATABASE)

    def _add_postgres(self, place: InstallPaths, connections: int, *, to_fill: bool) -> None:
        home = postgres.data_home(place, to_fill=to_fill)
        data = home / str(postgres.MAJOR)
        account = service_user(data)
        if account:
            account.takes(self.sockets)
        cluster = postgres.Cluster(
            binaries=postgres.binaries_for(account, beside=home),
            data=data,
            sockets=self.sockets,
            account=account,
            settings=postgres.serving(connections),
            is_guarded=True,
        )
        self.services.append(cluster)
        self.addresses["DATABASE_URL"] = cluster.url(postgres.DATABASE)
        self.descriptions.append(f"{postgres.MAJOR}, data in {place.shown(data)}")

    def _add_redis(self, place: InstallPaths) -> None:
        program = redis.find_program()
        version = redis.version_of(program)
        server = redis.Server(
            program=program,
            folder=place.folder("redis") / ".".join(version.split(".")[:2]),
            socket=self.sockets / "redis.sock",
            passwords=(secrets.token_urlsafe(36), secrets.token_urlsafe(36)),
        )
        self.services.append(server)
        self.addresses["REDIS_URL"] = server.url
        self._redis_for_programs = server.url_for_programs
        self.descriptions.append(f"{version}, {place.shown(program)}")


@contextmanager
def embedded(place: InstallPaths, *, connections: int = 0, to_fill: bool = False) -> Iterator[Embedded]:
    """Prepare the services, not yet started, with a new folder for their sockets; `var/sockets` leads there."""
    link = place.folder("") / "sockets"
    _remove_sockets(link)
    sockets = Path(tempfile.mkdtemp(prefix=SOCKETS))
    link.symlink_to(sockets)
    try:
        yield Embedded(place, sockets, connections=connections, to_fill=to_fill)
    finally:
        _remove_sockets(link)


def _remove_sockets(link: Path) -> None:
    """Remove the folder of sockets that `link` leads to; a killed process leaves it behind."""
    if link.is_symlink():
        if link.readlink().name.startswith(SOCKETS):
            shutil.rmtree(link.readlink(), ignore_errors=True)
        link.unlink()


@contextmanager
def started(place: InstallPaths, services: Embedded) -> Iterator[None]:
    """Run the services for one command."""
    with ExitStack() as at_end:
        for service in services.services:
            child = service.child()
            at_end.callback(stop, start_alone(service, place.logs / f"{child.name}.log"), child)
        services.make_database()
        yield


def start_alone(service: Service, log: Path) -> Process:
    """Start a service without a supervisor, and wait until it answers. Raise ServiceFailed.

    A service that ends is started again, because a server that was killed before may still be stopping.
    """
    service.prepare()
    child = service.child()
    deadline = time.monotonic() + START_SECONDS
    for pause in range(STARTS):
        time.sleep(pause)
        with open(log, "ab", opener=open_private) as output:
            process = child.start(output)
        while process.poll() is None and time.monotonic() < deadline:
            if service.is_ready(process.pid):
                return process
            time.sleep(0.01)
        stop(process, child)
    raise ServiceFailed(f"{child.name} did not start. Last lines of {log}:\n{last_lines(log)}")
