"""How long reading and checking a record takes, with and without unknown cards.

    python -m tests.benchmarks.records [--runs 5]

Whole games of random bots at the fullest table of each game; in "open" ones all is unknown that not everybody saw.
Processor time in milliseconds, medians over games of the best of some runs.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from statistics import median
from time import process_time

from engine.core import registry
from engine.notation import to_text
from engine.notation.incremental_parser import parse_partial
from engine.notation.verification import verify
from tests.engine.notation.records import hidden, played

GAMES_PLAYED = 8
SECONDS = 2.0  # that a check may search


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure how long a record takes to be read and checked.")
    ask.add_argument("--runs", type=int, default=5)
    runs = ask.parse_args().runs
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| game | seats | lines | read while typed | open, read | checked | open, checked | longest |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for slug in registry.games():
        print(_row(slug, runs))


def _row(slug: str, runs: int) -> str:
    seats = registry.game(slug).max_seats
    records = [played(slug, seats, seed) for seed in range(GAMES_PLAYED)]
    whole = [to_text(record) for record in records]
    opened = [to_text(record, hidden(record)) for record in records]
    checks = [_milliseconds(_checked, text, runs) for text in opened]
    figures = (
        median(_milliseconds(parse_partial, text, runs) for text in whole),
        median(_milliseconds(parse_partial, text, runs) for text in opened),
        median(_milliseconds(_checked, text, runs) for text in whole),
        median(checks),
        max(checks),
    )
    lines = median(text.count("\n") for text in whole)
    return f"| {slug} | {seats} | {lines:.0f} | " + " | ".join(f"{figure:.1f} ms" for figure in figures) + " |"


def _checked(text: str) -> object:
    return verify(text, seconds=SECONDS)


def _milliseconds(do: Callable[[str], object], text: str, runs: int) -> float:
    return min(_once(do, text) for _ in range(runs)) * 1000


def _once(do: Callable[[str], object], text: str) -> float:
    begun = process_time()
    do(text)
    return process_time() - begun


if __name__ == "__main__":
    main()
