"""The command `bench`: how fast the engine is, beside other engines that are installed."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.bench import PEERS, Figures, Goal, GoalResult, Table, goal_results, measure, medians, tables
from engine.cli.common import Answer, Command, table, whole_number
from engine.compiled import is_used
from engine.core import registry


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="game (default: all)")
    parser.add_argument(
        "--runs", type=whole_number(1), default=11, metavar="R", help="number of runs; the median counts (default 11)"
    )
    parser.add_argument(
        "--milliseconds",
        type=whole_number(1),
        default=100,
        metavar="MS",
        help="length of each measurement (default 100)",
    )


def _measure(args: argparse.Namespace) -> Answer:
    """Measure every game at every number of seats. Raise UnknownGame."""
    games = [registry.game(args.game)] if args.game else list(registry.games().values())
    present = [peer for peer in PEERS if peer.is_installed]
    contenders = {peer.name: peer.one_game() for peer in present}
    samples = measure(tables(games), contenders, args.runs, args.milliseconds / 1000)
    verdicts = list(goal_results(samples))
    figures, rates = medians(samples)
    missing = sorted({peer.package for peer in PEERS if not peer.is_installed})
    parts = [_head(args.runs), _our_figures(figures), _peer_rates(rates), _goals(verdicts), _not_measured(missing)]
    return Answer("\n\n".join(part for part in parts if part), _facts(figures, rates, verdicts, missing))


def _head(runs: int) -> str:
    where = f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}"
    how = "compiled" if is_used() else "interpreted"
    return f"Median of {runs} interleaved runs; rates are per second of processor time. {where}; the engine is {how}"


def _our_figures(figures: Mapping[Table, Figures]) -> str:
    head = ("game", "players", "rules only", "with view and record", "copy", "legal moves", "view", "search")
    return table(
        head,
        [
            (
                of.game.slug,
                of.seats,
                *(f"{rate:,.0f} /s" for rate in (own.rules_only, own.full)),
                *(f"{cost:.2f} µs" for cost in (own.copy, own.legal_moves, own.view)),
                f"{own.playouts:,.0f} playouts/s",
            )
            for of, own in figures.items()
        ],
    )


def _peer_rates(rates: Mapping[str, float]) -> str:
    return table(("engine", "decisions"), [(name, f"{rate:,.0f} /s") for name, rate in rates.items()]) if rates else ""


def _goals(verdicts: Sequence[GoalResult]) -> str:
    """Return a row for each goal and game, with the results by number of players."""
    rows = []
    for (goal, game), own in groupby(verdicts, key=lambda verdict: (verdict.goal, verdict.table.game.slug)):
        tables = list(own)
        reached = ", ".join(f"{verdict.reached:.2f} ({verdict.table.seats})" for verdict in tables)
        rows.append((_words(goal), game, reached, "met" if all(verdict.is_met for verdict in tables) else "missed"))
    return table(("goal", "game", "reached (players)", ""), rows)


def _words(goal: Goal) -> str:
    if goal.peer:
        return f"{goal.label}: at least {goal.bound} times {goal.peer}"
    return f"{goal.label}: at most {goal.bound} µs"


def _not_measured(missing: Sequence[str]) -> str:
    if not missing:
        return ""
    return f"Not installed here, so not compared with: {', '.join(missing)}. tests/benchmarks/README.md says how."


def _facts(
    figures: Mapping[Table, Figures], rates: Mapping[str, float], verdicts: Sequence[GoalResult], missing: Sequence[str]
) -> dict[str, object]:
    return {
        "python": sys.version,
        "results": [{"game": of.game.slug, "seats": of.seats, **own._asdict()} for of, own in figures.items()],
        "peers": dict(rates),
        "missing": list(missing),
        "goals": [
            {
                "goal": _words(verdict.goal),
                "game": verdict.table.game.slug,
                "seats": verdict.table.seats,
                "reached": verdict.reached,
                "met": verdict.is_met,
            }
            for verdict in verdicts
        ],
    }


BENCH = Command("bench", "benchmark the engine, and other engines that are installed", _measure, _add_arguments)
