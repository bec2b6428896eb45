"""A log gives back whole lines, and does not grow for ever."""

import os
import stat
from pathlib import Path

from league.conf.launcher.logfile import LogFile


def test_lines_come_back_whole(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "web.log")
    assert log.write(b"one\ntw") == ["one"]
    assert log.write("o\nthrée".encode()) == ["two"]
    assert (tmp_path / "web.log").read_text() == "one\ntwo\nthrée"
    log.close()


def test_a_full_log_makes_room(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "web.log", full=10)
    log.write(b"a long line of the past\n")
    log.write(b"now\n")
    assert (tmp_path / "web.log").read_text() == "now\n"
    assert (tmp_path / "web.log.1").read_text() == "a long line of the past\n"
    log.close()


def test_a_log_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "postgres.log"
    path.write_text("of earlier days\n")
    path.chmod(0o644)
    log = LogFile(path, full=10)
    log.write(b"now\n")
    log.close()
    assert {kept.name: kept.stat().st_mode & 0o777 for kept in tmp_path.iterdir()} == {
        "postgres.log": 0o600,
        "postgres.log.1": 0o600,
    }


def test_a_device_keeps_its_mode() -> None:
    null = Path(os.devnull)
    before = null.stat().st_mode
    try:
        LogFile(null).close()
        assert null.stat().st_mode == before
    finally:
        if null.stat().st_mode != before:
            null.chmod(stat.S_IMODE(before))
