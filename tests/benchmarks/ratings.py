"""How long one result takes at each step, from entering it to the updated ratings.

    python -m tests.benchmarks.ratings [--results 50000] [--players 1000] [--runs 5] [--million]

It starts its own PostgreSQL and Redis and removes them afterwards. Rating updates in memory alternate with openskill on
the same tables, in CPU time of this process. Updates in the database are measured by the clock, with the CPU time of
this process beside it. `--million` adds a million rating events (tables of three), and a fit of a million results.
Every figure is the median of so many runs.
"""

import argparse
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias
from uuid import UUID

from tests.benchmarks.pipeline import services
from tests.benchmarks.seed import seed_pool

if TYPE_CHECKING:
    from league.ratings.pool_fold import Line
    from league.results.models import Pool

Spent: TypeAlias = tuple[float, float]
"""Seconds by the clock, and of this process's CPU."""

SEATS = (2, 3, 4)
BATCH = 50
LATE = 1_000
CHUNK = 10_000  # results that the worker folds at once
MILLION = 1_000_000


def main() -> None:
    """Read the command line, measure, and print tables."""
    ask = argparse.ArgumentParser(description="Measure the ledger and the fold of ratings.")
    ask.add_argument("--results", type=int, default=50_000)
    ask.add_argument("--players", type=int, default=1_000)
    ask.add_argument("--runs", type=int, default=5)
    ask.add_argument("--million", action="store_true")
    asked = ask.parse_args()
    with services():
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, ", end="")
        print(f"{asked.players} players, {asked.results} results, medians of {asked.runs} runs")
        compare_folds(asked.players, asked.results, asked.runs)
        measure_fit(asked.players, MILLION if asked.million else asked.results, asked.runs)
        print(f"{'':<52}{'µs a result':>12}{'a second':>12}{'CPU µs':>12}")
        measure_database(asked.players, asked.results, asked.runs)
        if asked.million:
            measure_million(asked.players, asked.runs)
        print(f"load {os.getloadavg()[0]:.1f} at the end")


def compare_folds(players: int, results: int, runs: int) -> None:
    """Fold in memory and let openskill rate the same tables, taking turns."""
    print(f"{'µs of CPU a result':<28}{'elo':>9}{'weng-lin':>10}{'openskill':>11}{'elo : openskill':>18}")
    for seats in SEATS:
        lines = drawn(players, results, seats)
        turns = [(folded("elo", lines), folded("weng-lin", lines), openskilled(lines)) for _ in range(runs)]
        elo, weng_lin, peer = (statistics.median(turn[at] for turn in turns) / results * 1e6 for at in range(3))
        ratio = statistics.median(turn[2] / turn[0] for turn in turns)
        print(f"tables of {seats:<18}{elo:>9.2f}{weng_lin:>10.2f}{peer:>11.2f}{ratio:>18.2f}", flush=True)


def measure_fit(players: int, results: int, runs: int) -> None:
    """Count results into tallies, and find the likeliest strengths and their intervals."""
    from league.competition.ratings.maximum_likelihood import MAXIMUM_LIKELIHOOD
    from league.competition.ratings.system import RatedResult

    ledger = [RatedResult(line.players, line.places) for line in drawn(players, results, 3)]
    tallies = MAXIMUM_LIKELIHOOD.start()
    counting = clocked(lambda: MAXIMUM_LIKELIHOOD.count(tallies, ledger))
    fits = sorted(clocked(lambda: MAXIMUM_LIKELIHOOD.ratings(tallies)) for _ in range(runs))
    kept = len(MAXIMUM_LIKELIHOOD.dump(tallies)) / 1e6
    print(
        f"maximum likelihood of {players} players and {results:,} results of three: counted in {counting:.2f} s, ",
        end="",
    )
    print(f"fitted in {statistics.median(fits):.2f} s ({fits[0]:.2f}-{fits[-1]:.2f}), tallies of {kept:.1f} MB")


def measure_database(players: int, results: int, runs: int) -> None:
    """Enter, fold from the start, go on, and refold, on the same pool of tables of three."""
    from league.accounts.models import Player
    from league.ratings.services import CHECKPOINT_EVERY, fit_pool
    from league.results.models import Pool

    pool = Pool.objects.get(slug=seed_pool(players=players, results=results, seats=3, kind="bot"))
    ids = list(Player.objects.values_list("pk", flat=True))

    def from_the_start(system: str) -> Spent:
        dropped(pool.pk, system)
        return spent(lambda: fold_by(pool.pk, system))

    def go_on(system: str) -> Spent:
        entered(pool, ids)
        return spent(lambda: fold_by(pool.pk, system))

    def refold(late: Callable[[], None]) -> Spent:
        late()
        return spent(lambda: fold_by(pool.pk, "elo"))

    def fit_anew() -> Spent:
        entered(pool, ids)
        fold_by(pool.pk, "elo")
        return spent(lambda: fit_pool(pool_id=pool.pk))

    report(f"enter a batch of {BATCH}", runs * 5, BATCH, lambda: spent(lambda: entered(pool, ids)))
    for system in ("elo", "weng-lin"):
        report(f"{system} from the start, stored", runs, results, partial(from_the_start, system))
        report(f"{system}, a batch of {BATCH} on top, stored", runs * 5, BATCH, partial(go_on, system))
    report(f"elo, the last {LATE:,} after a late result", runs, LATE, lambda: refold(lambda: come_late(pool, LATE)))
    since = results - results % CHECKPOINT_EVERY or results
    report("elo, all after a correction of the oldest result", runs, since, lambda: refold(lambda: corrected(pool)))
    report("the fit once more, after a batch, all in all", runs, 1, fit_anew)


def measure_million(players: int, runs: int) -> None:
    """Fold a million rating events from the start, stored."""
    from league.results.models import Pool

    results = -(-MILLION // 3)
    pool = Pool.objects.get(slug=seed_pool(players=players, results=results, seats=3, kind="person"))
    for system in ("elo", "weng-lin"):

        def from_the_start(system: str = system) -> Spent:
            dropped(pool.pk, system)
            return spent(lambda: fold_by(pool.pk, system))

        report(f"{system}, a million events from the start, stored", runs, results, from_the_start)


def report(what: str, runs: int, results: int, once: Callable[[], Spent]) -> None:
    """Print the medians of so many runs."""
    seconds, cpu = (statistics.median(column) for column in zip(*(once() for _ in range(runs)), strict=True))
    print(
        f"{what:<52}{seconds / results * 1e6:>12.1f}{results / seconds:>12,.0f}{cpu / results * 1e6:>12.1f}", flush=True
    )


def spent(work: Callable[[], object]) -> Spent:
    """Return the seconds that it took, and how many of them this process worked."""
    cpu = time.process_time()
    return clocked(work), time.process_time() - cpu


def clocked(work: Callable[[], object]) -> float:
    """Return the seconds that it took."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def fold_by(pool_id: int, system: str) -> None:
    """Fold a pool to the end of its ledger by one system."""
    from league.ratings.services import FoldStatus, fold_chunk

    while fold_chunk(pool_id=pool_id, system=system) is FoldStatus.MORE_TO_DO:
        pass


def dropped(pool_id: int, system: str) -> None:
    """Forget a fold, and let PostgreSQL clear away what is left of it."""
    from django.db import connection

    from league.ratings.services import drop_fold

    drop_fold(pool_id=pool_id, system=system)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ratings_ratingstep")


def folded(system: str, lines: "Sequence[Line]") -> float:
    """Fold lines in memory, in the worker's chunks; return the CPU seconds."""
    from league.competition.ratings import rating_system_named
    from league.ratings.pool_fold import PoolFold, lines_of

    state = PoolFold(rating_system_named(system))
    start = time.process_time()
    for first in range(0, len(lines), CHUNK):
        state.take_all(lines_of(lines[first : first + CHUNK]))
    return time.process_time() - start


def openskilled(lines: "Sequence[Line]") -> float:
    """Rate the same tables by openskill's Plackett-Luce; return the CPU seconds."""
    from openskill.models import PlackettLuce

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
    from league.ratings.pool_fold import Line

    rng = random.Random(seats)
    lines = []
    for number in range(1, results + 1):
        table = sorted(rng.sample(range(players), seats), key=lambda player: player / players + rng.gauss(0, 0.4))
        lines.append(Line((number, number), number, True, tuple(table), tuple(range(1, seats + 1))))
    return lines


def entered(pool: "Pool", players: Sequence[int]) -> None:
    """Enter a batch of tables of three, in a transaction of its own."""
    from django.db import transaction

    from league.results.drafts import ResultDraft, SeatResult
    from league.results.services.ledger import enter_results

    rng = random.Random()
    batch = [
        ResultDraft(
            UUID(int=rng.getrandbits(128)),
            tuple(SeatResult(player, 40 - place, place) for place, player in enumerate(rng.sample(players, 3), 1)),
        )
        for _ in range(BATCH)
    ]
    with transaction.atomic():
        enter_results(pool=pool, entries=batch)


def come_late(pool: "Pool", places: int) -> None:
    """Enter a result that was played so many results ago."""
    from django.db import transaction

    from league.results.drafts import ResultDraft, SeatResult
    from league.results.models import Result
    from league.results.services.ledger import enter_results

    then = Result.objects.filter(pool=pool).order_by("-played_at", "-number")[places]
    seats = tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in then.seats.all())
    late = ResultDraft(UUID(int=random.getrandbits(128)), seats, played_at=then.played_at)
    with transaction.atomic():
        enter_results(pool=pool, entries=[late])


def corrected(pool: "Pool", at: int = 0) -> None:
    """Turn round who won the result at that place, the oldest is 0."""
    from league.results.drafts import SeatResult
    from league.results.models import Result
    from tests.league.ledger import supersede

    oldest = Result.objects.filter(pool=pool, superseded_by=None).order_by("played_at", "number")[at]
    seats = list(oldest.seats.all())
    supersede(oldest, *(SeatResult(seat.player_id, seat.points, 1 + len(seats) - seat.place) for seat in seats))


if __name__ == "__main__":
    main()
