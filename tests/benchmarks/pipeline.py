"""Matches through the pipeline against a plain process pool on the same matches, interleaved.

    python -m tests.benchmarks.pipeline [--processes 2] [--runs 5] [--matches 3200]

It starts its own PostgreSQL and Redis and removes them afterwards. Both sides play the same matches (the same secrets,
seats and bots) and write the same records; the pool hands them to its parent, the pipeline stores them with their
results. The clock runs from a full queue to the last match.
"""

import argparse
import os
import platform
import signal
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from multiprocessing import active_children, get_context
from multiprocessing.pool import Pool as Processes
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from league.conf.launcher import process_specs
from league.conf.launcher.postgres import address_of
from league.conf.launcher.processes import kill_group
from tests.embedded_services import ServicesForTests

if TYPE_CHECKING:
    from games.matches.run_match import MatchSetup
    from games.matches.services import BlockOrder

GAME = "lords-of-scotland"
READY_SECONDS = 30.0
PROCESSES_START = "fork"  # as Celery's own


class Field(NamedTuple):
    """Matches to measure: the players, and the share of the requested number of matches."""

    name: str
    bots: tuple[tuple[str, int], ...]
    share: float


FIELDS = (
    Field("wanderer, wanderer", (("wanderer", 0), ("wanderer", 0)), 1.0),
    Field("steward, wanderer", (("steward", 0), ("wanderer", 0)), 1.0),
    Field("steward, steward, wanderer", (("steward", 0), ("steward", 0), ("wanderer", 0)), 0.6),
    Field("lookout-25, steward", (("lookout", 25), ("steward", 0)), 0.04),
)


HEAD = (
    f"{'':<28}{'':>9}{'matches a second':>28}{'CPU ms a match':>31}\n"
    f"{'match':<28}{'matches':>9}{'pool':>8}{'pipeline':>10}{'ratio':>7} {'(lo-hi)':<12}"
    f"{'pool':>8}{'pipeline':>10}{'ratio':>7}"
)


class Run(NamedTuple):
    """Seconds that each side took for the same matches, by the wall and of all its processes' CPU."""

    pool: float
    pipeline: float
    pool_cpu: float
    pipeline_cpu: float


def main() -> None:
    """Read the command line, measure, and print a table."""
    ask = argparse.ArgumentParser(description="Measure the pipeline against a process pool.")
    ask.add_argument("--processes", type=int, default=2)
    ask.add_argument("--runs", type=int, default=5)
    ask.add_argument("--matches", type=int, default=3_200)
    asked = ask.parse_args()
    with services() as environment:
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, ", end="")
        print(f"{asked.processes} processes a side, median of {asked.runs} interleaved runs")
        print(HEAD)
        for field in FIELDS:
            count = max(8, int(asked.matches * field.share))
            print(row(field, count, measured(field, count, asked.runs, asked.processes, environment)), flush=True)


@contextmanager
def services() -> Iterator[dict[str, str]]:
    """A PostgreSQL with Moothill's tables and a Redis for this run, in the environment of what it starts."""
    trial = ServicesForTests.opened()
    try:
        trial.start_postgres()
        trial.start_redis("main")
        os.environ |= {
            "DATABASE_URL": trial.database_url(),
            "REDIS_URL": trial.redis_url("main"),
            "MOOTHILL_SECRET_KEY": "for benchmarks only",
            "DJANGO_SETTINGS_MODULE": "tests.settings",
        }
        yield {"DATABASE_URL": address_of(trial.folder, made_database())}
    finally:
        trial.close()


def made_database() -> str:
    """The name of a new database with all tables."""
    import django
    from django.db import connection

    django.setup()
    return connection.creation.create_test_db(verbosity=0, serialize=False)


def row(field: Field, count: int, runs: Sequence[Run]) -> str:
    """One line of the table."""
    ratios = sorted(run.pool / run.pipeline for run in runs)
    by_cpu = statistics.median(run.pool_cpu / run.pipeline_cpu for run in runs)
    pool, pipeline, pool_cpu, pipeline_cpu = (statistics.median(times) for times in zip(*runs, strict=True))
    return (
        f"{field.name:<28}{count:>9}{count / pool:>8.0f}{count / pipeline:>10.0f}"
        f"{statistics.median(ratios):>7.2f} {f'({ratios[0]:.2f}-{ratios[-1]:.2f})':<12}"
        f"{1000 * pool_cpu / count:>8.2f}{1000 * pipeline_cpu / count:>10.2f}{by_cpu:>7.2f}"
    )


def cpu_seconds(sessions: Iterable[int], processes: Iterable[int] = ()) -> float:
    """The CPU time so far of whole sessions, their ended children included, and of single processes."""
    led, single, ticks = set(sessions), set(processes), 0
    for process, stat in processes_now():
        if int(stat[3]) in led or process in single:
            ticks += sum(map(int, stat[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def processes_now() -> Iterator[tuple[int, list[str]]]:
    """Every process with its line of /proc, from its state on."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                yield int(entry.name), (entry / "stat").read_text().rpartition(") ")[2].split()


def services_started() -> list[int]:
    """The sessions of PostgreSQL and Redis: children of this process that lead one.

    Each process that serves a connection leads a session of its own, a child of PostgreSQL's.
    """
    now = [(process, stat) for process, stat in processes_now() if int(stat[3]) == process]
    servers = [process for process, stat in now if int(stat[1]) == os.getpid()]
    return servers + [process for process, stat in now if int(stat[1]) in servers]


def measured(field: Field, count: int, runs: int, processes: int, environment: dict[str, str]) -> list[Run]:
    """Interleave both sides on the same matches; the order of sides changes from run to run."""
    with ExitStack() as at_end:
        worker = at_end.enter_context(a_worker(processes, environment))
        pool = at_end.enter_context(a_pool(processes))
        once(field, count, worker, pool, pool_first=True)  # warm
        return [once(field, count, worker, pool, pool_first=number % 2 == 0) for number in range(runs)]


@contextmanager
def a_pool(processes: int) -> Iterator[Processes]:
    """A plain process pool."""
    with get_context(PROCESSES_START).Pool(processes) as pool:
        yield pool


@contextmanager
def a_worker(processes: int, environment: dict[str, str]) -> Iterator[int]:
    """The process group of a Celery worker that takes matches and nothing else."""
    child = process_specs.worker("benchmark", environment, queues="matches", processes=processes)
    with tempfile.NamedTemporaryFile() as log:
        process = child.start(log.fileno())
        try:
            deadline = time.monotonic() + READY_SECONDS
            while b" ready." not in Path(log.name).read_bytes():
                if time.monotonic() > deadline or process.poll() is not None:
                    raise SystemExit(f"The worker did not start:\n{Path(log.name).read_text()}")
                time.sleep(0.05)
            yield process.pid
        finally:
            kill_group(process)
            process.wait()


def once(field: Field, count: int, worker: int, pool: Processes, *, pool_first: bool) -> Run:
    """Play new matches on both sides, one after the other."""
    orders = orders_of(field, count)
    setups = [setup for order in orders for setup in setups_of(order)]

    sides = [partial(by_the_pool, setups, pool), partial(by_the_pipeline, orders, worker)]
    if pool_first:
        plain, piped = (side() for side in sides)
    else:
        piped, plain = (side() for side in reversed(sides))
    if plain.texts != piped.texts:
        raise SystemExit("The two sides did not play the same matches; the figures would mean nothing.")
    return Run(plain.seconds, piped.seconds, plain.cpu, piped.cpu)


class Side(NamedTuple):
    """What one side played, and what it took."""

    seconds: float
    cpu: float
    texts: list[str]


def by_the_pool(setups: Sequence["MatchSetup"], pool: Processes) -> Side:
    """Map the setups over the pool."""
    from games.matches.run_match import play_match

    children = [child.pid for child in active_children() if child.pid]
    cpu, start = cpu_seconds((), children), time.perf_counter()
    texts = [played.text for played in pool.map(play_match, setups) if played]
    return Side(time.perf_counter() - start, cpu_seconds((), children) - cpu, texts)


def by_the_pipeline(orders: Sequence["BlockOrder"], worker: int) -> Side:
    """Fill the queue while the worker is held, let it go, and wait for the last match."""
    from games.matches.models import MatchRecord
    from games.matches.services import create_blocks

    os.killpg(worker, signal.SIGSTOP)
    blocks = create_blocks(orders=orders)
    records = MatchRecord.objects.filter(match__block__in=blocks)
    expected = sum(len(order.rotations) for order in orders)
    sessions = [worker, *services_started()]
    cpu, start = cpu_seconds(sessions), time.perf_counter()
    os.killpg(worker, signal.SIGCONT)
    while records.count() < expected:
        time.sleep(0.05)
    seconds = time.perf_counter() - start
    texts = records.order_by("match_id").values_list("text", flat=True)
    return Side(seconds, cpu_seconds(sessions) - cpu, list(texts))


def orders_of(field: Field, count: int) -> list["BlockOrder"]:
    """New blocks of so many matches in all, by players of their own and rated in the site's pool."""
    from games.matches.run_match import SeatSetup
    from games.matches.services import BlockOrder, all_rotations
    from league.accounts.services.players import make_bot_player
    from league.results.services.ledger import pool_for

    seats: tuple[SeatSetup, ...] = tuple(
        SeatSetup(make_bot_player(name=f"{bot} {seat}").pk, bot, playouts)
        for seat, (bot, playouts) in enumerate(field.bots)
    )
    pool = pool_for(game=GAME, player_kind="bot")
    return [BlockOrder(game=GAME, rotations=all_rotations(seats), pool=pool) for _ in range(count // len(seats))]


def setups_of(order: "BlockOrder") -> list["MatchSetup"]:
    """The setups that the pipeline's claims will hold."""
    from games.matches.run_match import MatchSetup

    return [
        MatchSetup(game=order.game, options={}, seats=rotation.seats, secret=order.secret, rotation=number)
        for number, rotation in enumerate(order.rotations)
    ]


if __name__ == "__main__":
    main()
