"""The services that Moothill stands on, PostgreSQL and Redis: embedded, as far as the environment names none."""

import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from league.conf.launcher import postgres, redis
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.logfile import open_private
from league.conf.launcher.os_users import service_user
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.postgres_data_dir import postgres_data_dir
from league.conf.launcher.process_environment import PROGRAMS_REDIS_URL, PROGRAMS_URL
from league.conf.launcher.processes import Child, Process, last_lines, stop

SOCKETS = "moothill-"
START_SECONDS = 60.0


class Service(Protocol):
    """A server that can be prepared, started, and asked whether it is ready."""

    def prepare(self) -> None:
        """Do what has to be done before every start."""

    def child(self) -> Child:
        """The server as a child process."""

    def is_ready(self, pid: int, /) -> bool:
        """Whether the server with this process id answers."""


class Embedded:
    """The services that a place runs itself, and the addresses of all services.

    `sockets` is a folder with a short path that nobody else can enter; it lasts as long as the services run.
    So many `connections` to PostgreSQL may be open. With `to_fill` it may begin beside data of another version.
    The worker for uploaded bots gets addresses of its own: a role of PostgreSQL and a user of Redis, with passwords.
    """

    def __init__(
        self,
        place: InstallPaths,
        sockets: Path,
        *,
        connections: int = 0,
        to_fill: bool = False,
    ) -> None:
        self.services: list[Service] = []
        self.addresses: dict[str, str] = {}
        self.descriptions: list[tuple[str, str]] = []
        self._place = place
        self._password = secrets.token_urlsafe(36)
        self._redis_for_programs = ""
        self.sockets = sockets
        if "DATABASE_URL" not in os.environ:
            self._add_postgres(connections, to_fill=to_fill)
        if "REDIS_URL" not in os.environ:
            self._add_redis()

    def address_for_programs(self) -> str:
        """Where the worker for uploaded bots finds the database; empty where nobody made it a role."""
        if "DATABASE_URL" in self.addresses:
            return postgres.address_of(self.sockets, postgres.DATABASE, f"{postgres.PROGRAMS}:{self._password}")
        return os.environ.get(PROGRAMS_URL, "")

    def redis_for_programs(self) -> str:
        """Where that worker finds Redis: by its own user where it has one, else as the site does."""
        return self._redis_for_programs or os.environ.get(PROGRAMS_REDIS_URL) or os.environ["REDIS_URL"]

    def admit_programs(self) -> None:
        """Give the role of the worker for uploaded bots its password, once `migrate` has made the role."""
        if "DATABASE_URL" in self.addresses:
            postgres.set_password(self.sockets, postgres.PROGRAMS, self._password)

    def make_database(self) -> None:
        """Make the database, once PostgreSQL runs."""
        if "DATABASE_URL" in self.addresses:
            postgres.create_database(self.sockets, postgres.DATABASE)

    def _add_postgres(self, connections: int, *, to_fill: bool) -> None:
        house = postgres_data_dir(self._place, to_fill=to_fill)
        data = house / str(postgres.MAJOR)
        account = service_user(data)
        if account:
            account.takes(self.sockets)
        cluster = postgres.Cluster(
            binaries=postgres.binaries_for(account, beside=house),
            data=data,
            sockets=self.sockets,
            account=account,
            settings=postgres.serving(connections),
            is_guarded=True,
        )
        self.services.append(cluster)
        self.addresses["DATABASE_URL"] = cluster.url(postgres.DATABASE)
        self.descriptions.append(("postgres", f"{postgres.MAJOR}, data in {self._place.shown(cluster.data)}"))

    def _add_redis(self) -> None:
        program = redis.find_program()
        version = redis.version_of(program)
        server = redis.Server(
            program=program,
            folder=self._place.folder("redis") / ".".join(version.split(".")[:2]),
            socket=self.sockets / "redis.sock",
            passwords=redis.Passwords() if redis.knows_users(version) else None,
        )
        self.services.append(server)
        self.addresses["REDIS_URL"] = server.url
        self._redis_for_programs = server.url_for_programs
        self.descriptions.append(("redis", f"{version}, {self._place.shown(program)}"))


@contextmanager
def embedded(place: InstallPaths, *, connections: int = 0, to_fill: bool = False) -> Iterator[Embedded]:
    """The services of a place, not yet started, in a fresh folder for their sockets; `var/sockets` leads there."""
    sign = place.folder("") / "sockets"
    _remove_sockets(sign)
    sockets = Path(tempfile.mkdtemp(prefix=SOCKETS))
    sign.symlink_to(sockets)
    try:
        yield Embedded(place, sockets, connections=connections, to_fill=to_fill)
    finally:
        _remove_sockets(sign)


@contextmanager
def started(place: InstallPaths, services: Embedded) -> Iterator[None]:
    """The services of a place, running for the duration of one command."""
    with ExitStack() as at_end:
        for service in services.services:
            child = service.child()
            at_end.callback(stop, start_alone(service, place.logs / f"{child.name}.log"), child)
        services.make_database()
        yield


def start_alone(service: Service, log: Path) -> Process:
    """Start a service without a supervisor, and wait until it answers. Raises ServiceFailed."""
    service.prepare()
    child = service.child()
    with open_private(log) as output:
        process = child.start(output)
    deadline = time.monotonic() + START_SECONDS
    while not service.is_ready(process.pid):
        if process.poll() is not None or time.monotonic() > deadline:
            stop(process, child)
            raise ServiceFailed(f"{child.name} did not start. Last lines of {log}:\n{last_lines(log)}")
        time.sleep(0.01)
    return process


def _remove_sockets(sign: Path) -> None:
    """Remove the folder of sockets that `sign` leads to; a killed process leaves it behind."""
    if sign.is_symlink():
        folder = sign.readlink()
        if folder.name.startswith(SOCKETS):
            shutil.rmtree(folder, ignore_errors=True)
        sign.unlink()
