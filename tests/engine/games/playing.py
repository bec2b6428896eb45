"""Matches of random moves for the tests of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from random import Random

import pytest

from engine.core.dealer import Dealer
from engine.core.game import CHANCE, AnyState, Event, Game, Rules, State
from engine.core.options import OptionValue
from engine.golden import options_in_words, variants

Policy = Callable[[State, Sequence[Event], Random], Event]


def any_move(_: State, legal: Sequence[Event], rng: Random) -> Event:
    return rng.choice(legal)


def tables(games: Iterable[Game]) -> Iterator[object]:
    """Every game with every number of seats and every variant of its options."""
    for game in games:
        for seats in range(game.min_seats, game.max_seats + 1):
            for options in variants(game):
                yield pytest.param(game, seats, options, id=f"{game.slug}-{seats}-{options_in_words(options)}")


def states(
    game: Rules[AnyState], seats: int, options: Mapping[str, OptionValue], seed: int, policy: Policy = any_move
) -> Iterator[AnyState]:
    """Every state of a match, from before the first card to the end; one and the same object, moving on."""
    state, dealer, rng = game.start(seats, options), Dealer(b"%d" % seed), Random(seed)
    yield state
    while state.turn is not None:
        state.apply(dealer.deal(state) if state.turn == CHANCE else policy(state, state.legal_moves(), rng))
        yield state


def steps(
    game: Rules[AnyState], seats: int, options: Mapping[str, OptionValue], seed: int, policy: Policy
) -> Iterator[tuple[AnyState, Event, AnyState]]:
    """Each event of a match, with the state before it and the one behind it."""
    state, dealer, rng = game.start(seats, options), Dealer(b"%d" % seed), Random(seed)
    while state.turn is not None:
        event = dealer.deal(state) if state.turn == CHANCE else policy(state, state.legal_moves(), rng)
        before = state.copy()
        state.apply(event)
        yield before, event, state.copy()


def views(state: State) -> list[object]:
    """What everybody sees, the spectators first."""
    return [state.view(seat) for seat in (None, *range(state.seats))]


def broken_invariant(game: Game, state: State) -> str | None:
    """Return a sentence about the first broken invariant, by `tests/engine/<game>/invariants.py`, else None."""
    found: str | None = import_module(f"tests.engine.{game.slug.replace('-', '_')}.invariants").broken_invariant(state)
    return found
