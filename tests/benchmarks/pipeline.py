"""Matches through the pipeline against a plain process pool on the same matches, interleaved.

    python -m tests.benchmarks.pipeline [--processes 2] [--runs 5] [--matches 1000]

It brings a PostgreSQL and a Redis of its own and removes them afterwards. Both sides play the same sheets (the same
secrets, seats and bots) and write the same records; the pool hands them to its parent, the pipeline stores them with
their results. The clock runs from a full queue to the last match.
"""

import argparse
import os
import platform
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from multiprocessing.pool import Pool as Processes
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from league.conf.workbench import programs
from league.conf.workbench.postgres import address_of
from league.conf.workbench.processes import kill_group
from league.conf.workbench.testing import Trial

if TYPE_CHECKING:
    from games.matches.playing import Sheet
    from games.matches.services import Order

GAME = "lords-of-scotland"
READY_SECONDS = 30.0
PROCESSES_START = "fork"  # as Celery's own


class Field(NamedTuple):
    """Matches to measure: who plays, and what share of the asked-for number of matches."""

    name: str
    bots: tuple[tuple[str, int], ...]
    share: float


FIELDS = (
    Field("wanderer, wanderer", (("wanderer", 0), ("wanderer", 0)), 1.0),
    Field("steward, wanderer", (("steward", 0), ("wanderer", 0)), 1.0),
    Field("steward, steward, wanderer", (("steward", 0), ("steward", 0), ("wanderer", 0)), 0.6),
    Field("lookout-25, steward", (("lookout", 25), ("steward", 0)), 0.04),
)


class Run(NamedTuple):
    """Seconds that each side took for the same matches."""

    pool: float
    pipeline: float


def main() -> None:
    """Read the command line, measure, and print a table."""
    ask = argparse.ArgumentParser(description="Measure the pipeline against a process pool.")
    ask.add_argument("--processes", type=int, default=2)
    ask.add_argument("--runs", type=int, default=5)
    ask.add_argument("--matches", type=int, default=1_000)
    asked = ask.parse_args()
    with services() as environment:
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, ", end="")
        print(f"{asked.processes} processes a side, median of {asked.runs} interleaved runs")
        print(
            f"{'match':<28}{'matches':>8}{'pool /s':>10}{'pipeline /s':>13}{'ratio':>8}{'(lowest':>10}{'highest)':>9}"
        )
        for field in FIELDS:
            count = max(8, int(asked.matches * field.share))
            print(row(field, count, measured(field, count, asked.runs, asked.processes, environment)), flush=True)


@contextmanager
def services() -> Iterator[dict[str, str]]:
    """A PostgreSQL with Moothill's tables and a Redis for this run, in the environment of what it starts."""
    trial = Trial.opened()
    try:
        trial.start_postgres()
        trial.start_redis("main")
        os.environ |= {
            "DATABASE_URL": trial.database_url(),
            "REDIS_URL": trial.redis_url("main"),
            "MOOTHILL_SECRET_KEY": "for benchmarks only",
            "DJANGO_SETTINGS_MODULE": "league.conf.settings",
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
    pool, pipeline = (statistics.median(times) for times in zip(*runs, strict=True))
    return (
        f"{field.name:<28}{count:>8}{count / pool:>10.0f}{count / pipeline:>13.0f}"
        f"{statistics.median(ratios):>8.2f}{ratios[0]:>10.2f}{ratios[-1]:>9.2f}"
    )


def measured(field: Field, count: int, runs: int, processes: int, environment: dict[str, str]) -> list[Run]:
    """Interleave both sides on the same matches; what comes first changes from run to run."""
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
    child = programs.worker("benchmark", environment, queues="matches", processes=processes)
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
    from games.matches.playing import play_sheet

    orders = orders_of(field, count)
    sheets = [sheet for order in orders for sheet in sheets_of(order)]

    def by_pool() -> float:
        start = time.perf_counter()
        texts.append([played.text for played in pool.map(play_sheet, sheets) if played])
        return time.perf_counter() - start

    def by_pipeline() -> float:
        seconds, stored = through_the_pipeline(orders, worker)
        texts.append(stored)
        return seconds

    texts: list[list[str]] = []
    if pool_first:
        run = Run(by_pool(), by_pipeline())
    else:
        pipeline = by_pipeline()
        run = Run(by_pool(), pipeline)
    if texts[0] != texts[1]:
        raise SystemExit("The two sides did not play the same matches; the figures would mean nothing.")
    return run


def through_the_pipeline(orders: Sequence["Order"], worker: int) -> tuple[float, list[str]]:
    """Fill the queue while the worker is held, let it go, and wait for the last match."""
    from games.matches.models import MatchRecord
    from games.matches.services import create_blocks

    os.killpg(worker, signal.SIGSTOP)
    blocks = create_blocks(orders=orders)
    records = MatchRecord.objects.filter(match__block__in=blocks)
    expected = sum(len(order.rotations) for order in orders)
    start = time.perf_counter()
    os.killpg(worker, signal.SIGCONT)
    while records.count() < expected:
        time.sleep(0.02)
    seconds = time.perf_counter() - start
    return seconds, list(records.order_by("match_id").values_list("text", flat=True))


def orders_of(field: Field, count: int) -> list["Order"]:
    """New blocks of so many matches in all, by players of their own and rated in the site's pool."""
    from games.matches.playing import Chair
    from games.matches.services import Order, all_rotations
    from league.members.services import make_bot_player
    from league.results.services import pool_for

    chairs: tuple[Chair, ...] = tuple(
        Chair(make_bot_player(name=f"{bot} {seat}").pk, bot, playouts)
        for seat, (bot, playouts) in enumerate(field.bots)
    )
    pool = pool_for(game=GAME, player_kind="bot")
    return [Order(game=GAME, rotations=all_rotations(chairs), pool=pool) for _ in range(count // len(chairs))]


def sheets_of(order: "Order") -> list["Sheet"]:
    """The sheets that the pipeline's claims will hold."""
    from games.matches.playing import Sheet

    return [
        Sheet(game=order.game, options={}, chairs=rotation.chairs, secret=order.secret, rotation=number)
        for number, rotation in enumerate(order.rotations)
    ]


if __name__ == "__main__":
    main()
