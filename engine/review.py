"""Review of a finished game: each player's chance of winning after every event, and the best other move of each choice.

The chance of a position is the share of playouts that a player wins: games that the guide of the search plays to the
end from the true position, all cards seen. `sharpness` makes a probability of that share. The best other move is
found by sequential halving (Karnin, Koren and Somekh 2013) over all legal moves, and then compared by other playouts
than those that chose it. A review is a function of the record, the seed and `VERSION`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil, log2
from random import Random
from typing import Final

from engine.core import registry
from engine.core.game import CHANCE, Event, Game, State
from engine.core.match import draw_chance
from engine.core.record import Record, steps

VERSION: Final = 2  # grows when the figures of a review change
POSITION_PLAYOUTS: Final = 200  # of the position after an event, and of that after the best other move
CHOICE_PLAYOUTS: Final = 200  # to find the best other move
CHECK_PLAYOUTS: Final = 800  # of each of the two moves, where the first comparison shows a loss of `CHECKED_LOSS`
CHECKED_LOSS: Final = 0.05
# By game and number of seats, from `python -m tests.benchmarks.calibration`.
SHARPNESS: Final[dict[str, dict[int, float]]] = {
    "highland-clans": {3: 0.7, 4: 0.75, 5: 0.7},
    "kings-kilt": {2: 0.35, 3: 0.4, 4: 0.4},
    "lords-of-scotland": {2: 0.9, 3: 0.75, 4: 0.65, 5: 0.65},
}


@dataclass(frozen=True, slots=True)
class EventReview:
    """The chances of winning after an event, by seat; their sum is 1.

    Of a choice also the best other move, and how much lower the mover's chance is after the move than after that one:
    from 0 (the move was at least as good) to 1. `best` is None where there was no choice.
    """

    chances: tuple[float, ...]
    best: Event | None = None
    loss: float = 0.0


def review(record: Record, *, seed: int = 0, first: int = 0) -> Iterator[EventReview]:
    """Yield the review of each event, from number `first` on, counted from 0.

    A review that stopped continues with the same figures. Raise EngineError if the record cannot be replayed.
    """
    game = registry.game(record.game)
    for number, (state, event) in islice(enumerate(steps(record)), first, None):
        yield review_event(game, state, event, Random(f"{seed} {number}"))


def review_event(game: Game, state: State, event: Event, rng: Random) -> EventReview:
    """Return the review of `event`, which is about to happen in `state`."""
    chances = chances_of(game, _after(state, event), POSITION_PLAYOUTS, rng)
    mover = state.turn
    others = [move for move in state.legal_moves() if move != event]
    if mover is None or mover == CHANCE or not others:
        return EventReview(chances)
    best = _best_move(game, state, mover, others, rng)
    loss = chances_of(game, _after(state, best), POSITION_PLAYOUTS, rng)[mover] - chances[mover]
    if loss >= CHECKED_LOSS:
        chances = chances_of(game, _after(state, event), CHECK_PLAYOUTS, rng)
        loss = chances_of(game, _after(state, best), CHECK_PLAYOUTS, rng)[mover] - chances[mover]
    return EventReview(chances, best, max(0.0, loss))


def chances_of(game: Game, state: State, playouts: int, rng: Random) -> tuple[float, ...]:
    """Return each seat's chance of winning from this position. Players who share the first place share the win."""
    if state.outcome is not None:
        return tuple(_wins(state))
    sharpness = SHARPNESS.get(game.slug, {}).get(state.seats, 1.0)
    return calibrated(win_shares(game, state, playouts, rng), playouts, sharpness)


def least_chance(game: str, seats: int) -> float:
    """Return the least chance of a seat before the end: it wins no playout, and the others win as many each.

    The sharpness must be at most 1.
    """
    shares = [0.0, *[1 / (seats - 1)] * (seats - 1)]
    return calibrated(shares, CHECK_PLAYOUTS, SHARPNESS.get(game, {}).get(seats, 1.0))[0]


def win_shares(game: Game, state: State, playouts: int, rng: Random) -> list[float]:
    """Return the share of playouts from this position that each seat wins."""
    totals = [0.0] * state.seats
    for _ in range(playouts):
        for seat, won in enumerate(_playout(game, state, rng)):
            totals[seat] += won
    return [total / playouts for total in totals]


def calibrated(shares: Sequence[float], playouts: int, sharpness: float) -> tuple[float, ...]:
    """Return the shares as probabilities: with one more playout that all share, to the power of `sharpness`.

    Below 1 the power draws chances together, above 1 apart (power scaling; Guo and others 2017 for two classes).
    """
    powers = [((share * playouts + 1 / len(shares)) / (playouts + 1)) ** sharpness for share in shares]
    return tuple(power / sum(powers) for power in powers)


def _best_move(game: Game, state: State, mover: int, moves: Sequence[Event], rng: Random) -> Event:
    """Return the best of the moves by sequential halving: rounds of as many playouts each keep the better half."""
    left, won = list(moves), dict.fromkeys(moves, 0.0)
    rounds = ceil(log2(len(moves)))
    while len(left) > 1:
        playouts = max(1, CHOICE_PLAYOUTS // (rounds * len(left)))
        for move in left:
            after = _after(state, move)
            won[move] += sum(_playout(game, after, rng)[mover] for _ in range(playouts))
        left = sorted(left, key=lambda move: -won[move])[: ceil(len(left) / 2)]
    return left[0]


def _playout(game: Game, state: State, rng: Random) -> list[float]:
    """Play a copy of the position to the end by the guide. Return what each seat has of the win."""
    end = state.copy()
    draw_chance(end, rng)
    while end.turn is not None:
        end.advance(game.guide.likely(end, rng))
        draw_chance(end, rng)
    return _wins(end)


def _wins(end: State) -> list[float]:
    places = end.outcome.places if end.outcome else ()
    return [(place == 1) / places.count(1) for place in places]


def _after(state: State, event: Event) -> State:
    after = state.copy()
    after.advance(event)
    return after
