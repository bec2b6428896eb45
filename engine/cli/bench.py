"""The command `bench`: how fast the engine is."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Mapping
from itertools import groupby

from engine.bench import GOALS, Figures, Goal, Table, measure, tables
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
    figures = measure(tables(games), args.runs, args.milliseconds / 1000)
    return Answer("\n\n".join([_head(args.runs), _rates(figures), _goals(figures)]), _facts(figures))


def _head(runs: int) -> str:
    where = f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}"
    how = "compiled" if is_used() else "interpreted"
    return f"Median of {runs} interleaved runs; rates are per second of processor time. {where}; the engine is {how}"


def _rates(figures: Mapping[Table, Figures]) -> str:
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


def _goals(figures: Mapping[Table, Figures]) -> str:
    """Return a row for each goal and game, with the results by number of players."""
    rows = []
    for goal in GOALS:
        for game, own in groupby(figures, key=lambda of: of.game.slug):
            seats = list(own)
            reached = ", ".join(f"{goal.reached(figures[of]):.2f} ({of.seats})" for of in seats)
            is_met = all(goal.is_met(figures[of]) for of in seats)
            rows.append((_words(goal), game, reached, "met" if is_met else "missed"))
    return table(("goal", "game", "reached (players)", ""), rows)


def _words(goal: Goal) -> str:
    return f"{goal.label}: at most {goal.most} µs"


def _facts(figures: Mapping[Table, Figures]) -> dict[str, object]:
    return {
        "python": sys.version,
        "results": [{"game": of.game.slug, "seats": of.seats, **own._asdict()} for of, own in figures.items()],
        "goals": [
            {
                "goal": _words(goal),
                "game": of.game.slug,
                "seats": of.seats,
                "reached": goal.reached(own),
                "met": goal.is_met(own),
            }
            for goal in GOALS
            for of, own in figures.items()
        ],
    }


BENCH = Command("bench", "benchmark the engine", _measure, _add_arguments)
