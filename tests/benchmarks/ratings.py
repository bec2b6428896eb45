"""Results into the ledger, and the ledger into ratings: how long one result takes at each step.

    python -m tests.benchmarks.ratings [--results 50000] [--players 1000] [--runs 5]

It brings a PostgreSQL and a Redis of its own and removes them afterwards. Times are CPU time of this process for what
is pure Python, and the clock's for what waits for the database. Where openskill is installed it folds the same tables.
"""

import argparse
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING
from uuid import UUID

from tests.benchmarks.pipeline import services
from tests.benchmarks.seed import seed_pool

if TYPE_CHECKING:
    from league.ratings.folding import Line

SEATS = (2, 3, 4)
BATCH = 50
LATE = 1_000


def main() -> None:
    """Read the command line, measure, and print a table."""
    ask = argparse.ArgumentParser(description="Measure the ledger and the fold of ratings.")
    ask.add_argument("--results", type=int, default=50_000)
    ask.add_argument("--players", type=int, default=1_000)
    ask.add_argument("--runs", type=int, default=5)
    asked = ask.parse_args()
    with services():
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, ", end="")
        print(f"{asked.players} players, {asked.results} results, median of {asked.runs} runs")
        print(f"{'':<52}{'µs a result':>12}{'a second':>12}")
        for seats in SEATS:
            lines = drawn(asked.players, asked.results, seats)
            report(f"fold alone, tables of {seats}", asked.runs, len(lines), partial(folded, lines))
            if find_spec("openskill"):
                report(f"openskill, tables of {seats}", asked.runs, len(lines), partial(openskilled, lines))
        measure_database(asked.players, asked.results, asked.runs)


def measure_database(players: int, results: int, runs: int) -> None:
    """Enter, fold from the start, go on, and refold, on the same pool of tables of three."""
    from league.members.models import Player
    from league.ratings.services import drop_fold, fold_pool
    from league.results.models import Pool

    pool = Pool.objects.get(slug=seed_pool(players=players, results=results, seats=3, kind="bot"))
    ids = list(Player.objects.values_list("pk", flat=True))

    def from_the_start() -> float:
        drop_fold(pool_id=pool.pk)
        return clocked(lambda: fold_pool(pool_id=pool.pk))

    def enter() -> float:
        return clocked(lambda: entered(pool, ids))

    def go_on() -> float:
        entered(pool, ids)
        return clocked(lambda: fold_pool(pool_id=pool.pk))

    def refold() -> float:
        come_late(pool, LATE)
        return clocked(lambda: fold_pool(pool_id=pool.pk))

    report(f"enter a batch of {BATCH}", runs * 5, BATCH, enter)
    report("fold from the start, stored", runs, results, from_the_start)
    report(f"fold a batch of {BATCH}, stored", runs * 5, BATCH, go_on)
    report(f"refold the last {LATE:,} after a late result", runs, LATE, refold)


def report(what: str, runs: int, results: int, once: Callable[[], float]) -> None:
    """Print the median of so many runs."""
    seconds = statistics.median(once() for _ in range(runs))
    print(f"{what:<52}{seconds / results * 1e6:>12.1f}{results / seconds:>12,.0f}", flush=True)


def clocked(work: Callable[[], object]) -> float:
    """Return the seconds that it took."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def folded(lines: "Sequence[Line]") -> float:
    """Fold lines in memory; return the CPU seconds."""
    from league.ratings.folding import PoolFold
    from league.rules.ratings import rating_system_named

    state = PoolFold(rating_system_named("elo"))
    start = time.process_time()
    for line in lines:
        state.take(line)
    return time.process_time() - start


def openskilled(lines: "Sequence[Line]") -> float:
    """Rate the same tables by openskill's Plackett-Luce; return the CPU seconds."""
    from openskill.models import PlackettLuce  # type: ignore[import-not-found,unused-ignore]  # a peer, if installed

    model = PlackettLuce()
    ratings = {player: model.rating() for line in lines for player in line.players}
    start = time.process_time()
    for line in lines:
        rated = model.rate([[ratings[player]] for player in line.players], ranks=list(line.places))
        for player, (rating,) in zip(line.players, rated, strict=True):
            ratings[player] = rating
    return time.process_time() - start


def drawn(players: int, results: int, seats: int) -> "list[Line]":
    """Tables of so many players in the order of their places, the better ones more often first."""
    from league.ratings.folding import Line

    luck = random.Random(seats)
    lines = []
    for number in range(1, results + 1):
        table = sorted(luck.sample(range(players), seats), key=lambda player: player / players + luck.gauss(0, 0.4))
        lines.append(Line((number, number), number, True, tuple(table), tuple(range(1, seats + 1))))
    return lines


def entered(pool: object, players: Sequence[int]) -> None:
    """Enter a batch of tables of three, in a transaction of its own."""
    from django.db import transaction

    from league.results.services import NewResult, SeatResult, enter_results

    luck = random.Random()
    batch = [
        NewResult(
            UUID(int=luck.getrandbits(128)),
            tuple(SeatResult(player, 40 - place, place) for place, player in enumerate(luck.sample(players, 3), 1)),
        )
        for _ in range(BATCH)
    ]
    with transaction.atomic():
        enter_results(pool=pool, entries=batch)  # type: ignore[arg-type]  # a pool; models cannot be named before Django is


def come_late(pool: object, places: int) -> None:
    """Enter a result that was played so many results ago."""
    from django.db import transaction

    from league.results.models import Result
    from league.results.services import NewResult, SeatResult, enter_results

    then = Result.objects.filter(pool=pool).order_by("-played_at", "-number")[places]  # type: ignore[misc]  # as above
    seats = tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in then.seats.all())
    late = NewResult(UUID(int=random.getrandbits(128)), seats, played_at=then.played_at)
    with transaction.atomic():
        enter_results(pool=pool, entries=[late])  # type: ignore[arg-type]  # as above


if __name__ == "__main__":
    main()
