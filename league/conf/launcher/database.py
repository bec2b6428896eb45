"""PostgreSQL databases: connections, migrations, and copies by `pg_dump` and `pg_restore` of the environment.

Migrations are found without Django, whose start takes a second and memory.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league.conf.launcher import postgres
from league.conf.launcher.console import ConfigurationError, ServiceFailed
from league.conf.launcher.paths import PACKAGES, InstallPaths
from league.conf.launcher.processes import Child

if TYPE_CHECKING:
    from psycopg import Connection

NEW = f"{postgres.DATABASE}_new"
SECONDS = 5  # for a server to answer
OTHER_APPS = ("axes", *(f"django/contrib/{name}" for name in ("admin", "auth", "contenttypes", "sessions")))
CERTIFICATES = {"HOME", "SSL_CERT_FILE", "SSL_CERT_DIR"}  # where libpq looks for them, and for `.pgpass`


def as_libpq_spells(address: str) -> str:
    """Return an address as PostgreSQL's programs read it. Django's settings also accept `psql://` and `pgsql://`."""
    return "postgresql:" + address.partition(":")[2]


def connect(address: str) -> "Connection[Any]":
    """Connect to a database."""
    import psycopg

    return psycopg.connect(as_libpq_spells(address), connect_timeout=SECONDS)


def server_version(address: str, named_by: str = "DATABASE_URL") -> str:
    """Return the version of a server. Raise ServiceFailed, which says what names it, if it does not answer."""
    import psycopg

    try:
        with connect(address) as connection:
            return str(connection.info.parameter_status("server_version"))
    except psycopg.Error as error:
        raise ServiceFailed(f"Cannot connect to the PostgreSQL server in {named_by}: {str(error).strip()}") from None


def migrations_here(place: InstallPaths) -> set[str]:
    """Return the names of all migrations of this version, such as `clubs.0003_colours`."""
    folders = [*place.root.glob("*/*/migrations"), *(PACKAGES / app / "migrations" for app in OTHER_APPS)]
    return {f"{folder.parent.name}.{path.stem}" for folder in folders for path in folder.glob("[0-9]*.py")}


def migrations_at(address: str) -> set[str]:
    """Return the names of the migrations that a database has had; none if it is empty."""
    if not _rows(address, "SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'django_migrations'"):
        return set()
    return {f"{app}.{name}" for app, name in _rows(address, "SELECT app, name FROM django_migrations")}


def refuse_newer(place: InstallPaths, migrations: Iterable[str], remedy: str) -> None:
    """Raise ConfigurationError if data have had migrations that only a newer version has."""
    if unknown := sorted(set(migrations) - migrations_here(place)):
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
    """Write a database to a file that `fill` reads. Raise ServiceFailed.

    Privileges and owners are left out, because `migrate` grants privileges again.
    """
    _run("pg_dump", address, "--format=custom", "--no-owner", "--no-privileges", f"--file={into}")


def fill(address: str, dump: Path) -> None:
    """Fill an empty database from a file of `dump`, wholly or not at all. Raise ServiceFailed."""
    _run("pg_restore", address, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(dump))


def exchange(sockets: Path, dump: Path) -> None:
    """Replace the embedded database with one filled from a file of `dump`. Raise ServiceFailed.

    It must have no connections. On failure nothing changes.
    """
    import psycopg

    drop = f"DROP DATABASE IF EXISTS {NEW}"
    postgres.execute(sockets, drop, f"CREATE DATABASE {NEW}")
    try:
        fill(postgres.address_of(sockets, NEW), dump)
        postgres.replace_database(sockets, by=NEW)
    except psycopg.errors.ObjectInUse as failure:
        raise ServiceFailed(f"The database is in use, for example by psql: {failure}") from None
    finally:
        with suppress(psycopg.Error):
            postgres.execute(sockets, drop)


def _run(program: str, address: str, *words: str) -> None:
    """Run a program of PostgreSQL, with the password in its environment, where other accounts cannot read it.

    On Linux it uses psycopg's libpq, because its own knows no TLS.
    """
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    known = conninfo_to_dict(as_libpq_spells(address))
    password = known.pop("password", None)
    env = {name: value for name, value in os.environ.items() if name.startswith("PG") or name in CERTIFICATES}
    env |= postgres.PLAIN_ENVIRONMENT | ({"PGPASSWORD": str(password)} if password else {})
    if libpq := next(PACKAGES.glob("psycopg_binary.libs/libpq-*"), None):
        env |= {"LD_PRELOAD": libpq.name, "LD_LIBRARY_PATH": str(libpq.parent)}  # a name has no spaces
    argv = [str(postgres.wheel_binaries() / program), f"--dbname={make_conninfo('', **known)}", "-w", *words]
    Child(name=program, argv=argv, cwd=Path.cwd(), env=env).run()
