"""The embedded PostgreSQL: its start after a crash, its log, and who gets in."""

import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread, Timer

import psycopg
import pytest

from league.conf.launcher import postgres
from league.conf.launcher.console import LauncherError
from league.conf.launcher.os_users import POSTGRES, name_of
from league.conf.launcher.processes import supervised
from league.conf.launcher.services import start
from tests.chaos.restartable import children_of
from tests.embedded_services import THROWN_AWAY

pytestmark = pytest.mark.slow

UNNAMED = 54321  # a user ID without a name
SLOW = 1.0  # seconds that a process of a killed server takes to go


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    with tempfile.TemporaryDirectory(prefix="moothill-pg-") as name:
        yield postgres.Cluster(Path(name) / "data", Path(name), THROWN_AWAY)


def test_after_a_kill_it_waits_for_what_was_left_behind(cluster: postgres.Cluster, tmp_path: Path) -> None:
    with ExitStack() as at_end:
        killed = start(at_end.enter_context(supervised(tmp_path)), cluster).process
        writer = children_of(killed.pid)[0]
        os.kill(writer, signal.SIGSTOP)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        slow = Timer(SLOW, os.kill, (writer, signal.SIGCONT))
        slow.start()
        at_end.callback(slow.join)
        again = start(at_end.enter_context(supervised(tmp_path)), cluster).process
        assert cluster.is_ready(again.pid)


def test_a_first_start_that_was_killed_begins_anew(cluster: postgres.Cluster, tmp_path: Path) -> None:
    def kill() -> None:
        while not list(cluster.data.parent.glob("data*/PG_VERSION")):
            time.sleep(0.002)
        for pid in children_of(os.getpid()):
            if b"initdb" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    with pytest.raises(LauncherError):
        cluster.prepare()
    killer.join()
    with supervised(tmp_path) as supervisor:
        again = start(supervisor, cluster).process
        assert cluster.is_ready(again.pid)


def test_its_log_keeps_no_values_and_is_for_its_owner_alone(cluster: postgres.Cluster, tmp_path: Path) -> None:
    log = tmp_path / "postgres.log"
    with supervised(tmp_path) as supervisor:
        start(supervisor, cluster)
        line = psycopg.connect(cluster.url("postgres"), autocommit=True)
        line.execute("CREATE TABLE member (email text UNIQUE, born int CHECK (born > 1900))")
        line.execute("INSERT INTO member VALUES (%s, 1950)", ["morag@example.org"])
        for born in (1950, 1850):
            with pytest.raises(psycopg.IntegrityError):
                line.execute("INSERT INTO member VALUES (%s, %s)", ["morag@example.org", born])
        with pytest.raises(psycopg.ProgrammingError):
            line.execute("SELECT nothing FROM member WHERE email = 'morag@example.org'")
        line.close()
    assert log.read_text().count("ERROR:") == 3
    assert "morag" not in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


@pytest.fixture
def guarded(cluster: postgres.Cluster, tmp_path: Path) -> Iterator[postgres.Cluster]:
    """One as `up` starts it, with the role of uploaded bots."""
    served = postgres.Cluster(cluster.data, cluster.sockets, THROWN_AWAY, is_restricted=True)
    with supervised(tmp_path) as supervisor:
        start(supervisor, served)
        role = f"CREATE ROLE {postgres.PROGRAMS} LOGIN PASSWORD 'right'"
        postgres.execute(served.sockets, f"CREATE DATABASE {postgres.DATABASE}", role)
        yield served


def test_the_role_of_uploaded_bots_needs_its_password(guarded: postgres.Cluster) -> None:
    for role, lets_in in ((f"{postgres.PROGRAMS}:right", True), (f"{postgres.PROGRAMS}:wrong", False)):
        address = postgres.address_of(guarded.sockets, postgres.DATABASE, role)
        if lets_in:
            psycopg.connect(address).close()
        else:
            with pytest.raises(psycopg.OperationalError):
                psycopg.connect(address)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another account")
def test_another_account_of_the_machine_does_not_become_the_owner(guarded: postgres.Cluster) -> None:
    guarded.sockets.chmod(0o755)  # as if the folder had been left open
    address = postgres.address_of(guarded.sockets, "postgres")
    pid = os.fork()
    if pid == 0:
        os.setuid(UNNAMED)
        try:
            psycopg.connect(address)
        except psycopg.OperationalError:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends PostgreSQL an account")
def test_root_lends_an_account_that_is_nobody_elses(cluster: postgres.Cluster) -> None:
    account = cluster.account
    assert account is not None
    assert name_of(account.uid) == POSTGRES
