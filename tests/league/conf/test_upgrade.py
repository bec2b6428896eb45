"""Upgrade data of version 0.2.0 by `up`: first with a migration that fails, then with one that works."""

import json
import shutil
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from league.conf.launcher.console import ConfigurationError
from league.conf.launcher.environment import ROOT
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
from django.db import connection
from league.accounts.models import Player
from league.results.models import Result
from games.matches.models import Match
print(Player.objects.count(), Result.objects.count(), Match.objects.count(),
      "of_tomorrow" in connection.introspection.table_names())
"""
AS_RELEASED = "46 264 206 False"


@pytest.fixture
def tomorrow() -> Iterator[Path]:
    """A copy of the source that the next release grows from."""
    with tempfile.TemporaryDirectory(prefix="moothill-up-") as folder:
        root = Path(folder) / "source"
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".*", "var", "docs", "tests", "__pycache__"))
        (root / ".venv").symlink_to(ROOT / ".venv")
        Path(folder).chmod(0o755)
        yield root


def release(root: Path, statement: str) -> None:
    """Give the source one more migration, which makes a table and then does this."""
    migrations = root / "league" / "clubs" / "migrations"
    (migrations / "9999_tomorrow.py").unlink(missing_ok=True)
    before = max(path.stem for path in migrations.glob("[0-9]*.py"))
    (migrations / "9999_tomorrow.py").write_text(MIGRATION.format(before=before, statement=statement))


def counted(var: Path, root: Path = ROOT) -> str:
    """How many players, results and matches there are, and whether tomorrow's table is."""
    said = manage(var, "shell", "--verbosity", "0", "-c", COUNT, root=root)
    return said.stdout.strip().splitlines()[-1] if said.stdout else said.stderr


@pytest.mark.long
def test_released_data_survive_a_failed_upgrade_and_a_successful_one(var: Path, tomorrow: Path) -> None:
    restored = manage(var, "restore", str(RELEASE))
    assert (restored.returncode, "Moothill 0.2.0" in restored.stdout) == (0, True), restored.stderr

    release(tomorrow, "SELECT 1/0")
    failed = manage(var, "up", "--no-demo", root=tomorrow)
    assert failed.returncode == ConfigurationError.status
    assert "The old data were restored" in failed.stderr
    assert "division by zero" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert counted(var) == AS_RELEASED

    release(tomorrow, "SELECT 1")
    with up(var, "--no-demo", root=tomorrow) as (_process, said):
        assert "backed up before the upgrade" in said
        address = json.loads((var / "running.json").read_text())["address"]
        with urllib.request.urlopen(f"{address}tournaments/", timeout=30) as page:
            assert "The Stone of Scone" in page.read().decode()
        assert counted(var, tomorrow) == AS_RELEASED.replace("False", "True")
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
    assert counted(var) == AS_RELEASED
