"""Moves as numbers and views as vectors, for programs that learn: `ENCODING` in the `encoding.py` of a game.

Seats, cards and slots are one-hot or counted by sort, as in the observation tensors of OpenSpiel and RLCard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from engine.core.game import CHANCE, Event

MOST: Final = 127  # the greatest feature: vectors have signed bytes
_KEPT: Final = 8192  # tallies that are kept


class Part(NamedTuple):
    """Some features of a view: a label for each, the function that computes them, and the greatest of them."""

    name: str
    labels: Sequence[str]
    values: Callable[[Any], bytes]  # of the game's own view; one byte for each label, from 0 to `most`
    most: int = 1


@dataclass(frozen=True)
class Encoding:
    """The actions and observations of one game.

    The index of a move in `moves` is its action, the same for all numbers of seats and options. `parts` returns the
    parts of an observation by the number of seats.
    """

    moves: tuple[Event, ...]
    parts: Callable[[int], Sequence[Part]]

    @cached_property
    def action_of(self) -> Mapping[Event, int]:
        """The action of each move."""
        return {move: action for action, move in enumerate(self.moves)}

    def feature_names(self, seats: int) -> tuple[str, ...]:
        """Return a name for each feature, in order, such as `to move: player 1`."""
        return tuple(f"{part.name}: {label}" for part in self.parts(seats) for label in part.labels)

    def greatest(self, seats: int) -> tuple[int, ...]:
        """Return the greatest possible value of each feature; the least is 0."""
        return tuple(part.most for part in self.parts(seats) for _ in part.labels)

    def encoder(self, seats: int) -> Callable[[Any], bytes]:
        """Return a function that encodes a view as a byte for each feature."""
        functions = [part.values for part in self.parts(seats)]

        def encode(view: Any) -> bytes:
            return b"".join([values(view) for values in functions])

        return encode


def one_hots(size: int) -> Mapping[int | None, bytes]:
    """Return rows of `size` bytes by the index of their only 1; without one for None and -1 (no player, no card)."""
    rows: dict[int | None, bytes] = {index: bytes([index == at for at in range(size)]) for index in range(size)}
    return rows | {None: bytes(size), CHANCE: bytes(size)}


@lru_cache(_KEPT)
def tally(numbers: tuple[int, ...], size: int) -> bytes:
    """Return how often each of 0 to `size` - 1 is among the numbers."""
    return bytes([numbers.count(number) for number in range(size)])


def capped(number: int) -> int:
    """Return the number, at most `MOST`: for what no rule limits, such as rounds."""
    return min(number, MOST)


def player_labels(seats: int) -> list[str]:
    """Return `player 0`, `player 1` and so on, the names of agents in words."""
    return [f"player {seat}" for seat in range(seats)]
