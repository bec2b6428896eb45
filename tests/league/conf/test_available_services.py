"""Which services a command beside a running site uses, and where their sockets are."""

import tempfile
from pathlib import Path

import pytest

from league.conf.launcher import services
from league.conf.launcher.console import LauncherError
from league.conf.launcher.environment import InstallPaths
from league.conf.launcher.instance_lock import RunningInstance, lock_instance

SITE = RunningInstance(
    42, "up", "http://127.0.0.1:8000/", {"DATABASE_URL": "postgres:///league", "REDIS_URL": "unix:///league"}
)


def test_the_environments_address_is_kept_beside_a_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or `flush` on a trial database would empty the league."""
    monkeypatch.setattr(services, "running_instance", lambda _place: SITE)
    monkeypatch.setenv("DATABASE_URL", "postgres:///trial")
    monkeypatch.delenv("REDIS_URL", raising=False)
    place = InstallPaths(tmp_path, tmp_path)
    with services.available_services(place, "flush", ("DATABASE_URL", "REDIS_URL")) as addresses:
        assert addresses == {"REDIS_URL": "unix:///league"}


def test_a_command_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "LOCK_TIMEOUT", 0.1)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    place = InstallPaths(tmp_path, tmp_path)
    with (
        lock_instance(place, "shell"),
        pytest.raises(LauncherError, match=r"already running: manage\.py shell"),
        services.available_services(place, "backup", ["DATABASE_URL"]),
    ):
        pass


def test_only_folders_of_sockets_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres:///league")
    monkeypatch.setenv("REDIS_URL", "unix:///league")
    place, other = InstallPaths(tmp_path, tmp_path / "var"), tmp_path / "photographs"
    of_killed = Path(tempfile.mkdtemp(prefix="moothill-"))
    for folder in (other, of_killed):
        folder.mkdir(exist_ok=True)
        (place.folder("") / "sockets").symlink_to(folder)
        with services.embedded_services(place):
            pass
    assert other.exists()
    assert not of_killed.exists()
