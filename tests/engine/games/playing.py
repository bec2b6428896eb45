"""Matches of random moves for the tests of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, Game, OptionValue, State

Policy = Callable[[State, Sequence[Event], Random], Event]


def any_move(_: State, legal: Sequence[Event], rng: Random) -> Event:
    return rng.choice(legal)


def states(
    game: Game, seats: int, options: Mapping[str, OptionValue], seed: int, policy: Policy = any_move
) -> Iterator[State]:
    """Every state of a match, from before the first card to the end; one and the same object, moving on."""
    state, dealer, rng = game.start(seats, options), Dealer(b"%d" % seed), Random(seed)
    yield state
    while state.turn is not None:
        state.apply(dealer.deal(state) if state.turn == CHANCE else policy(state, state.legal_moves(), rng))
        yield state


def views(state: State) -> list[object]:
    """What everybody sees, the spectators first."""
    return [state.view(seat) for seat in (None, *range(state.seats))]
