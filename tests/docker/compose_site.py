"""A site as the compose file describes it, without Docker: its own PostgreSQL and Redis, secrets and containers.

Each container is a process in a clean environment that finds only the files of the image. Where bubblewrap is
available, it also has a read-only root, no privileges, and cannot create namespaces.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from redis import Redis

from league.conf.launcher.os_users import service_user
from league.conf.launcher.postgres import binaries_for
from league.conf.launcher.redis import find_program
from tests.chaos.restartable import children_of
from tests.docker.image import DOCKER, image, services, unpack

PATIENCE = 90.0  # seconds, for a machine that is busy
ONLOOKER = "user onlooker on nopass ~* &* +@all"


class House:
    """The folder of a place, and what runs in it. `folder` has a short path that every account may enter."""

    def __init__(self, folder: Path, at_end: ExitStack) -> None:
        self.folder = folder
        self.secrets = folder / "secrets"
        self.at_end = at_end
        self._ports = {name: free_port() for name in ("postgres", "redis", "web")}

    def furnish(self) -> None:
        """Lay out the image and the secrets; the addresses in them lead to the services of this house."""
        unpack(self.folder / "image")
        subprocess.run([DOCKER / "make-secrets", self.secrets], check=True, capture_output=True)
        for name, service in (("database_url", "postgres:5432"), ("redis_url", "redis:6379")):
            for file in (self.secrets / name, self.secrets / f"programs_{name}"):
                address = f"127.0.0.1:{self._ports[service.partition(':')[0]]}"
                file.write_text(file.read_text().replace(service, address))

    def build(self) -> None:
        """Compile Python and collect static files, as the build of the image does."""
        words = [sys.executable, "-m", "compileall", "-q", "-j", "0", "engine", "league", "games", "docker"]
        subprocess.run(words, cwd=self.folder / "image", check=True)
        (collect,) = [each.rest for each in image().all("RUN") if "collectstatic" in each.rest]
        subprocess.run(["sh", "-c", collect], cwd=self.folder / "image", env=self.of_image(), check=True)

    def start_postgres(self) -> None:
        """A PostgreSQL that asks for passwords, in which the script of its container has made the roles."""
        account = service_user(self.folder / "data")
        binaries = binaries_for(account, beside=self.folder)
        for folder in (self.folder / "data", self.folder / "socket"):
            folder.mkdir()
            if account:
                account.make_folder(folder)
        as_account: dict[str, Any] = {"user": account.uid, "group": account.gid, "extra_groups": ()} if account else {}
        initdb: list[str | Path] = [
            binaries / "initdb",
            "-D",
            self.folder / "data",
            "-U",
            "postgres",
            "--auth-local=trust",
        ]
        plain = {"PATH": os.defpath, "LC_ALL": "C"}
        subprocess.run(
            [*initdb, "--auth-host=scram-sha-256", "--no-sync"],
            env=plain, cwd="/", check=True, capture_output=True, **as_account,
        )  # fmt: skip
        words = [binaries / "postgres", "-D", self.folder / "data", "-k", self.folder / "socket"]
        port = str(self._ports["postgres"])
        self.keep([*words, "-h", "127.0.0.1", "-p", port, "-c", "fsync=off"], "postgres", env=plain, **as_account)
        until((self.folder / f"socket/.s.PGSQL.{port}").exists, "PostgreSQL starts")
        self._programs_of_postgres = binaries
        self.in_postgres([str(DOCKER / "roles.sh")])

    def in_postgres(self, words: list[str], given: Path | None = None) -> bytes:
        """Run a command in the PostgreSQL container with this input, as `docker compose exec -T`; return its output."""
        environment = {
            "PATH": f"{self._programs_of_postgres}:{os.defpath}",
            "PGHOST": str(self.folder / "socket"),
            "PGPORT": str(self._ports["postgres"]),
            "POSTGRES_USER": "postgres",
            "SECRETS": str(self.secrets),
        }
        return subprocess.run(
            words, env=environment, input=given.read_bytes() if given else None, check=True, capture_output=True
        ).stdout

    def start_redis(self) -> None:
        """A Redis with the rights of its container, and somebody who may ask it what it refused."""
        rights = self.folder / "redis.acl"
        rights.write_text((self.secrets / "redis.acl").read_text() + ONLOOKER + "\n")
        words = [find_program(), "--port", str(self._ports["redis"]), "--bind", "127.0.0.1", "--aclfile", rights]
        self.keep([*words, "--save", "", "--dir", self.folder], "redis", env={"LC_ALL": "C"})
        until(lambda: self._answers("redis"), "Redis starts")

    def superuser(self) -> "psycopg.Connection[Any]":
        """The superuser's line to the database."""
        where = f"host={self.folder / 'socket'} port={self._ports['postgres']} user=postgres dbname=moothill"
        return psycopg.connect(where, autocommit=True)

    def refused_by_redis(self) -> list[str]:
        """Return the commands that Redis refused, by user and reason."""
        with Redis(port=self._ports["redis"], username="onlooker", password="any", decode_responses=True) as redis:
            log: Any = redis.acl_log()
        return [f"{entry['username']}: {entry['reason']} {entry['object']}" for entry in log]

    def container(self, name: str, *more: str, **environment: str) -> "Container":
        """Return the container of this service from the compose file, with `more` appended to its command."""
        words = [*services()[name]["command"], *more]
        if words[0] == "web":
            words += ["--port", str(self._ports["web"])]
        return self._box(name, f"{name}{''.join(more)}", words, self.environment(name) | environment)

    def run_once(self, name: str, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Run another command in the container of a service, as `docker compose run --rm` does."""
        return self._box(name, f"{name}-once", list(words), self.environment(name) | environment).run()

    def _box(self, service: str, name: str, words: list[str], environment: dict[str, str]) -> "Container":
        volumes = [each.split(":") for each in services()[service].get("volumes", []) if not each.endswith(":ro")]
        writable = [self.mounted(service)[path] for _, path, *_ in volumes]
        return Container(self, name, words, environment, writable)

    def environment(self, name: str) -> dict[str, str]:
        """Return the environment that the image and the compose file set for a service, and nothing else."""
        named = {each: str(value) for each, value in services()[name].get("environment", {}).items()}
        ours = {each: value.replace("/run/secrets", str(self.secrets)) for each, value in named.items()}
        mounted = self.mounted(name)
        return {each: str(mounted.get(value, value)) for each, value in (self.of_image() | ours).items()}

    def of_image(self) -> dict[str, str]:
        """Return the environment of the image, with the path of static files in the copy of the image."""
        found = image().environment()
        static = found["MOOTHILL_STATIC"].replace("/moothill", str(self.folder / "image"))
        path = f"{Path(sys.executable).parent}:{os.defpath}"
        return found | {"PATH": path, "HOME": "/nonexistent", "MOOTHILL_STATIC": static}

    def mounted(self, name: str) -> dict[str, Path]:
        """Return the local folders of a service's volumes, by their path in the container."""
        volumes = [each.split(":") for each in services()[name].get("volumes", [])]
        found = {path: self.folder / f"volume-{volume}" for volume, path, *_ in volumes}
        for folder in found.values():
            folder.mkdir(exist_ok=True)
        return found

    def run(self, words: list[str], environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
        """Run a program of the image to its end."""
        return subprocess.run(
            words, cwd=self.folder / "image", env=environment, capture_output=True, text=True, check=False
        )

    def run_as(self, name: str, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command in the environment of a service."""
        return self.run([sys.executable, "-m", "docker.entrypoint", *words], self.environment(name))

    @property
    def web_port(self) -> int:
        """Where the site listens."""
        return self._ports["web"]

    def keep(self, words: list[Any], name: str, **how: Any) -> "subprocess.Popen[bytes]":
        """Start a process that ends with the site."""
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [str(word) for word in words], cwd=how.pop("cwd", "/"), stdout=log, stderr=log, **how
            )
        self.at_end.callback(process.wait)
        self.at_end.callback(process.kill)
        return process

    def _answers(self, service: str) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self._ports[service])) == 0


class Container:
    """One service of the site: a process, its log, and its health check."""

    def __init__(
        self, house: House, name: str, words: list[str], environment: dict[str, str], writable: list[Path]
    ) -> None:
        self._house = house
        self._name = name
        var = house.folder / f"var-{name}"
        var.mkdir(exist_ok=True)
        self._environment = environment | {"MOOTHILL_VAR": str(var / "moothill")}  # not there, as in the image
        self._words = [*box(house.folder, [var, *writable]), sys.executable, "-m", "docker.entrypoint", *words]

    def start(self, ready: str) -> "Container":
        """Start the service, which ends with the site. `ready` is the log text to wait for."""
        self._ready = ready
        self._process = self._house.keep(
            self._words, self._name, cwd=self._house.folder / "image", env=self._environment, start_new_session=True
        )
        self._house.at_end.callback(self._kill_all)
        return self

    def run(self) -> "subprocess.CompletedProcess[str]":
        """Run it to its end."""
        return self._house.run(self._words, self._environment)

    def becomes_well(self) -> None:
        """Return when the service is ready and its health check passes; fail with its log otherwise."""
        until(lambda: self._ready in self.log() or self._process.poll() is not None, f"{self._name} is ready")
        until(lambda: self.health() == "" or self._process.poll() is not None, f"{self._name} is well")
        assert self._process.poll() is None, self.log()[-3000:]

    def health(self) -> str:
        """Return the output of the health check; empty if it passes."""
        service = self._name.partition("-")[0]
        _, *words = services()[service]["healthcheck"]["test"]
        named = self._words[self._words.index("--name") + 1 :][:1] if "--name" in self._words else []
        words = [*words[:-1], *named] if named else words
        port = [str(self._house.web_port)] if service == "web" else []
        return self._house.run([sys.executable, *words[1:], *port], self._environment).stderr.strip()

    def log(self) -> str:
        """Return the log of the service."""
        return (self._house.folder / f"{self._name}.log").read_text()

    def ask_to_stop(self) -> None:
        """Ask it to end as the engine does."""
        self._asked = time.monotonic()
        os.kill(self._inner(), signal.SIGTERM)

    def seconds_to_stop(self) -> float:
        """How long it took to end after it was asked."""
        self._process.wait(timeout=PATIENCE)
        return time.monotonic() - self._asked

    def _inner(self) -> int:
        """The process in the box."""
        return children_of(self._process.pid)[0] if shut_in() else self._process.pid

    def _kill_all(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)


@cache
def shut_in() -> str:
    """The program that shuts processes in here as an engine would; empty where there is none that works."""
    program = shutil.which("bwrap") or ""
    works = program and not subprocess.run([program, "--ro-bind", "/", "/", "true"], check=False).returncode
    return program if works else ""


def box(folder: Path, writable: list[Path]) -> list[str]:
    """The command before a command that shuts it in as the compose file does; nothing where that cannot be done."""
    if not shut_in():
        return []
    return [
        shut_in(),
        *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/dev/shm"),
        *("--ro-bind", str(folder), str(folder)),
        *(word for each in writable for word in ("--bind", str(each), str(each))),
        *("--unshare-user", "--disable-userns", "--cap-drop", "ALL", "--die-with-parent"),
        "--",
    ]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until it holds; fail with what was waited for."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"It did not come to pass: {what}.")
        time.sleep(0.1)


@contextmanager
def furnished() -> Iterator[House]:
    """A house with its files and secrets, its services not yet started; at the end nothing of it is left."""
    folder = Path(tempfile.mkdtemp(prefix="moothill-docker-"))
    folder.chmod(0o755)
    with ExitStack() as at_end:
        at_end.callback(shutil.rmtree, folder, ignore_errors=True)
        house = House(folder, at_end)
        house.furnish()
        yield house
