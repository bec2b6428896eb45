"""How fast the learning environments are (`engine.pettingzoo`), beside environments of PettingZoo itself.

    python -m tests.benchmarks.environments [--runs 5] [--seconds 1]

Steps per second of processor time: an action picked at random from the mask of `last()`, and `step`. Each run measures
everything in turn; medians of the runs. "Engine" is the same play with a view for each move and without environment.
Environments of `pettingzoo.classic` are measured where their packages are installed (`pip install chess pygame-ce`).
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from engine.bench import rate, tables, with_view_and_record
from engine.core import registry
from engine.core.maths import pick
from engine.pettingzoo import env

PEERS: Final = ("tictactoe_v3", "connect_four_v3", "chess_v6")
Measurement = Callable[[float], float]  # given seconds of processor time, returns steps per second


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Measure steps per second of learning environments.")
    ask.add_argument("--runs", type=int, default=5)
    ask.add_argument("--seconds", type=float, default=1.0)
    args = ask.parse_args()
    measurements = {**_own(), **_peers()}
    runs = [{name: measure(args.seconds) for name, measure in measurements.items()} for _ in range(args.runs)]
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| environment | steps per second |")
    print("|---|---:|")
    for name in measurements:
        print(f"| {name} | {median(run[name] for run in runs):,.0f} |")


def _own() -> dict[str, Measurement]:
    """Return the measurements of every game at every number of seats, and of its engine."""
    found: dict[str, Measurement] = {}
    for game, seats in tables([game for game in registry.games().values() if registry.encoding(game.slug)]):
        found[f"{game.name}, {seats} players"] = partial(_steps, env(game.slug, seats))
        found[f"{game.name}, {seats} players, engine"] = partial(rate, with_view_and_record(game, seats))
    return found


def _peers() -> dict[str, Measurement]:
    found: dict[str, Measurement] = {}
    for name in PEERS:
        try:
            module: Any = import_module(f"pettingzoo.classic.{name}")
        except ImportError:
            print(f"Not installed here: packages of pettingzoo.classic.{name}")
        else:
            found[name] = partial(_steps, module.raw_env())
    return found


def _steps(table: Any, seconds: float) -> float:
    """Play games one after the other, and return steps per second."""
    rng, steps, start = Random(1), 0, process_time()
    while (spent := process_time() - start) < seconds:
        table.reset()
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                table.step(pick(rng, observation["action_mask"].nonzero()[0].tolist()))
                steps += 1
    return steps / spent


if __name__ == "__main__":
    main()
