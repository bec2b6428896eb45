"""Benchmark of the engine. Nothing here is needed to play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import methodcaller
from random import Random
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from engine.core import registry
from engine.core.bot import Budget
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, Game, State
from engine.core.match import seed_secret
from engine.core.maths import pick

OneGame = Callable[[int], int]  # plays the game of that number at random, returns the number of its decisions
_PLAYOUTS: Final = 10  # of each timed decision of the searching bot


def rules_only(game: Game, seats: int) -> OneGame:
    """Return a game with the dealer and random legal moves, and nothing else."""
    rng = Random(1)

    def one_game(number: int) -> int:
        state, dealer, decisions = game.start(seats), Dealer(seed_secret(number)), 0
        while (turn := state.turn) is not None:
            if turn == CHANCE:
                state.advance(dealer.deal(state))
            else:
                moves = state.legal_moves()
                state.advance(pick(rng, moves))
                decisions += 1
        return decisions

    return one_game


def with_view_and_record(game: Game, seats: int) -> OneGame:
    """Return a game with a view for each move and a record of all events.

    Its loop repeats that of `rules_only`, since a shared one would cost time that is measured.
    """
    rng = Random(1)

    def one_game(number: int) -> int:
        state, dealer, decisions = game.start(seats), Dealer(seed_secret(number)), 0
        record: list[Event] = []
        while (turn := state.turn) is not None:
            if turn == CHANCE:
                event = dealer.deal(state)
            else:
                moves = state.legal_moves()
                state.view(turn)
                event = pick(rng, moves)
                decisions += 1
            record.append(event)
            state.advance(event)
        return decisions

    return one_game


def positions(game: Game, seats: int) -> list[State]:
    """Return every position of one random game in which a seat is to move."""
    rng, dealer, state = Random(2), Dealer(seed_secret(2)), game.start(seats)
    found: list[State] = []
    while state.turn is not None:
        if state.turn == CHANCE:
            state.advance(dealer.deal(state))
        else:
            found.append(state.copy())
            state.advance(rng.choice(state.legal_moves()))
    return found


class Table(NamedTuple):
    """A game with a number of seats."""

    game: Game
    seats: int


class Figures(NamedTuple):
    """The results of one table; rates per second and calls in microseconds, both of processor time."""

    rules_only: float
    full: float
    copy: float
    legal_moves: float
    view: float
    playouts: float


def tables(games: Sequence[Game]) -> list[Table]:
    """Return every number of seats of each game."""
    return [Table(game, seats) for game in games for seats in range(game.min_seats, game.max_seats + 1)]


def measure(measured: Sequence[Table], runs: int, seconds: float) -> dict[Table, Figures]:
    """Return the medians of so many runs, in which all are measured in turn, so that a slow machine slows them all."""
    measurements = {table: _measurements(table, seconds) for table in measured}
    samples = [
        {table: Figures(**{name: run() for name, run in by_name.items()}) for table, by_name in measurements.items()}
        for _ in range(runs)
    ]
    return {
        table: Figures(*map(median, zip(*[sample[table] for sample in samples], strict=True))) for table in measured
    }


def rate(one_game: OneGame, seconds: float) -> float:
    """Return decisions per second of games played one after the other for `seconds`."""
    decisions = number = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not number:
        decisions += one_game(number)
        number += 1
    return decisions / spent


def _measurements(table: Table, seconds: float) -> dict[str, Callable[[], float]]:
    """Return the measurement of each of the `Figures`, by its name."""
    states = positions(*table)
    return {
        "rules_only": partial(rate, rules_only(*table), seconds),
        "full": partial(rate, with_view_and_record(*table), seconds),
        "copy": partial(_call_time, states, methodcaller("copy"), seconds / 10),
        "legal_moves": partial(_call_time, states, methodcaller("legal_moves"), seconds / 10),
        "view": partial(_call_time, states, lambda state: state.view(state.turn), seconds / 10),
        "playouts": partial(_playout_rate, states, seconds),
    }


def _call_time(states: Sequence[State], call: Callable[[State], object], seconds: float) -> float:
    """Return the microseconds of a call on the average position."""
    calls = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not calls:
        for state in states:
            call(state)
        calls += len(states)
    return spent / calls * 1e6


def _playout_rate(states: Sequence[State], seconds: float) -> float:
    """Return playouts per second of the search, at about ten positions of a game."""
    bot, rng, playouts = registry.bot("lookout"), Random(3), 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not playouts:
        for state in states[:: max(1, len(states) // 10)]:
            moves = state.legal_moves()
            if len(moves) > 1:
                bot.choose(state.view(state.turn), moves, Budget(playouts=_PLAYOUTS), rng)
                playouts += _PLAYOUTS
    return playouts / spent


class Goal(NamedTuple):
    """A call that may take at most so many microseconds; `figure` is its name in `Figures`."""

    figure: str
    label: str
    most: float

    def reached(self, figures: Figures) -> float:
        """Return the microseconds that were measured."""
        value: float = getattr(figures, self.figure)
        return value

    def is_met(self, figures: Figures) -> bool:
        """Whether the call is fast enough."""
        return self.reached(figures) <= self.most


GOALS: Final = (Goal("copy", "copy", 3.0), Goal("legal_moves", "legal moves", 4.0), Goal("view", "view", 5.0))
