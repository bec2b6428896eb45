"""Backups and restores, by commands and in containers: nothing is lost; impossible restores change nothing."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings
from redis import Redis

from docker import backup
from league.conf.launcher import backup_commands, backups, postgres
from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import ROOT, InstallPaths
from league.conf.launcher.instance_lock import RunningInstance, announce, lock_instance
from league.conf.launcher.postgres import NEW, dump, exchange, holds_tables, libpq_address, migrations_here
from league.conf.launcher.services import started_services
from tests.embedded_services import ServicesForTests
from tests.league.conf.running import surroundings

pytestmark = pytest.mark.slow

SEEN = "clubs.0001_initial"
WAITING = "SELECT FROM pg_locks WHERE relation = 'player'::regclass AND NOT granted"


@pytest.fixture
def place(tmp_path: Path) -> InstallPaths:
    return InstallPaths(ROOT, tmp_path / "var")


@pytest.fixture
def full(database: Callable[[str], str]) -> str:
    """The address of a database with data: two players and the migrations that made their table."""
    address = database("backups_full")
    app, _, name = SEEN.partition(".")
    with psycopg.connect(libpq_address(address)) as connection:
        connection.execute("CREATE TABLE django_migrations (app text, name text)")
        connection.execute("INSERT INTO django_migrations VALUES (%s, %s)", [app, name])
        connection.execute("CREATE TABLE player (name text)")
        connection.execute("INSERT INTO player VALUES ('Ailsa'), ('João')")
    return address


def players_at(address: str) -> list[str]:
    with psycopg.connect(libpq_address(address)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM player ORDER BY name")]


def back_up(place: InstallPaths, address: str, monkeypatch: pytest.MonkeyPatch, *, keep: int | None = None) -> Path:
    """Back up the database at an address as the command does, and give the newest backup's folder."""
    monkeypatch.setenv("DATABASE_URL", address)
    backup_commands.back_up(place, keep=keep)
    return backups.backups_in(place.backups)[0]


def test_a_backup_names_itself_is_private_and_comes_back_with_its_key(
    place: InstallPaths, full: str, database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place.folder("")
    key = place.var / "secret_key"
    key.write_text("the old key")
    folder = back_up(place, full, monkeypatch)
    about = json.loads((folder / "about.json").read_text())
    assert (about["migrations"], about["moothill"]) == ([SEEN], settings.VERSION)
    assert (folder / "secret_key").read_text() == "the old key"
    assert {path.stat().st_mode & 0o077 for path in (folder, *folder.iterdir())} == {0}
    with pytest.raises(ConfigurationError, match="already contains data"):
        backup_commands.restore(place, folder)

    key.write_text("another key")
    empty = database("backups_empty")
    monkeypatch.setenv("DATABASE_URL", empty)
    backup_commands.restore(place, folder)
    assert players_at(empty) == players_at(full) == ["Ailsa", "João"]
    assert key.read_text() == "the old key"
    assert [path.read_text() for path in place.var.glob("secret_key.*")] == ["another key"]
    assert key.stat().st_mode & 0o077 == 0


def test_what_cannot_be_restored_is_refused_before_anything_changes(
    place: InstallPaths, full: str, database: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = back_up(place, full, monkeypatch)
    (damaged / backups.DUMP).write_bytes((damaged / backups.DUMP).read_bytes()[:-1])
    with psycopg.connect(libpq_address(full)) as connection:
        connection.execute("INSERT INTO django_migrations VALUES ('clubs', '9999_from_the_future')")
    newer = back_up(place, full, monkeypatch)
    empty = database("backups_empty")
    monkeypatch.setenv("DATABASE_URL", empty)
    for folder, why in (
        (tmp_path, "is not a backup"),
        (damaged, "damaged"),
        (newer, r"newer.*clubs\.9999_from_the_future.*git pull"),
    ):
        with pytest.raises(ConfigurationError, match=why):
            backup_commands.restore(place, folder)
    assert not holds_tables(empty)


def test_only_the_newest_stay_of_those_that_the_command_of_this_site_made(
    place: InstallPaths, full: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = place.backups
    stay = {
        backups.take(InstallPaths(ROOT, place.var / "another"), full, into=shared, reason=backups.ASKED_FOR).folder,
        backups.take(place, full, into=shared, reason="upgrade").folder,
        backups.take(place, full, into=shared, reason="replaced").folder,
    }
    stay.add(of_old := backups.take(place, full, into=shared, reason=backups.ASKED_FOR).folder)
    said = json.loads((of_old / "about.json").read_text())
    del said["place"]
    (of_old / "about.json").write_text(json.dumps(said | {"weather": "fair"}))
    assert backups.read(place, of_old).about["migrations"] == [SEEN]
    for day, text in enumerate(("half of a descr", "[]", "{}", '{"place": 1}'), 1):
        stay.add(foreign := shared / f"2020-01-0{day}T00-00-00Z")
        foreign.mkdir()
        (foreign / "about.json").write_text(text)
    stay.add(linked := back_up(place, full, monkeypatch))  # to another disk
    linked.rename(tmp_path / linked.name)
    linked.symlink_to(tmp_path / linked.name)
    first, second = back_up(place, full, monkeypatch), back_up(place, full, monkeypatch)
    assert first != second  # within a second
    assert set(backups.backups_in(shared)) == stay | {first, second}
    (shared / "photographs").mkdir()

    last = back_up(place, full, monkeypatch, keep=1)

    assert set(shared.iterdir()) == stay | {last, shared / "photographs"}
    assert (tmp_path / linked.name / backups.DUMP).exists()


def test_no_half_of_a_backup_is_left_by_a_command_killed_while_deleting(
    place: InstallPaths, full: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = back_up(place, full, monkeypatch)
    with monkeypatch.context() as stopping:
        stopping.setattr(os, "rmdir", lambda *_, **__: sys.exit(1))  # the last step of deleting a folder
        stopping.setattr(os, "unlink", lambda *_, **__: sys.exit(1))
        with pytest.raises(SystemExit):
            backups.prune(place, first.parent, keep=0)
    assert backups.backups_in(first.parent) == []
    assert [back_up(place, full, monkeypatch)] == list(first.parent.iterdir())


NO_ROOM = """
import resource, signal, sys
from pathlib import Path
from league.conf.launcher import backups
from league.conf.launcher.environment import ROOT, InstallPaths
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
backups.take(InstallPaths(ROOT, Path(sys.argv[1])), "", into=Path(sys.argv[1]), reason="")
"""


def test_an_installation_gets_no_empty_name_on_a_full_disk(place: InstallPaths) -> None:
    run = [sys.executable, "-c", NO_ROOM, str(place.var)]
    refused = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "ConfigurationError: Cannot write a backup" in refused.stderr
    assert not (place.var / "place").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_a_backup_is_on_disk_before_its_name(place: InstallPaths, full: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    fsync = os.fsync

    def noting(descriptor: int) -> None:
        written.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    folder = back_up(place, full, monkeypatch)
    *files, draft, home = written
    assert (home, draft.parent) == (folder.parent, folder.parent)
    assert draft.name.endswith(".new")
    assert {each.name for each in files} == {each.name for each in folder.iterdir()}


def test_a_full_disk_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"Not enough disk space .* --to FOLDER"):
        backups.refuse_full_disk(tmp_path, 10**18)


def test_a_backup_that_fails_leaves_nothing_behind(
    place: InstallPaths, full: str, trial: ServicesForTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(libpq_address(full)) as connection:
        connection.execute("CREATE ROLE backups_reader LOGIN")
        connection.execute("GRANT SELECT ON django_migrations TO backups_reader")
    monkeypatch.setenv(
        "DATABASE_URL", postgres.address_of(trial.folder, f"backups_full_{os.getpid()}", "backups_reader")
    )
    with pytest.raises(Exception, match="permission denied"):
        backup_commands.back_up(place)
    assert list(place.backups.iterdir()) == []


def test_no_password_is_seen_among_the_processes(
    place: InstallPaths, full: str, trial: ServicesForTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    start = subprocess.Popen

    def listening(words: list[str], **more: object) -> object:
        asked.append([str(word) for word in words])
        return start(words, **more)  # type: ignore[call-overload]  # whatever it was called with

    monkeypatch.setattr(subprocess, "Popen", listening)
    address = f"postgres://moothill:{quote('geheim')}@/backups_full_{os.getpid()}?host={trial.folder}"
    assert back_up(place, address, monkeypatch).exists()
    assert asked
    assert "geheim" not in str(asked)


def test_the_migrations_on_disk_are_those_that_django_finds() -> None:
    from django.db.migrations.loader import MigrationLoader

    found = MigrationLoader(None).disk_migrations or {}
    assert migrations_here(InstallPaths.here()) == {".".join(each) for each in found}


def test_an_empty_database_is_no_backup(
    place: InstallPaths, database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database("backups_empty"))
    with pytest.raises(ConfigurationError, match=r"Nothing to back up.*DATABASE_URL"):
        backup_commands.back_up(place)


def test_no_backup_beside_an_up_with_a_database_elsewhere(place: InstallPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with lock_instance(place, "up"):
        announce(place, RunningInstance(os.getpid(), "up", "http://127.0.0.1:8000/"))
        with pytest.raises(ConfigurationError, match="the same DATABASE_URL"):
            backup_commands.back_up(place)


def test_a_folder_that_cannot_be_written_to_is_named(
    place: InstallPaths, full: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", full)
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ConfigurationError, match=r"Cannot write a backup to .*file: File exists\. .* --to FOLDER"):
        backup_commands.back_up(place, into=tmp_path / "file")


def test_a_server_with_tls_is_backed_up(place: InstallPaths, full: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert back_up(place, f"{full}&sslmode=require", monkeypatch).exists()


def test_the_environments_servers_hold_for_backups(full: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGSSLMODE", "heather")
    with pytest.raises(LauncherError, match='invalid sslmode value: "heather"'):
        dump(full, tmp_path / "dump")


@contextmanager
def a_backup_in_the_middle(place: InstallPaths, address: str) -> Iterator["subprocess.Popen[bytes]"]:
    """`manage.py backup`, which waits for a table that somebody holds."""
    with psycopg.connect(libpq_address(address)) as holding:
        holding.execute("LOCK TABLE player")
        with subprocess.Popen(
            [sys.executable, "manage.py", "backup"], cwd=ROOT, env=surroundings(place.var, DATABASE_URL=address)
        ) as process:
            deadline = time.monotonic() + 60
            while not holding.execute(WAITING).fetchall():
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield process
            process.wait(timeout=60)


def test_a_backup_that_is_killed_or_stopped_leaves_nothing_for_long(
    place: InstallPaths, full: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a command that stops waiting for another one, whose draft stays."""
    with a_backup_in_the_middle(place, full) as first:
        (draft,) = place.backups.iterdir()
        waiting = [sys.executable, "manage.py", "backup"]
        around = surroundings(place.var, DATABASE_URL=full)
        with subprocess.Popen(waiting, cwd=ROOT, env=around, stdout=subprocess.PIPE) as second:
            assert second.stdout
            assert b"waiting" in second.stdout.readline()
            second.terminate()
        assert draft.exists()
        first.kill()
    assert list(place.backups.iterdir()) == [draft]
    made = back_up(place, full, monkeypatch)
    assert list(place.backups.iterdir()) == [made]
    with a_backup_in_the_middle(place, full) as process:
        process.terminate()
    assert process.returncode == 128 + signal.SIGTERM
    assert list(place.backups.iterdir()) == [made]


@pytest.mark.long
def test_data_in_use_stays_in_place(place: InstallPaths, var: Path, full: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = back_up(place, full, monkeypatch)
    monkeypatch.delenv("DATABASE_URL")
    with (
        started_services(InstallPaths(ROOT, var)) as services,
        psycopg.connect(libpq_address(services.addresses["DATABASE_URL"])) as somebody,
        pytest.raises(LauncherError, match="The database is in use"),
    ):
        exchange(services.sockets, folder / backups.DUMP)
    assert somebody.closed


def test_a_backup_that_cannot_be_read_leaves_no_database_behind(trial: ServicesForTests, tmp_path: Path) -> None:
    (tmp_path / "database.dump").write_text("no dump")
    with pytest.raises(LauncherError, match="does not appear to be a valid archive"):
        exchange(trial.folder, tmp_path / "database.dump")
    with psycopg.connect(libpq_address(postgres.address_of(trial.folder, "postgres"))) as connection:
        assert not connection.execute("SELECT FROM pg_database WHERE datname = %s", [NEW]).fetchall()


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
        assert connection.execute("SELECT name FROM player").fetchall() == [("Ailsa",), ("João",)]


@pytest.mark.parametrize(("folder", "is_about_rights"), [("file", False), ("file/backups", True)])
def test_a_backup_that_fails_names_the_account_only_if_it_cannot_write(
    full: str, tmp_path: Path, folder: str, is_about_rights: bool
) -> None:
    (tmp_path / "file").write_text("no folder")
    environment = {"DATABASE_URL": full, "MOOTHILL_BACKUPS": str(tmp_path / folder)}
    with pytest.raises(ConfigurationError, match="The data were not changed") as refused:
        backup.back_up_before_migration(environment)
    assert ("account 10001" in str(refused.value).lower()) == is_about_rights
