"""Upgrades that cannot begin or fail: nothing is changed, and the exit status says whether to try again."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from league.conf.launcher import backups
from league.conf.launcher.backups import back_up_before_upgrade
from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import ROOT, InstallPaths
from league.conf.launcher.postgres import OWNER, libpq_address
from tests.league.conf.running import manage

pytestmark = pytest.mark.slow

ONLOOKER = f"onlooker_{os.getpid()}"
"""A role that may read which migrations there are, and nothing else, so that a backup by it breaks off."""


@pytest.fixture
def place(tmp_path: Path) -> InstallPaths:
    return InstallPaths(ROOT, tmp_path / "var")


@pytest.fixture
def address(database: Callable[[str], str]) -> str:
    """The address of a database with one player, and the migration that made the table of players."""
    address = database("upgrading")
    change(address, "CREATE TABLE django_migrations (app text, name text)")
    change(address, "INSERT INTO django_migrations VALUES ('clubs', '0001_initial')")
    change(address, "CREATE TABLE player (name varchar(9) CHECK (name IN ('Ailsa', 'Hamish') OR length(name) > 2))")
    change(address, "INSERT INTO player VALUES ('Ailsa')")
    return address


@pytest.fixture
def onlooker(address: str) -> Iterator[str]:
    change(address, f"CREATE ROLE {ONLOOKER} LOGIN")
    yield ONLOOKER
    change(address, f"DROP OWNED BY {ONLOOKER}; DROP ROLE {ONLOOKER}")


def change(address: str, statement: str) -> None:
    with psycopg.connect(libpq_address(address)) as connection:
        connection.execute(statement)


def test_a_broken_off_backup_is_tried_again_by_the_next_start(place: InstallPaths, address: str, onlooker: str) -> None:
    change(address, f"GRANT SELECT ON django_migrations TO {onlooker}")
    with pytest.raises(LauncherError, match="The data were not changed") as failed:
        back_up_before_upgrade(place, address.replace(f"{OWNER}@", f"{onlooker}@"), place.backups)
    assert failed.value.status == 1
    assert backups.backups_in(place.backups) == []


def test_a_place_that_takes_no_backup_waits_for_somebody(place: InstallPaths, address: str) -> None:
    place.backups.parent.mkdir(parents=True)
    place.backups.write_text("no folder")
    with pytest.raises(ConfigurationError, match="The data were not changed") as failed:
        back_up_before_upgrade(place, address, place.backups)
    assert failed.value.status == 78


def test_tables_that_may_not_be_made_wait(var: Path, database: Callable[[str], str], onlooker: str) -> None:
    closed = database("upgrading_closed").replace(f"{OWNER}@", f"{onlooker}@")
    refused = manage(var, "up", "--no-demo", DATABASE_URL=closed)
    assert (refused.returncode, "permission denied for schema public" in refused.stderr) == (78, True)
    assert "Fix the error above, and start Moothill again." in refused.stderr
