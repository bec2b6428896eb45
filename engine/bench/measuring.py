"""Measures contenders in turns, run by run in one process, so that what slows the machine slows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import methodcaller
from random import Random
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from engine.bench.playing import OneGame, positions, rules_only, with_view_and_record
from engine.core import registry
from engine.core.bot import Budget
from engine.core.game import Game, State

_PLAYOUTS: Final = 10  # a decision of the searching bot that is timed


class Table(NamedTuple):
    """A game with a number of seats."""

    game: Game
    seats: int


class Figures(NamedTuple):
    """What one table gave; rates by second and calls in microseconds, both of processor time."""

    rules_only: float
    full: float
    copy: float
    legal_moves: float
    view: float
    playouts: float


class Sample(NamedTuple):
    """One run: decisions per second of every peer, and what every table gave."""

    rates: dict[str, float]
    figures: dict[Table, Figures]


def tables(games: Sequence[Game]) -> list[Table]:
    """Every number of seats of each."""
    return [Table(game, seats) for game in games for seats in range(game.min_seats, game.max_seats + 1)]


def measure(those: Sequence[Table], peers: Mapping[str, OneGame], runs: int, seconds: float) -> list[Sample]:
    """A sample of each run, in which all took their turn."""
    watches = {table: _watches(table, seconds) for table in those}
    return [
        Sample(
            {name: rate(one_game, seconds) for name, one_game in peers.items()},
            {table: Figures(*[watch() for watch in own]) for table, own in watches.items()},
        )
        for _ in range(runs)
    ]


def medians(samples: Sequence[Sample]) -> tuple[dict[Table, Figures], dict[str, float]]:
    """The middle of all runs for each table and each peer."""
    figures = {
        table: Figures(*map(median, zip(*[sample.figures[table] for sample in samples], strict=True)))
        for table in samples[0].figures
    }
    return figures, {name: median(sample.rates[name] for sample in samples) for name in samples[0].rates}


def rate(one_game: OneGame, seconds: float) -> float:
    """Decisions per second of games played one after the other for as long as that."""
    decisions = number = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not number:
        decisions += one_game(number)
        number += 1
    return decisions / spent


def _watches(table: Table, seconds: float) -> list[Callable[[], float]]:
    """One for each of the `Figures`, in their order."""
    bare, full, states = rules_only(*table), with_view_and_record(*table), positions(*table)
    calls = (methodcaller("copy"), methodcaller("legal_moves"), lambda state: state.view(state.turn))
    return [
        lambda: rate(bare, seconds),
        lambda: rate(full, seconds),
        *[lambda call=call: _cost(states, call, seconds / 10) for call in calls],
        lambda: _searching(states, seconds),
    ]


def _cost(states: Sequence[State], call: Callable[[State], object], seconds: float) -> float:
    """Microseconds a call takes on the average position."""
    calls = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not calls:
        for state in states:
            call(state)
        calls += len(states)
    return spent / calls * 1e6


def _searching(states: Sequence[State], seconds: float) -> float:
    """Playouts per second of the bot that searches, at positions from the first to the last of a game."""
    bot, rng, made = registry.bot("lookout"), Random(3), 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not made:
        for state in states[:: max(1, len(states) // 10)]:
            moves = state.legal_moves()
            if len(moves) > 1:
                bot.choose(state.view(state.turn), moves, Budget(playouts=_PLAYOUTS), rng)
                made += _PLAYOUTS
    return made / spent
