"""Fixtures that run Moothill's real processes, a web server or workers, on the database of the test."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection

from engine.core import registry
from league.conf.launcher import process_specs
from league.conf.launcher.postgres import address_of
from league.conf.launcher.processes import Child, Process, kill_group, last_lines, stop
from tests.embedded_services import ServicesForTests
from tests.example_games import shipped_games

START_SECONDS = 60.0
WORK_SECONDS = 120.0  # for all that a test waits for, on a machine that is busy
QUEUES = "matches,records,ratings,mail,reviews"


@dataclass(frozen=True)
class Running:
    """A process of the test's own."""

    child: Child
    process: Process
    log: Path

    @property
    def pid(self) -> int:
        """Its process id; it leads a process group of the same number."""
        return self.process.pid

    def kill(self) -> None:
        """Kill it and its whole group, as a power cut would."""
        kill_group(self.process)
        self.process.wait()

    def stop(self) -> None:
        """Stop it as `manage.py up` does, which kills it when its grace is over."""
        stop((self.process, self.child))

    def leave(self) -> None:
        """Ask it to stop, and wait until it has, however long that takes on a busy machine."""
        self.process.send_signal(self.child.stop_signal)
        self.process.wait()

    def wait_for_line(self, words: str) -> None:
        """Return when its log holds these words; fail the test when it ends or a minute passes before."""
        deadline = time.monotonic() + START_SECONDS
        while words not in self.log.read_text(errors="replace"):
            if self.process.poll() is not None or time.monotonic() > deadline:
                said = last_lines(self.log.read_text(errors="replace"), 40)
                pytest.fail(f"{self.child.name} did not say {words!r}; its log says:\n{said}")
            time.sleep(0.02)


class Starter:
    """Starts children for a test and kills those that still run at its end, for nothing of theirs is kept."""

    def __init__(self, folder: Path, at_end: ExitStack) -> None:
        self._folder = folder
        self._at_end = at_end
        self._count = 0

    def start(self, child: Child) -> Running:
        """Start a child, its log in the test's folder."""
        self._count += 1
        log = self._folder / f"{child.name}-{self._count}.log"
        with log.open("ab") as output:
            running = Running(child, child.start(output), log)
        self._at_end.callback(running.kill)
        return running


def until(holds: Callable[[], object], what: str, *, seconds: float = WORK_SECONDS) -> None:
    """Wait until it holds; fail with what was waited for."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"It did not come to pass within {seconds} s: {what}."
        time.sleep(0.05)


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[Starter]:
    """Starts processes that end with the test."""
    with ExitStack() as at_end:
        yield Starter(tmp_path, at_end)


def environment_on(trial: ServicesForTests, redis_url: str) -> dict[str, str]:
    """What a process needs in its environment to work on the test database and a Redis."""
    database = str(connection.settings_dict["NAME"])
    return {"DATABASE_URL": address_of(trial.folder, database), "REDIS_URL": redis_url}


@pytest.fixture
def only_shipped_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave to this process the games that other processes know."""
    games = shipped_games()
    monkeypatch.setattr(registry, "games", lambda: games)


@pytest.fixture
def site_environment(
    transactional_db: None, only_shipped_games: None, trial: ServicesForTests, redis_url: str
) -> dict[str, str]:
    """What a process needs in its environment to work on this test's database and Redis.

    Rows reach other processes only when committed, hence `transactional_db`.
    """
    return environment_on(trial, redis_url)


@pytest.fixture(scope="session")
def web_server(
    django_db_setup: None, trial: ServicesForTests, redis_server: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The real site on the test database, one for all tests of a pytest worker; its data is only in that database."""
    with ExitStack() as at_end:
        starter = Starter(tmp_path_factory.mktemp("web"), at_end)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            address = f"http://127.0.0.1:{port}"
            environment = environment_on(trial, redis_server) | {"MOOTHILL_ADDRESS": address}
            web = starter.start(process_specs.web(listener, environment))
        web.wait_for_line("Uvicorn running")
        yield address


@pytest.fixture
def live_site(transactional_db: None, only_shipped_games: None, redis_url: str, web_server: str) -> Iterator[str]:
    """The address of the real site on this test's database, `http://127.0.0.1:...`, without a slash at its end.

    The tables are emptied after the test, so the site first finishes what a browser asked last.
    """
    yield web_server
    until(lambda: not _is_working(), "the site finishes its last request")


def _is_working() -> bool:
    """Return whether another connection is in a transaction on this test's database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND state <> 'idle' LIMIT 1"
        )
        return cursor.fetchone() is not None


@pytest.fixture
def celery_worker_process(site_environment: dict[str, str], starter: Starter) -> Callable[..., Running]:
    """Starts a real Celery worker on this test's database and Redis, and returns it when it takes tasks.

    `celery_worker_process(queues=QUEUES, processes=1, env={})`; call it again for a second worker.
    """
    count = iter(range(1, 100))

    def start(
        queues: str = QUEUES, processes: int = 1, env: dict[str, str] | None = None, pool: str = "prefork"
    ) -> Running:
        child = process_specs.worker(
            f"worker{next(count)}", site_environment | (env or {}), queues=queues, processes=processes, pool=pool
        )
        running = starter.start(child)
        running.wait_for_line(" ready.")
        return running

    return start
