"""Benchmark of the engine, and of other engines that are installed. Nothing here is needed to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from operator import methodcaller
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

from engine.core import registry
from engine.core.bot import Budget
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, Game, State
from engine.core.match import seed_secret
from engine.core.maths import pick

OneGame = Callable[[int], int]  # plays the game of that number at random, returns the number of its decisions
HEARTS: Final = "OpenSpiel hearts"
UNO: Final = "RLCard uno"
CHESS: Final = "python-chess"
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


class Sample(NamedTuple):
    """One run: decisions per second of every peer, and the figures of every table."""

    rates: dict[str, float]
    figures: dict[Table, Figures]


def tables(games: Sequence[Game]) -> list[Table]:
    """Return every number of seats of each game."""
    return [Table(game, seats) for game in games for seats in range(game.min_seats, game.max_seats + 1)]


def measure(measured: Sequence[Table], peers: Mapping[str, OneGame], runs: int, seconds: float) -> list[Sample]:
    """Return a sample of each run, in which all are measured in turn, so that a slow machine slows them all."""
    measurements = {table: _measurements(table, seconds) for table in measured}
    return [
        Sample(
            {name: rate(one_game, seconds) for name, one_game in peers.items()},
            {
                table: Figures(**{figure: run() for figure, run in by_figure.items()})
                for table, by_figure in measurements.items()
            },
        )
        for _ in range(runs)
    ]


def medians(samples: Sequence[Sample]) -> tuple[dict[Table, Figures], dict[str, float]]:
    """Return the medians of all runs for each table and each peer."""
    figures = {
        table: Figures(*map(median, zip(*[sample.figures[table] for sample in samples], strict=True)))
        for table in samples[0].figures
    }
    return figures, {name: median(sample.rates[name] for sample in samples) for name in samples[0].rates}


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
    """A figure of the `Figures`, at least `bound` times the rate of `peer`; without a peer, at most `bound` µs."""

    figure: str
    label: str
    bound: float
    peer: str | None = None


class GoalResult(NamedTuple):
    """The result of a table for a goal; `reached` is a ratio, or microseconds without a peer."""

    goal: Goal
    table: Table
    reached: float

    @property
    def is_met(self) -> bool:
        """Whether the goal is met."""
        return self.reached >= self.goal.bound if self.goal.peer else self.reached <= self.goal.bound


GOALS: Final = (
    Goal("full", "with view and record", 2.0, UNO),
    Goal("full", "with view and record", 4.0, CHESS),
    Goal("rules_only", "rules only", 0.5, HEARTS),
    Goal("copy", "copy", 3.0),
    Goal("legal_moves", "legal moves", 4.0),
    Goal("view", "view", 5.0),
)


def goal_results(samples: Sequence[Sample]) -> Iterator[GoalResult]:
    """Yield every goal for every table, by the median of the runs, without goals whose peer was not measured.

    Ratios are taken within each run, so that a machine that slows down between two runs does not shift them.
    """
    rates, tables = samples[0].rates, samples[0].figures
    for goal in GOALS:
        if goal.peer is None or goal.peer in rates:
            for table in tables:
                values = [
                    getattr(sample.figures[table], goal.figure) / (sample.rates[goal.peer] if goal.peer else 1)
                    for sample in samples
                ]
                yield GoalResult(goal, table, median(values))
