"""Upgrades: from version 0.2.0 by `up`, and those that cannot begin or fail."""

import json
import os
import shutil
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from league.conf.launcher import backups
from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import ROOT, InstallPaths
from league.conf.launcher.postgres import OWNER, libpq_address
from league.conf.launcher.services import started_services
from league.conf.launcher.upgrade import back_up_before_upgrade
from tests.league.conf.running import manage, up

RELEASE = Path(__file__).parent / "releases" / "0.2.0"
"""A backup of the demo's clubs, after all their tournament matches, made by version 0.2.0."""

MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("clubs", "{before}")]
    operations = [
        migrations.RunSQL("CREATE TABLE of_tomorrow (); {statement}"),
    ]
"""
COUNT = """
SELECT (SELECT count(*) FROM accounts_player), (SELECT count(*) FROM results_result),
       (SELECT count(*) FROM matches_match), to_regclass('of_tomorrow') IS NOT NULL
"""
AS_RELEASED = (46, 264, 206)


@pytest.fixture
def tomorrow() -> Iterator[Path]:
    """A copy of the source that the next release grows from."""
    with tempfile.TemporaryDirectory(prefix="moothill-up-") as folder:
        root = Path(folder) / "source"
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".*", "var", "docs", "tests"))
        (root / ".venv").symlink_to(ROOT / ".venv")
        Path(folder).chmod(0o755)
        yield root


def release(root: Path, statement: str) -> None:
    """Give the source one more migration, which makes a table and then does this."""
    migrations = root / "league" / "clubs" / "migrations"
    (migrations / "9999_tomorrow.py").unlink(missing_ok=True)
    before = max(path.stem for path in migrations.glob("[0-9]*.py"))
    (migrations / "9999_tomorrow.py").write_text(MIGRATION.format(before=before, statement=statement))


def counted(address: str) -> object:
    """How many players, results and matches there are, and whether tomorrow's table is."""
    with psycopg.connect(libpq_address(address)) as connection:
        return connection.execute(COUNT).fetchone()


def counted_at_rest(var: Path) -> object:
    """The same of an installation that does not run."""
    with started_services(InstallPaths(ROOT, var)) as services:
        return counted(services.addresses["DATABASE_URL"])


@pytest.mark.long
def test_released_data_survive_a_failed_upgrade_and_a_successful_one(
    var: Path, tomorrow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    restored = manage(var, "restore", str(RELEASE))
    assert (restored.returncode, "Moothill 0.2.0" in restored.stdout) == (0, True), restored.stderr

    release(tomorrow, "SELECT 1/0")
    failed = manage(var, "up", "--no-demo", root=tomorrow)
    assert failed.returncode == ConfigurationError.status
    assert "The old data were restored" in failed.stderr
    assert "division by zero" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert counted_at_rest(var) == (*AS_RELEASED, False)

    release(tomorrow, "SELECT 1")
    with up(var, "--no-demo", root=tomorrow) as (_process, said):
        assert "backed up before the upgrade" in said
        running = json.loads((var / "running.json").read_text())
        with urllib.request.urlopen(f"{running['address']}tournaments/", timeout=30) as page:
            assert "The Stone of Scone" in page.read().decode()
        assert counted(running["services"]["DATABASE_URL"]) == (*AS_RELEASED, True)
        taken = manage(var, "backup", root=tomorrow)
        assert taken.returncode == 0, taken.stderr
    assert len(list((var / "backups").iterdir())) == 3

    older = manage(var, "up", "--no-demo")
    assert older.returncode == ConfigurationError.status
    assert "A newer Moothill version wrote these data" in older.stderr
    assert "clubs.9999_tomorrow" in older.stderr

    first = min(path.name for path in (var / "backups").iterdir())
    refused = manage(var, "restore", str(var / "backups" / first))
    assert "The database already contains data" in refused.stderr
    back = manage(var, "restore", str(var / "backups" / first), "--replace")
    assert back.returncode == 0, back.stderr
    assert counted_at_rest(var) == (*AS_RELEASED, False)


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


@pytest.mark.slow
def test_a_broken_off_backup_is_tried_again_by_the_next_start(place: InstallPaths, address: str, onlooker: str) -> None:
    change(address, f"GRANT SELECT ON django_migrations TO {onlooker}")
    with pytest.raises(LauncherError, match="The data were not changed") as failed:
        back_up_before_upgrade(place, address.replace(f"{OWNER}@", f"{onlooker}@"), place.backups)
    assert failed.value.status == 1
    assert backups.backups_in(place.backups) == []


@pytest.mark.slow
def test_a_place_that_takes_no_backup_waits_for_somebody(place: InstallPaths, address: str) -> None:
    place.backups.parent.mkdir(parents=True)
    place.backups.write_text("no folder")
    with pytest.raises(ConfigurationError, match="The data were not changed") as failed:
        back_up_before_upgrade(place, address, place.backups)
    assert failed.value.status == 78


@pytest.mark.slow
def test_tables_that_may_not_be_made_wait(var: Path, database: Callable[[str], str], onlooker: str) -> None:
    closed = database("upgrading_closed").replace(f"{OWNER}@", f"{onlooker}@")
    refused = manage(var, "up", "--no-demo", DATABASE_URL=closed)
    assert (refused.returncode, "permission denied for schema public" in refused.stderr) == (78, True)
    assert "Fix the error above, and start Moothill again." in refused.stderr
