"""Services for one run of the tests: a PostgreSQL of its own that forgets, and a Redis for every pytest worker.

Nothing here ever touches what `manage.py up` keeps.
"""

import fcntl
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

from league.conf.launcher import postgres, redis
from league.conf.launcher.os_users import service_user
from league.conf.launcher.processes import supervised
from league.conf.launcher.services import Service, start

PREFIX = "moothill-test-"
DATABASE = "moothill"
THROWN_AWAY = postgres.SERVER_SETTINGS | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
}


class ServicesForTests:
    """One run of the tests, its folder and the services in it.

    The process that opens it owns its PostgreSQL; pytest's workers join it and have a Redis each.
    Closing stops what this process started; the folder goes with the process that opened it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._at_end = ExitStack()
        self._redis: redis.Server | None = None
        self._postgres: postgres.Cluster | None = None

    @classmethod
    def opened(cls) -> "ServicesForTests":
        """A new run in a folder of its own, after removing what killed runs left behind."""
        _remove_abandoned()
        trial = cls(Path(tempfile.mkdtemp(prefix=PREFIX)))
        lock = trial._at_end.enter_context((trial.folder / "lock").open("w"))
        fcntl.flock(lock, fcntl.LOCK_EX)
        trial._at_end.callback(shutil.rmtree, trial.folder, ignore_errors=True)
        if account := service_user(trial.folder):
            account.make_folder(trial.folder)
        return trial

    @classmethod
    def joined(cls, folder: str) -> "ServicesForTests":
        """The run that another process opened."""
        return cls(Path(folder))

    def close(self) -> None:
        """Stop the services that this process started."""
        self._at_end.close()

    def database_url(self) -> str:
        """The address that Django is given; the tests' databases are made beside it."""
        return postgres.address_of(self.folder, DATABASE)

    def redis_url(self, worker: str) -> str:
        """The address of a worker's Redis."""
        return redis.address_of(self._redis_socket(worker))

    def start_postgres(self) -> None:
        """Start PostgreSQL, unless this process did already."""
        if self._postgres:
            return
        self._postgres = postgres.Cluster(self.folder / "data", self.folder, THROWN_AWAY)
        self._start(self._postgres, self.folder)

    def start_redis(self, worker: str) -> None:
        """Start a worker's Redis, unless this process did already."""
        if self._redis:
            return
        folder = self.folder / f"redis-{worker}"
        folder.mkdir()
        self._redis = redis.Server(self._redis_socket(worker))
        self._start(self._redis, folder)

    def empty_redis(self) -> None:
        """Let the Redis that this process started, if it did, forget everything."""
        if self._redis:
            self._redis.ask("FLUSHALL")

    def _redis_socket(self, worker: str) -> Path:
        return self.folder / f"redis-{worker}.sock"

    def _start(self, service: Service, logs: Path) -> None:
        start(self._at_end.enter_context(supervised(logs)), service)


def _remove_abandoned() -> None:
    """Remove the folders of runs whose process is gone: nobody holds their lock."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            with (folder / "lock").open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # alive, just being made, or somebody else's
