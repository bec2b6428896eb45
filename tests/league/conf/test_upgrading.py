"""Attempts at an upgrade that fails: what was before the first stays, and the disk does not fill."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from league.conf.launcher import attempts, backups, dumping, keeping, upgrading
from league.conf.launcher.backups import Backup
from league.conf.launcher.errors import Killed, ServiceFailed, UpgradeFailed
from league.conf.launcher.migrations import migrations_at
from league.conf.launcher.outside import as_libpq_spells
from league.conf.launcher.places import ROOT, Place
from league.conf.launcher.postgres import OWNER
from tests.league.conf.running import manage

ONLOOKER = f"onlooker_{os.getpid()}"
"""A role that may read which migrations there are, and nothing else, so that a backup by it breaks off."""

KILLED = """
from pathlib import Path
from league.conf.launcher.processes import Child
from league.conf.launcher.supervision import Supervisor
Supervisor(Path()).run(Child(name="migrate", argv=["sh", "-c", "kill -9 $$"], cwd=Path()))
"""

KILLED_BY_9 = Killed("migrate was killed by signal 9. It said:\n    Applying")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(ROOT, tmp_path / "var")


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
    with psycopg.connect(as_libpq_spells(address)) as connection:
        connection.execute(statement)


def begin(place: Place, address: str) -> Backup:
    return upgrading.begin(place, address, migrations_at(address), home=backups.home(place))


def reasons(place: Place) -> list[str]:
    return sorted(backups.read(each).about.reason for each in backups.kept_in(backups.home(place)))


def test_data_that_are_as_before_are_kept_once(place: Place, address: str) -> None:
    first = begin(place, address)
    assert [begin(place, address), begin(place, address)] == [first, first]
    assert backups.kept_in(backups.home(place)) == [first.folder]


def test_data_that_were_put_back_are_kept_once(place: Place, address: str, database: Callable[[str], str]) -> None:
    first = begin(place, address)
    again = database("upgrading_again")
    dumping.fill(again, first.dump)
    assert begin(place, again) == first
    assert backups.kept_in(backups.home(place)) == [first.folder]


def test_data_that_changed_since_the_last_attempt_are_backed_up_again(place: Place, address: str) -> None:
    first = begin(place, address)
    change(address, "INSERT INTO player VALUES ('Hamish')")
    second = begin(place, address)
    assert second != first
    assert backups.kept_in(backups.home(place)) == [second.folder, first.folder]


def test_what_an_attempt_left_half_upgraded_never_stands_for_what_was_before(place: Place, address: str) -> None:
    first = begin(place, address)
    change(address, "INSERT INTO django_migrations VALUES ('clubs', '0002_colours')")
    for name in ("Hamish", "Senga", "Morag", "Isla", "Una", "Ewan"):
        change(address, f"INSERT INTO player VALUES ('{name}')")
        assert begin(place, address) == first
    assert reasons(place) == ["half upgraded", "half upgraded", "upgrade"]


def test_a_backup_that_ends_in_its_midst_is_tried_again_by_whatever_starts_moothill(
    place: Place, address: str, onlooker: str
) -> None:
    change(address, f"GRANT SELECT ON django_migrations TO {onlooker}")
    with pytest.raises(ServiceFailed, match="The data were not changed") as failed:
        begin(place, address.replace(f"{OWNER}@", f"{onlooker}@"))
    assert failed.value.status == 1
    assert backups.kept_in(backups.home(place)) == []


def test_a_place_that_takes_no_backup_waits_for_somebody(place: Place, address: str) -> None:
    backups.home(place).parent.mkdir(parents=True)
    backups.home(place).write_text("no folder")
    with pytest.raises(UpgradeFailed, match="The data were not changed") as failed:
        begin(place, address)
    assert failed.value.status == 78


def test_of_many_upgrades_the_five_newest_backups_stay(place: Place, address: str) -> None:
    for _ in range(6):
        begin(place, address)
        attempts.forget(place)
    assert reasons(place) == ["upgrade"] * 5


def test_a_backup_that_is_gone_is_made_again(place: Place, address: str) -> None:
    first = begin(place, address)
    (first.folder / "database.dump").unlink()
    assert begin(place, address).folder != first.folder


def test_after_a_restore_no_upgrade_is_under_way(
    place: Place, address: str, database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = begin(place, address)
    monkeypatch.setenv("DATABASE_URL", database("upgrading_empty"))
    keeping.restore(place, backup.folder)
    assert attempts.before(place, home=backups.home(place)) is None
    assert backups.kept_in(backups.home(place)) == [backup.folder]


def ended_with(last: str) -> ServiceFailed:
    """A migration that ended with what PostgreSQL's driver says so, and Django after it."""
    failure = ServiceFailed("migrate ended with status 1. It said:\n    django.db.utils.OperationalError: ...")
    failure.said = f"Traceback (most recent call last):\n{last}\n\nThe above exception was the direct cause of ..."
    return failure


@pytest.mark.parametrize(
    "failure",
    [
        KILLED_BY_9,
        ended_with("psycopg.errors.AdminShutdown: terminating connection due to administrator command"),
        ended_with("psycopg.OperationalError: consuming input failed: server closed the connection unexpectedly"),
        ended_with("psycopg.errors.DeadlockDetected: deadlock detected"),
    ],
)
def test_a_migration_that_was_killed_or_lost_its_database_is_gone_on_with(
    place: Place, address: str, failure: ServiceFailed
) -> None:
    before = begin(place, address)
    ended = upgrading.end_of(place, before, None, failure)
    assert ended.status == 1
    assert str(ended).endswith(
        f"Start Moothill again to continue the upgrade. Backup of the old data: {before.folder}."
    )


def test_what_breaks_off_five_times_one_after_the_other_waits_for_somebody(place: Place, address: str) -> None:
    before = begin(place, address)
    ended = [upgrading.end_of(place, before, None, KILLED_BY_9) for _ in range(upgrading.TRIES + 1)]
    assert [one.status for one in ended] == [1, 1, 1, 1, 78, 1]
    assert "The upgrade failed" in str(ended[-2])


def test_what_broke_off_before_an_upgrade_came_through_counts_no_more(place: Place) -> None:
    place.var.mkdir()
    for _ in range(upgrading.TRIES - 1):
        upgrading.end_of(place, None, None, KILLED_BY_9)
    attempts.forget(place)
    assert upgrading.end_of(place, None, None, KILLED_BY_9).status == 1


@pytest.mark.parametrize(
    "last",
    [
        "psycopg.errors.StringDataRightTruncation: value too long",
        "psycopg.errors.ObjectInUse: cannot ALTER TABLE because it has pending trigger events",
        "psycopg.errors.ProgramLimitExceeded: index row size 2712 exceeds btree version 4 maximum 2704",
        "psycopg.errors.OutOfMemory: out of shared memory",
        "psycopg.errors.QueryCanceled: canceling statement due to statement timeout",
        "psycopg.errors.DiskFull: could not extend file: No space left on device",
    ],
)
def test_a_migration_that_would_fail_again_waits_for_somebody(place: Place, address: str, last: str) -> None:
    assert upgrading.end_of(place, begin(place, address), None, ended_with(last)).status == 78


def test_a_child_that_was_killed_is_told_from_one_that_failed(tmp_path: Path) -> None:
    words, surroundings = [sys.executable, "-c", KILLED], {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(words, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False)
    assert "errors.Killed: migrate was killed by signal 9" in told.stderr


@pytest.mark.long
def test_tables_that_somebody_else_holds_are_made_at_the_next_start(var: Path, database: Callable[[str], str]) -> None:
    empty = database("upgrading_held")
    change(empty, f"ALTER DATABASE upgrading_held_{os.getpid()} SET lock_timeout = '200ms'")
    with psycopg.connect(as_libpq_spells(empty)) as elsewhere:
        elsewhere.execute("CREATE TABLE django_content_type (name text)")
        refused = manage(var, "up", "--no-demo", DATABASE_URL=empty)
    assert (refused.returncode, "Start Moothill again to continue the upgrade." in refused.stderr) == (1, True)


def test_tables_that_may_not_be_made_wait_for_somebody(
    var: Path, database: Callable[[str], str], onlooker: str
) -> None:
    closed = database("upgrading_closed").replace(f"{OWNER}@", f"{onlooker}@")
    refused = manage(var, "up", "--no-demo", DATABASE_URL=closed)
    assert (refused.returncode, "permission denied for schema public" in refused.stderr) == (78, True)
    assert "Fix the error above, and start Moothill again." in refused.stderr
