"""`bench`: how fast the engine is here, in decisions and calls per second of processor time."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from engine.cli.answer import Answer, table
from engine.cli.arguments import whole
from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, Game, State
from engine.perft import seed_secret

NAME = "bench"
HELP = "measure the engine: playouts, and what copying, listing moves and viewing cost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How long to measure."""
    parser.add_argument("--games", type=whole(1), default=200, metavar="N", help="playouts a run (default 200)")
    parser.add_argument(
        "--runs", type=whole(1), default=5, metavar="R", help="runs, of which the median counts (default 5)"
    )


def run(given: argparse.Namespace) -> Answer:
    """Every game at every number of seats."""
    results = [
        {"game": game.slug, "seats": seats, **_measured(game, seats, given.games, given.runs)}
        for game in registry.games().values()
        for seats in range(game.min_seats, game.max_seats + 1)
    ]
    head = ("game", "players", "rules only", "with view and record", "copy", "legal moves", "view")
    rows = [
        (
            result["game"],
            result["seats"],
            f"{result['decisions_per_second']:,.0f} /s",
            f"{result['full_decisions_per_second']:,.0f} /s",
            *(f"{result[f'{name}_us']:.2f} µs" for name in ("copy", "legal_moves", "view")),
        )
        for result in results
    ]
    where = f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}"
    text = f"Decisions per second of processor time, median of {given.runs} runs; {where}\n\n{table(head, rows)}"
    return Answer(text, {"python": sys.version, "results": results})


def _measured(game: Game, seats: int, games: int, runs: int) -> dict[str, float]:
    rules = [_playouts(game, seats, games, full=False) for _ in range(runs)]
    full = [_playouts(game, seats, games, full=True) for _ in range(runs)]
    states = _positions(game, seats)
    return {
        "decisions_per_second": median(rules),
        "full_decisions_per_second": median(full),
        "copy_us": _cost(states, lambda state: state.copy()),
        "legal_moves_us": _cost(states, lambda state: state.legal_moves()),
        "view_us": _cost(states, lambda state: state.view(state.turn)),
    }


def _playouts(game: Game, seats: int, games: int, *, full: bool) -> float:
    """Decisions per second of random games; `full` makes the view of every decision and keeps the record."""
    rng = Random(1)
    decisions = 0
    start = process_time()
    for number in range(games):
        state, dealer = game.start(seats), Dealer(seed_secret(number))
        record: list[Event] = []
        while state.turn is not None:
            if state.turn == CHANCE:
                event = dealer.deal(state)
            else:
                decisions += 1
                moves = state.legal_moves()
                if full:
                    state.view(state.turn)
                event = moves[int(rng.random() * len(moves))]
            if full:
                record.append(event)
            state.advance(event)
    return decisions / (process_time() - start)


def _positions(game: Game, seats: int) -> list[State]:
    """Positions of one random game in which a seat is to move."""
    rng, dealer, state = Random(2), Dealer(seed_secret(2)), game.start(seats)
    positions: list[State] = []
    while state.turn is not None:
        if state.turn == CHANCE:
            state.advance(dealer.deal(state))
        else:
            positions.append(state.copy())
            state.advance(rng.choice(state.legal_moves()))
    return positions


def _cost(states: list[State], call: Callable[[State], object]) -> float:
    """Microseconds of processor time a call takes, the median of five rounds over all positions."""
    rounds: list[float] = []
    for _ in range(5):
        start = process_time()
        for _ in range(20):
            for state in states:
                call(state)
        rounds.append((process_time() - start) / (20 * len(states)) * 1e6)
    return median(rounds)
