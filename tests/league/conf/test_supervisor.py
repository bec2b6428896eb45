"""Logs of child processes: bounded, private, and unchanged."""

import sys
from pathlib import Path

import pytest

from league.conf.launcher.processes import LOG_SIZE, Child, supervised

PAST = b"a line of the past\n" * (LOG_SIZE // 19 + 1)
WRITER = """
import sys, time
from pathlib import Path

log, written = map(Path, sys.argv[1:])
sys.stdout.buffer.write(b"a line of the past\\n" * %d)
sys.stdout.flush()
while log.stat().st_size:
    time.sleep(0.01)
sys.stdout.buffer.write("thrée\\xff\\n".encode("latin-1"))
sys.stdout.flush()
written.touch()
time.sleep(60)
"""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """The folder of a log that was full, before its process wrote one more line."""
    logs, written = tmp_path / "logs", tmp_path / "written"
    logs.mkdir()
    words = [sys.executable, "-c", WRITER % PAST.count(b"\n"), str(logs / "web.log"), str(written)]
    with supervised(logs) as supervisor:
        web = supervisor.start(Child(name="web", argv=words, cwd=tmp_path, grace=0.1))
        supervisor.wait_for(web, written.exists, seconds=30)
    return logs


def test_a_full_log_makes_room_and_output_is_written_unchanged(logs: Path) -> None:
    assert (logs / "web.log").read_bytes() == b"thr\xe9e\xff\n"
    assert (logs / "web.log.1").read_bytes() == PAST


def test_a_log_is_for_its_owner_alone(logs: Path) -> None:
    assert {log.name: log.stat().st_mode & 0o777 for log in logs.iterdir()} == {"web.log": 0o600, "web.log.1": 0o600}
