"""The processes of a run, all its own: PostgreSQL, Redis, workers and their clock.

Whatever ends is started again after a moment, as `manage.py up` would. Needs no Django.
"""

import heapq
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path

import psycopg
import redis as redis_client
from psycopg import sql
from redis.backoff import NoBackoff
from redis.retry import Retry

from league.conf.launcher import postgres, process_specs, redis
from league.conf.launcher.processes import Child, Process, Supervisor
from league.conf.launcher.services import start
from tests.chaos.restartable import Life, Start, children_of
from tests.chaos.schedule import LEASE
from tests.games.odd_bots import PACE

QUEUES = ("matches", "ratings", "mail")
PREFIX = "moothill-chaos-"
REST = 0.1  # seconds before what ended is started again

TERMS = {
    "MOOTHILL_MATCH_LEASE": str(LEASE),
    "MOOTHILL_MATCH_STALE": "1",
    "MOOTHILL_MATCH_ATTEMPTS": "100",  # a match loses its worker often here, and none is poison
    "MOOTHILL_CHAOS_HURRY": "yes",
    PACE: "1",
}
KEPT = postgres.SERVER_SETTINGS | {"fsync": "off", "full_page_writes": "off"}
"""What is committed outlives the server, as it must; not the machine, which stays on."""


class Arena:
    """Services and workers, and an agenda of who wakes up or comes back when."""

    def __init__(self, folder: Path, at_end: ExitStack, *, mains: int, children: int) -> None:
        self._folder, self._at_end = folder, at_end
        self._agenda: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = count()
        self._mains, self._children = mains, children
        self._workers: list[Life] = []
        self.beat: Life | None = None
        self.matches: list[int] = []
        """Those that workers may be told of again."""
        self._cluster = postgres.Cluster(folder / "data", folder, KEPT)
        self._redis = redis.Server(folder / "redis.sock")
        self.postgres = Life("postgres", self._start_postgres, at_end, mark=str(folder))
        self.redis = Life("redis", self._start_redis, at_end, mark=str(folder))

    def addresses(self, database: str, name: str) -> dict[str, str]:
        """What a process needs in its environment; the database knows its connections by the name."""
        url = f"{self._cluster.url(database)}&application_name={name}"
        return {"DATABASE_URL": url, "REDIS_URL": self._redis.url}

    def open(self) -> None:
        """Start both services."""
        self.postgres.begin()
        self.redis.begin()

    def make_database(self, name: str, *, like: str = "") -> None:
        """Make a database: empty, or a copy of another one to which nobody is connected."""
        template = sql.SQL("TEMPLATE {}").format(sql.Identifier(like)) if like else sql.SQL("")
        with psycopg.connect(self._cluster.url("postgres"), autocommit=True) as line:
            line.execute(sql.SQL("CREATE DATABASE {} {}").format(sql.Identifier(name), template))

    def forget_messages(self) -> None:
        """Empty Redis."""
        self._redis.ask("FLUSHALL")

    def staff(self, database: str) -> None:
        """Start workers and their clock on a database."""
        mark = str(self._folder)
        names = [f"worker{number}" for number in range(1, self._mains + 1)]
        self._workers = [Life(name, self._worker_starter(database, name), self._at_end, mark=mark) for name in names]
        self.beat = Life("beat", self._beat_starter(database), self._at_end, mark=mark)
        for life in self._staff():
            life.begin()

    def dismiss(self) -> None:
        """Kill all workers, whatever is left of their groups too."""
        self._agenda.clear()
        for life in self._staff():
            life.end()
        self._workers, self.beat = [], None

    @property
    def database_answers(self) -> bool:
        """Whether PostgreSQL takes connections."""
        return self.postgres.runs and self._cluster.is_ready(self.postgres.pid)

    @property
    def broker_answers(self) -> bool:
        """Whether Redis answers."""
        return self.redis.runs and self._redis.is_ready(self.redis.pid)

    @property
    def lives(self) -> int:
        """How often workers and clock were started."""
        return sum(life.times for life in self._staff())

    def restart_if_due(self) -> None:
        """Do what is due, and start again what has ended."""
        while self._agenda and self._agenda[0][0] <= time.monotonic():
            heapq.heappop(self._agenda)[2]()
        for life in self._staff():
            if life.ended_for() > REST:
                life.begin()

    def calm_down(self) -> None:
        """Do at once all that is still to come, so that everybody is awake and there."""
        while self._agenda:
            heapq.heappop(self._agenda)[2]()

    def _staff(self) -> list[Life]:
        return [*self._workers, self.beat] if self.beat else []

    def later(self, seconds: float, step: Callable[[], object]) -> None:
        """Do a step after so many seconds, as soon as somebody tends."""
        heapq.heappush(self._agenda, (time.monotonic() + seconds, next(self._numbers), step))

    def at_work(self) -> list[Life]:
        """The workers' mains that run, be it asleep."""
        return [life for life in self._workers if life.runs]

    def children(self) -> list[int]:
        """The children of all mains that run."""
        return [child for life in self.at_work() for child in children_of(life.pid)]

    def line(self) -> "redis_client.Redis":
        """A line to Redis that does not wait long."""
        return redis_client.Redis.from_url(self._redis.url, socket_timeout=2.0, retry=Retry(NoBackoff(), 0))

    def _start_postgres(self, _life: int) -> Process:
        return self._served(self._cluster)

    def _start_redis(self, _life: int) -> Process:
        return self._served(self._redis)

    def _served(self, service: postgres.Cluster | redis.Server) -> Process:
        return start(Supervisor(self._folder), service).process

    def _worker_starter(self, database: str, name: str) -> Start:
        def start(life: int) -> Process:
            env = self.addresses(database, f"{name}.{life}") | TERMS
            child = process_specs.worker(name, env, queues=",".join(QUEUES), processes=self._children)
            return self._started(replace(child, argv=[*child.argv, "--include", "tests.chaos.worker_additions"]))

        return start

    def _beat_starter(self, database: str) -> Start:
        def start(life: int) -> Process:
            child = process_specs.beat(self._folder / f"beat-{life}", self.addresses(database, f"beat.{life}"))
            words = child.argv[child.argv.index("beat") :]
            hurried = [sys.executable, "-m", "celery", "-q", "-A", "tests.chaos.clock", *words]
            return self._started(replace(child, argv=hurried))

        return start

    def _started(self, child: Child) -> Process:
        with (self._folder / f"{child.name}.log").open("ab") as output:
            return child.start(output)
