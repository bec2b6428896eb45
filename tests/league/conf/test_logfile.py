"""A log gives back whole lines, and does not grow for ever."""

from pathlib import Path

from league.conf.workbench.logfile import LogFile


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
