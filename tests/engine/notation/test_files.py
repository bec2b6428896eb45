"""Files of records: whether one can be written is found out without a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.notation import check_writable


def test_a_new_file_is_not_left_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "games.txt")
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_keeps_its_text(tmp_path: Path) -> None:
    (games := tmp_path / "games.txt").write_text("Moothill record 1\n")
    check_writable(games)
    assert games.read_text() == "Moothill record 1\n"


def test_a_link_to_a_missing_file_stays_a_link_to_a_missing_file(tmp_path: Path) -> None:
    (link := tmp_path / "games.txt").symlink_to(tmp_path / "later.txt")
    check_writable(link)
    assert [path.name for path in tmp_path.iterdir()] == ["games.txt"]
    assert link.is_symlink()


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="games"):
        check_writable(tmp_path / "nowhere" / "games.txt")
