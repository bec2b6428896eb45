"""Random games of the house for measuring, and positions of theirs to call the state at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, Game, State
from engine.perft import seed_secret

OneGame = Callable[[int], int]  # plays the game of that number at random and answers how many decisions it had


def rules_only(game: Game, seats: int) -> OneGame:
    """Chance by the dealer, decisions at random among the legal moves, and nothing else."""
    rng = Random(1)

    def one_game(number: int) -> int:
        state, dealer, decisions = game.start(seats), Dealer(seed_secret(number)), 0
        while (turn := state.turn) is not None:
            if turn == CHANCE:
                state.advance(dealer.deal(state))
            else:
                moves = state.legal_moves()
                state.advance(moves[int(rng.random() * len(moves))])
                decisions += 1
        return decisions

    return one_game


def with_view_and_record(game: Game, seats: int) -> OneGame:
    """The same, and the seat to move is shown its view, and all events are kept."""
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
                event = moves[int(rng.random() * len(moves))]
                decisions += 1
            record.append(event)
            state.advance(event)
        return decisions

    return one_game


def positions(game: Game, seats: int) -> list[State]:
    """Every position of one random game in which a seat is to move."""
    rng, dealer, state = Random(2), Dealer(seed_secret(2)), game.start(seats)
    found: list[State] = []
    while state.turn is not None:
        if state.turn == CHANCE:
            state.advance(dealer.deal(state))
        else:
            found.append(state.copy())
            state.advance(rng.choice(state.legal_moves()))
    return found
