"""PostgreSQL's data is in a folder that its account can enter; data of another version is left alone."""

import os
import sys
from pathlib import Path

import pytest

from league.conf.launcher.console import ConfigurationError
from league.conf.launcher.environment import InstallPaths
from league.conf.launcher.postgres import data_home, forget


@pytest.fixture
def place(tmp_path: Path) -> InstallPaths:
    return InstallPaths(tmp_path, tmp_path / "var")


def test_data_of_another_major_version_is_refused(place: InstallPaths) -> None:
    place.folder("postgres/17")
    with pytest.raises(ConfigurationError, match=r"data of PostgreSQL 17.*manage\.py backup"):
        data_home(place)


def test_a_backup_may_fill_an_empty_folder_beside_older_data(place: InstallPaths) -> None:
    place.folder("postgres/17")
    assert data_home(place, for_restore=True) == place.var / "postgres"


def test_an_empty_folder_beside_older_data_is_refused_like_none(place: InstallPaths) -> None:
    place.folder("postgres/17")
    place.folder("postgres/18")
    with pytest.raises(ConfigurationError, match="data of PostgreSQL 17"):
        data_home(place)


def test_forgetting_leaves_the_secret_key(place: InstallPaths) -> None:
    place.folder("postgres/18")
    (place.var / "secret_key").touch()

    forget(place)

    assert [each.name for each in place.var.iterdir()] == ["secret_key"]


def test_no_half_of_the_data_is_used_if_forgetting_is_killed(
    place: InstallPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place.folder("postgres/18") / "PG_VERSION").touch()
    with monkeypatch.context() as stopping:
        for step in ("unlink", "rmdir"):
            stopping.setattr(os, step, lambda *_, **__: sys.exit(1))
        with pytest.raises(SystemExit):
            forget(place)
    assert not (place.var / "postgres" / "18").exists()
    forget(place)
    assert not (place.var / "postgres").exists()


def test_forgetting_takes_no_data_of_another_major_version(place: InstallPaths) -> None:
    place.folder("postgres/17")
    with pytest.raises(ConfigurationError, match="data of PostgreSQL 17"):
        forget(place)
    assert (place.var / "postgres" / "17").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends PostgreSQL another account")
def test_below_a_private_home_a_link_says_where_the_data_lies(place: InstallPaths, tmp_path: Path) -> None:
    place.root.chmod(0o700)

    home = data_home(place, elsewhere=tmp_path / "elsewhere")

    assert home.parent == tmp_path / "elsewhere"
    assert (place.var / "postgres").readlink() == home
