"""Random play beside other engines that are installed: OpenSpiel, RLCard, python-chess.

    python -m tests.benchmarks.peers [GAME ...] [--runs 11] [--milliseconds 100]

Moves per second of processor time, in one process. Each run measures everything in turn; medians of the runs. Ratios
are taken within each run, so that a machine that slows down between two runs does not shift them.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from engine.bench import OneGame, Table, rate, rules_only, tables, with_view_and_record
from engine.core import registry
from engine.core.maths import pick

HEARTS: Final = "OpenSpiel hearts"
UNO: Final = "RLCard uno"
CHESS: Final = "python-chess"


class Peer(NamedTuple):
    """One game of another engine; `module` is what is imported, `package` what is installed."""

    name: str
    package: str
    module: str
    set_up: Callable[[Any], OneGame]  # gets the module

    @property
    def is_installed(self) -> bool:
        """Whether it can be measured here."""
        return find_spec(self.module) is not None

    def one_game(self) -> OneGame:
        """Set up the game."""
        return self.set_up(import_module(self.module))


def _open_spiel(name: str) -> Callable[[Any], OneGame]:
    """Return the set-up of a game, rules only. All chance outcomes are taken as equally likely, as in these games."""

    def set_up(pyspiel: Any) -> OneGame:
        game, rng = pyspiel.load_game(name), Random(1)

        def one_game(_number: int) -> int:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(pick(rng, outcomes)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(pick(rng, actions))
                    decisions += 1
            return decisions

        return one_game

    return set_up


def _rlcard(name: str) -> Callable[[Any], OneGame]:
    """Return the set-up of a game in which players get their state with the legal actions, as in our view."""

    def set_up(rlcard: Any) -> OneGame:
        environment, rng = rlcard.make(name, config={"seed": 1}), Random(1)

        def one_game(_number: int) -> int:
            observation, _ = environment.reset()
            decisions = 0
            while not environment.is_over():
                actions = list(observation["legal_actions"])
                observation, _ = environment.step(pick(rng, actions))
                decisions += 1
            return decisions

        return one_game

    return set_up


def _chess(chess: Any) -> OneGame:
    rng = Random(1)

    def one_game(_number: int) -> int:
        board, decisions = chess.Board(), 0
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(pick(rng, moves))
            decisions += 1
        return decisions

    return one_game


PEERS: Final = (
    Peer(HEARTS, "open_spiel", "pyspiel", _open_spiel("hearts")),
    Peer("OpenSpiel crazy eights", "open_spiel", "pyspiel", _open_spiel("crazy_eights")),
    Peer(UNO, "rlcard", "rlcard", _rlcard("uno")),
    Peer("RLCard gin rummy", "rlcard", "rlcard", _rlcard("gin-rummy")),
    Peer(CHESS, "chess", "chess", _chess),
)


class Goal(NamedTuple):
    """How many times as fast as `peer` random play should be."""

    label: str
    play: Callable[..., OneGame]
    bound: float
    peer: str


GOALS: Final = (
    Goal("with view and record", with_view_and_record, 2.0, UNO),
    Goal("with view and record", with_view_and_record, 4.0, CHESS),
    Goal("rules only", rules_only, 0.5, HEARTS),
)


def main() -> None:
    """Read the command line, measure, print."""
    ask = argparse.ArgumentParser(description="Compare random play with other engines.")
    ask.add_argument("games", nargs="*", metavar="GAME")
    ask.add_argument("--runs", type=int, default=11)
    ask.add_argument("--milliseconds", type=int, default=100)
    args = ask.parse_args()
    installed = [peer for peer in PEERS if peer.is_installed]
    missing = {peer.package for peer in PEERS} - {peer.package for peer in installed}
    measured = tables([registry.game(slug) for slug in args.games or registry.games()])
    samples = take_samples(measured, installed, args.runs, args.milliseconds / 1000)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"not installed: {', '.join(sorted(missing)) or 'none'}\n")
    for peer in installed:
        print(f"{peer.name}: {median(sample[peer.name] for sample in samples):,.0f} moves a second")
    for goal in GOALS:
        if goal.peer in samples[0]:
            ratios = [f"{table.game.slug} {table.seats}: {ratio(samples, goal, table):.2f}" for table in measured]
            print(f"{goal.label}, at least {goal.bound} times {goal.peer}: {', '.join(ratios)}")


Sample = dict[object, float]  # moves per second, by the name of a peer, or by (label of a goal, table)


def take_samples(measured: Sequence[Table], peers: Sequence[Peer], runs: int, seconds: float) -> list[Sample]:
    """Return the rates of each run."""
    plays: dict[object, OneGame] = {peer.name: peer.one_game() for peer in peers}
    plays |= {(goal.label, table): goal.play(*table) for goal in GOALS for table in measured}
    return [{what: rate(one_game, seconds) for what, one_game in plays.items()} for _ in range(runs)]


def ratio(samples: Sequence[Sample], goal: Goal, table: Table) -> float:
    """Return how many times as fast as the peer of the goal a game is: the median of the runs."""
    return median(sample[goal.label, table] / sample[goal.peer] for sample in samples)


if __name__ == "__main__":
    main()
