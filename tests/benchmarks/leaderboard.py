"""A leaderboard of 100 rows against the same site's page of a few lines (`/health`), interleaved.

    python -m tests.benchmarks.leaderboard [--players 1000] [--results 200000] [--runs 7]

It starts its own PostgreSQL and Redis and removes them afterwards. Requests go through Django with all its middleware,
without a socket. Ratios are of CPU time; the slowest wall-clock times are printed beside them.
"""

import argparse
import gc
import os
import platform
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.benchmarks.pipeline import services
from tests.benchmarks.seed import seed_pool

REQUESTS = 20
HELLO = "/health"
HOST = "localhost"


class Asked(NamedTuple):
    """One page, and how it is asked for."""

    what: str
    address: str
    headers: dict[str, str]
    before: Callable[[], object] = bool
    """Done before each request, and not measured."""


def main() -> None:
    """Read the command line, measure, and print a table."""
    ask = argparse.ArgumentParser(description="Measure the leaderboard.")
    ask.add_argument("--players", type=int, default=1_000)
    ask.add_argument("--results", type=int, default=200_000)
    ask.add_argument("--runs", type=int, default=7)
    asked = ask.parse_args()
    with services():
        slug = seed_pool(players=asked.players, results=asked.results, seats=3, kind="bot")
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, ", end="")
        print(f"{asked.players} players, {asked.results} results, {asked.runs} interleaved runs of {REQUESTS} requests")
        print(f"{'page':<28}{'queries':>8}{'CPU ms':>8}{'ratio':>7}{'p95 ms':>8}")
        pages = pages_of(slug)
        gc.collect()
        gc.freeze()  # as the web server does (league.conf.asgi)
        runs = [[once(page) for page in pages] for _ in range(asked.runs + 1)][1:]
        for page, times in zip(pages, zip(*runs, strict=True), strict=True):
            print(row(page, times, [run[0].cpu for run in runs]), flush=True)


class Times(NamedTuple):
    """Milliseconds: of the CPU for one request, of the clock for each."""

    cpu: float
    clock: list[float]


def pages_of(slug: str) -> list[Asked]:
    """Return the pages to compare, hello first. A page filtered by club is never cached, so it is always rendered."""
    from django.test import Client

    from league.ratings.services import fold_pool
    from league.results.models import Pool

    fold_pool(pool_id=Pool.objects.get(slug=slug).pk)
    board = f"/leaderboards/{slug}/"
    etag = Client(SERVER_NAME=HOST).get(board).headers["ETag"]
    return [
        Asked("hello", HELLO, {}),
        Asked("leaderboard, drawn", f"{board}?club=none", {}),
        Asked("leaderboard, each line new", f"{board}?club=none", {}, everybody_rises),
        Asked("leaderboard, kept", board, {}),
        Asked("leaderboard, 304", board, {"If-None-Match": etag}),
    ]


def everybody_rises() -> None:
    """Let every rating be a point higher, so that no line is as it was when it was drawn last."""
    from django.db.models import F

    from league.ratings.models import Rating

    Rating.objects.update(value=F("value") + 1000)


def once(page: Asked) -> Times:
    """Ask for a page so many times."""
    from django.test import Client

    client, clock, cpu = Client(SERVER_NAME=HOST), [], 0.0
    for _ in range(REQUESTS):
        page.before()
        begun, used = time.perf_counter(), time.process_time()
        client.get(page.address, headers=page.headers)
        cpu += time.process_time() - used
        clock.append(1000 * (time.perf_counter() - begun))
    return Times(1000 * cpu / REQUESTS, clock)


def row(page: Asked, times: tuple[Times, ...], hello: list[float]) -> str:
    """One line of the table."""
    cpu = statistics.median(one.cpu for one in times)
    ratio = statistics.median(mine / one.cpu for mine, one in zip(hello, times, strict=True))
    clock = sorted(moment for one in times for moment in one.clock)
    slow = clock[int(0.95 * len(clock))]
    return f"{page.what:<28}{queries_for(page):>8}{cpu:>8.1f}{ratio:>7.2f}{slow:>8.1f}"


def queries_for(page: Asked) -> int:
    """How many questions the page puts to the database."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        Client(SERVER_NAME=HOST).get(page.address, headers=page.headers)
    return len(asked)


if __name__ == "__main__":
    main()
