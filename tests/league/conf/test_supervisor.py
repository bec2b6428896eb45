"""Child processes: their logs are bounded, private and unchanged; they start on demand, and stop by a signal."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from league.conf.launcher.environment import PROGRAMS_REDIS_URL
from league.conf.launcher.processes import LOG_SIZE, Child, supervised
from league.conf.launcher.redis import watch_queue
from league.conf.launcher.up import warn_of_missing_rights

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

# Python prints and drops what a signal handler raises in a hook around a fork, such as those of `logging`.
SIGNALLED_AT_A_FORK = """
import os, signal, sys
from pathlib import Path
from league.conf.launcher.processes import Child, exit_by_signal, supervised

signal.signal(signal.SIGTERM, exit_by_signal)
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
Child(name="short", argv=["true"], cwd=Path(".")).run()
print("went on", flush=True)
with supervised(Path(".")) as supervisor:
    supervisor.watch()
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


def test_a_signal_during_a_fork_ends_the_watch() -> None:
    words = [sys.executable, "-c", SIGNALLED_AT_A_FORK]
    stopped = subprocess.run(words, check=False, stdout=subprocess.PIPE, timeout=60)
    assert stopped.stdout == b"went on\n"
    assert stopped.returncode == 128 + signal.SIGTERM


def test_a_child_on_demand_starts_when_it_is_wanted(tmp_path: Path) -> None:
    """A first child runs from the start and asks for the other, which ends the watch by a signal to its parent."""
    wish, other = tmp_path / "wish", "import os, signal, time; os.kill(os.getppid(), signal.SIGUSR1); time.sleep(60)"
    ask = [sys.executable, "-c", f"import pathlib, time; pathlib.Path({str(wish)!r}).touch(); time.sleep(60)"]
    logs = tmp_path / "logs"
    logs.mkdir()
    before = signal.signal(signal.SIGUSR1, signal.default_int_handler)
    try:
        with supervised(logs) as supervisor:
            child = Child(name="other", argv=[sys.executable, "-c", other], cwd=tmp_path, grace=0.1)
            supervisor.start_when(child, wish.exists)
            assert not (logs / "other.log").exists()
            supervisor.start(Child(name="ask", argv=ask, cwd=tmp_path, grace=0.1))
            with pytest.raises(KeyboardInterrupt):
                supervisor.watch()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert (logs / "other.log").exists()


def test_a_watched_queue_says_when_messages_wait(redis_url: str, tmp_path: Path) -> None:
    has_messages = watch_queue(redis_url, "mixed")
    assert not has_messages()
    with Redis.from_url(redis_url) as broker:
        broker.rpush("mixed", "a message")
        assert has_messages()
        broker.delete("mixed")
    assert not watch_queue(f"unix://{tmp_path}/nobody.sock", "mixed")()


def test_a_redis_user_with_older_rights_is_reported_with_what_to_do(
    redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    address = redis_url.replace("unix://", "unix://older:secret@")
    with Redis.from_url(redis_url) as broker:
        broker.execute_command("ACL", "SETUSER", "older", "on", ">secret", "+@all", "~bots*", "~mixed*")
        warn_of_missing_rights(address, PROGRAMS_REDIS_URL)
        assert capsys.readouterr().out == ""
        broker.execute_command("ACL", "SETUSER", "older", "resetkeys", "~bots*")
        warn_of_missing_rights(address, PROGRAMS_REDIS_URL)
        broker.execute_command("ACL", "DELUSER", "older")
    warning = capsys.readouterr().out
    assert warning.count("\n") == 1
    assert f"give the user in {PROGRAMS_REDIS_URL} the rights in docker/make-secrets" in warning
