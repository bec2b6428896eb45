"""Logs of child processes: bounded, private, and unchanged."""

import os
import stat
from pathlib import Path

from league.conf.launcher.supervisor import LogFile


def test_output_is_written_unchanged(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "web.log")
    log.write(b"one\ntw")
    log.write("o\nthrée\xff".encode("latin-1"))
    log.close()
    assert (tmp_path / "web.log").read_bytes() == b"one\ntwo\nthr\xe9e\xff"


def test_a_full_log_makes_room(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "web.log", size=10)
    log.write(b"a long line of the past\n")
    log.write(b"now\n")
    log.close()
    assert (tmp_path / "web.log").read_text() == "now\n"
    assert (tmp_path / "web.log.1").read_text() == "a long line of the past\n"


def test_a_log_is_for_its_owner_alone(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "postgres.log", size=10)
    log.write(b"of earlier days\n")
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
        log = LogFile(null)
        log.write(b"now\n")
        log.close()
        assert null.stat().st_mode == before
    finally:
        if null.stat().st_mode != before:
            null.chmod(stat.S_IMODE(before))
