"""What was read before a program reads it cannot be marked by the program for a day."""

import os
import time
from pathlib import Path

import pytest

from engine.sandbox.paths import AccessTimes


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A file, a link and a folder that nobody has read for long."""
    (tmp_path / "beneath").mkdir()
    (tmp_path / "beneath" / "page").write_text("words")
    (tmp_path / "link").symlink_to("beneath")
    forget(tmp_path)
    if not marked(tmp_path / "beneath" / "page"):
        pytest.skip("The file system does not mark when a file was read.")
    forget(tmp_path)
    return tmp_path


def forget(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.utime(path, (0, 0), follow_symlinks=False)
    time.sleep(0.02)  # what was changed within the same tick of the clock is marked a second time


def marked(page: Path) -> bool:
    before = page.stat().st_atime_ns
    page.read_text()
    return page.stat().st_atime_ns != before


def test_what_was_read_is_marked_no_more(library: Path) -> None:
    AccessTimes([str(library)], []).freshen()
    assert not marked(library / "beneath" / "page")
    assert min(path.lstat().st_atime for path in (library, *library.rglob("*"))) > 0


def test_folders_that_are_listed_are_marked_alone(library: Path) -> None:
    AccessTimes([], [str(library), "/no/such/folder"]).freshen()
    assert library.stat().st_atime > 0
    assert marked(library / "beneath" / "page")


def test_it_is_done_again_when_it_is_due_and_not_before(library: Path) -> None:
    readings = AccessTimes([str(library)], [])
    readings.freshen()
    forget(library)
    readings.freshen()
    assert marked(library / "beneath" / "page")
