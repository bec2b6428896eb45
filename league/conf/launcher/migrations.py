"""Which migrations a database has seen and which this Moothill has, told without Django: its start takes a second."""

import importlib.util
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from league.conf.launcher import external_services
from league.conf.launcher.paths import InstallPaths

if TYPE_CHECKING:
    from psycopg import Connection

FILES = "[0-9]*.py"
PARTS = ("axes", *(f"django.contrib.{name}" for name in ("admin", "auth", "contenttypes", "sessions")))
"""The apps with tables that are not Moothill's own."""


def migrations_here(place: InstallPaths) -> set[str]:
    """The names of all migrations of this Moothill and its parts, such as `clubs.0003_colours`."""
    folders = [*place.root.glob("*/*/migrations"), *(_folder_of(part) / "migrations" for part in PARTS)]
    return {f"{folder.parent.name}.{path.stem}" for folder in folders for path in folder.glob(FILES)}


def migrations_of(connection: "Connection[Any]") -> set[str]:
    """The names of the migrations that a database has seen; none where it is empty."""
    known = connection.execute("SELECT to_regclass('public.django_migrations')").fetchone()
    if not (known and known[0]):
        return set()
    return {f"{app}.{name}" for app, name in connection.execute("SELECT app, name FROM django_migrations")}


def migrations_at(address: str) -> set[str]:
    """The same, of the database at this address."""
    from psycopg import connect

    with connect(external_services.as_libpq_spells(address), connect_timeout=external_services.SECONDS) as connection:
        return migrations_of(connection)


def unknown_here(place: InstallPaths, migrations: Iterable[str]) -> list[str]:
    """Those of the migrations that this Moothill does not have, sorted: a newer one made them."""
    return sorted(set(migrations) - migrations_here(place))


def holds_tables(address: str) -> bool:
    """Whether the database at this address has any table."""
    from psycopg import connect

    with connect(external_services.as_libpq_spells(address), connect_timeout=external_services.SECONDS) as connection:
        row = connection.execute("SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public')").fetchone()
    return bool(row and row[0])


def _folder_of(part: str) -> Path:
    spec = importlib.util.find_spec(part)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{part} is not in the environment")
    return Path(spec.submodule_search_locations[0])
