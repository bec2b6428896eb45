"""The environment is made anew when its stamp differs, and completed when only the parts for tests are missing."""

import json
from pathlib import Path

import pytest

from league.conf.workbench import environment
from league.conf.workbench.environment import RUN, TEST
from league.conf.workbench.errors import InstallFailed
from league.conf.workbench.places import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path, tmp_path / "var")
    place.python.parent.mkdir(parents=True)
    place.python.touch()
    for lock in environment.LOCKS:
        (tmp_path / lock).write_text(f"{lock}: not a requirement\n")
    return place


def stamp(place: Place, *locks: str, **changes: str) -> None:
    made_from = {**environment.wanted_stamp(place, *locks), **changes}
    (place.environment / environment.STAMP).write_text(json.dumps(made_from))


def test_an_unfinished_environment_does_not_fit(place: Place) -> None:
    assert not environment.fits(place, RUN)


def test_an_environment_for_tests_also_fits_for_running(place: Place) -> None:
    stamp(place, RUN, TEST)
    assert environment.fits(place, RUN)
    assert environment.fits(place, TEST)


def test_an_environment_for_running_is_completed_for_tests(place: Place) -> None:
    stamp(place, RUN)
    assert not environment.fits(place, TEST)
    assert environment.can_be_completed(place, TEST)


def test_a_changed_lock_file_asks_for_a_new_environment(place: Place) -> None:
    stamp(place, RUN)
    (place.root / RUN).write_text("something newer\n")
    assert not environment.fits(place, RUN)
    assert not environment.can_be_completed(place, TEST)


def test_another_python_asks_for_a_new_environment(place: Place) -> None:
    stamp(place, RUN, TEST, python="3.11.0")
    assert not environment.fits(place, RUN)


def test_the_old_environment_returns_when_a_new_one_cannot_be_filled(place: Place) -> None:
    (place.environment / "keepsake").touch()

    with pytest.raises(InstallFailed, match="could not be filled"):
        environment.replace(place, RUN)

    assert (place.environment / "keepsake").exists()
