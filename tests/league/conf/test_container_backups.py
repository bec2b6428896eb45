"""Backups in containers, by the functions of their entry point: a failed restore is repeated; remedies fit."""

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from redis import Redis

from docker import backup
from league.conf.launcher import backups
from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.postgres import holds_tables, libpq_address

pytestmark = pytest.mark.slow


@pytest.fixture
def full(database: Callable[[str], str]) -> str:
    """The address of a database with one migration and a player."""
    address = database("container_full")
    with psycopg.connect(libpq_address(address)) as connection:
        connection.execute("CREATE TABLE django_migrations (app text, name text)")
        connection.execute("INSERT INTO django_migrations VALUES ('clubs', '0001_initial')")
        connection.execute("CREATE TABLE player AS SELECT 'Ailsa' AS name")
    return address


def test_a_restore_that_failed_because_of_redis_is_repeated(
    full: str, database: Callable[[str], str], redis_url: str, tmp_path: Path
) -> None:
    empty = database("container_empty")
    made = {"DATABASE_URL": full, "REDIS_URL": redis_url, "MOOTHILL_BACKUPS": str(tmp_path)}
    backup.back_up(made, keep=None)
    (name,) = (each.name for each in backups.backups_in(tmp_path))
    without_redis = made | {"DATABASE_URL": empty, "REDIS_URL": f"unix://{tmp_path}/no-redis"}
    with pytest.raises(LauncherError, match=r"Redis .* Run this again\."):
        backup.restore(without_redis, name)
    assert not holds_tables(empty)

    with Redis.from_url(redis_url) as redis:
        redis.set(":1:page", "a page of the data before")
        with pytest.raises(ConfigurationError, match="already contains data"):
            backup.restore(made, name)
        assert redis.dbsize() == 1
        backup.restore(made | {"DATABASE_URL": empty}, name)
        assert redis.dbsize() == 0
    with psycopg.connect(libpq_address(empty)) as connection:
        assert connection.execute("SELECT name FROM player").fetchall() == [("Ailsa",)]


@pytest.mark.parametrize(("folder", "is_about_rights"), [("file", False), ("file/backups", True)])
def test_a_backup_that_fails_names_the_account_only_if_it_cannot_write(
    full: str, tmp_path: Path, folder: str, is_about_rights: bool
) -> None:
    (tmp_path / "file").write_text("no folder")
    environment = {"DATABASE_URL": full, "MOOTHILL_BACKUPS": str(tmp_path / folder)}
    with pytest.raises(ConfigurationError, match="The data were not changed") as refused:
        backup.back_up_before_migration(environment)
    assert ("account 10001" in str(refused.value).lower()) == is_about_rights
