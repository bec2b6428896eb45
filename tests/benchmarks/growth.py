"""How the cost of pages and rating updates grows with the number of results: from a thousand to a million.

    python -m tests.benchmarks.growth [--results 1000 10000 100000 1000000] [--plot docs/plots/growth.svg]
    python -m tests.benchmarks.growth --again docs/plots/growth.json --plot docs/plots/growth.svg

It starts its own PostgreSQL and Redis and removes them afterwards. Every size is a separate club in one database:
players, results inserted by COPY, and a tournament of 100 in its fourth round. A club of a thousand results has 100
players. Players grow with the power 2/3 of the results, so a million results have 10,000. Costs are processor time of
this process, PostgreSQL and Redis together, for one request or operation; wall-clock times are printed beside them. A
step from one size to the next is marked if the processor time grew by more than n log n, n being the results. `--again`
prints and plots the saved figures of an earlier run.
"""

import argparse
import json
import os
import platform
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tests.benchmarks.grown import Cost, measured
from tests.benchmarks.pipeline import services
from tests.benchmarks.plotting import Curve, draw_curves

SIZES = (1_000, 10_000, 100_000, 1_000_000)
FEWEST_PLAYERS = 100  # of the smallest size
SMALLEST = 1_000

Costs: TypeAlias = dict[str, Cost]


class Size(NamedTuple):
    """How many results, of how many players."""

    results: int
    players: int


class Run(NamedTuple):
    """Costs of every size, and the machine that they were measured on."""

    machine: str
    sizes: list[Size]
    costs: list[Costs]


def main() -> None:
    """Read the command line, measure or read, print the tables and draw."""
    ask = argparse.ArgumentParser(description="Measure how pages and folds grow with the ledger.")
    ask.add_argument("--results", type=int, nargs="+", default=list(SIZES))
    ask.add_argument("--plot", type=Path)
    ask.add_argument("--again", type=Path, help="a file that --plot wrote beside its plot")
    asked = ask.parse_args()
    run = read(asked.again) if asked.again else taken(sorted(asked.results), asked.plot)
    print(run.machine)
    print("\n".join(table(run)))
    if asked.plot:
        asked.plot.write_text(draw_curves(curves(run), "results"))


def size_of(results: int) -> Size:
    """So many results and the players who go with them."""
    return Size(results, round(FEWEST_PLAYERS * (results / SMALLEST) ** (2 / 3)))


def taken(results: Sequence[int], plot: Path | None) -> Run:
    """Measure every size, the smallest first; save the figures beside the plot after each size."""
    sizes = [size_of(count) for count in results]
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
    costs: list[Costs] = []
    with services():
        for size in sizes:
            costs.append(measured(size.results, size.players))
            print(f"{size.results:,} results of {size.players:,} players, load {os.getloadavg()[0]:.1f}", flush=True)
            run = Run(f"{machine}, {os.getloadavg()[0]:.1f} at the end", sizes[: len(costs)], costs)
            if plot:
                plot.with_suffix(".json").write_text(json.dumps(run, indent=1) + "\n")
    return run


def read(file: Path) -> Run:
    """Return the saved figures of a run."""
    machine, sizes, costs = json.loads(file.read_text())
    kept = [{what: Cost(*figures) for what, figures in one.items()} for one in costs]
    return Run(machine, [Size(*size) for size in sizes], kept)


def table(run: Run) -> list[str]:
    """A row for everything measured: a column a size, then the exponents between neighbours."""
    heads = [f"{size.results:,} of {size.players:,}" for size in run.sizes]
    steps = [f"to {size.results:,}" for size in run.sizes[1:]]
    lines = [f"| milliseconds of processor (clock); queries | {' | '.join(heads)} | {' | '.join(steps)} | n log n |"]
    lines.append(f"|---|{'---:|' * (len(heads) + len(steps))}---|")
    for what in run.costs[0]:
        column = [one.get(what) for one in run.costs]
        grown = [_grown(what, run, at) for at in range(len(run.sizes) - 1)]
        verdict = "at most" if is_bounded(what, run) else "**steeper**"
        lines.append(f"| {what} | {' | '.join(map(_cell, column))} | {' | '.join(grown)} | {verdict} |")
    return lines


def is_bounded(what: str, run: Run) -> bool:
    """Whether no step between neighbouring sizes that were measured grew by more than n log n."""
    return all(
        costs[1] / costs[0] <= n_log_n(after.results) / n_log_n(before.results)
        for (before, after), costs in _steps(what, run)
    )


def n_log_n(results: int) -> float:
    """What the cost may grow with."""
    return results * log(results)


def curves(run: Run) -> list[Curve]:
    """A curve for everything measured, with what n log n would be from its first point."""
    return [
        Curve(
            what, [(size.results, one[what].cpu) for size, one in zip(run.sizes, run.costs, strict=True) if what in one]
        )
        for what in run.costs[0]
    ]


def _steps(what: str, run: Run) -> list[tuple[tuple[Size, Size], tuple[float, float]]]:
    return [
        (sizes, (costs[0][what].cpu, costs[1][what].cpu))
        for sizes, costs in zip(pairwise(run.sizes), pairwise(run.costs), strict=True)
        if _has(what, costs)
    ]


def _has(what: str, costs: Sequence[Mapping[str, Cost]]) -> bool:
    return all(what in one for one in costs)


def _grown(what: str, run: Run, at: int) -> str:
    """The exponent between two neighbours."""
    if not _has(what, run.costs[at : at + 2]):
        return "-"
    (before, after), costs = run.sizes[at : at + 2], [one[what].cpu for one in run.costs[at : at + 2]]
    return f"{log(costs[1] / costs[0]) / log(after.results / before.results):.2f}"


def _cell(cost: Cost | None) -> str:
    if cost is None:
        return "not measured"
    queries = f"; {cost.queries}" if cost.queries else ""
    if cost.clock is None:
        return f"{cost.cpu:,.0f}"
    return f"{cost.cpu:,.1f} ({cost.clock:,.1f}){queries}"


if __name__ == "__main__":
    main()
