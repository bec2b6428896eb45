"""The sack, the deck and the return deck: sums of tokens and cards, and what may be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Final

from engine.core.errors import IllegalChance
from engine.core.game import Event
from engine.games.highland_clans.components import ALL_TOKENS, CARDS, ESTATES, NO_TOKENS, VALUES, Counts
from engine.games.highland_clans.events import TILE

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState


COPIES: Final = max(sum(ALL_TOKENS), sum(CARDS), len(ESTATES))  # what a dealer may name
_ABSENT: Final = 4  # in place of a sort: that copy is not there
_DRAWS: Final = 4096  # draws whose outcomes are kept
_BEFORE: Final = bytes([_ABSENT])  # copies count from 1
_BEHIND: Final = bytes([_ABSENT]) * COPIES


def _runs(counts: Counts) -> tuple[tuple[bytes, ...], ...]:
    """Return, by sort and number present, a byte for each copy of the sort: the sort, or _ABSENT."""
    return tuple(
        tuple(bytes([sort]) * there + bytes([_ABSENT]) * (count - there) for there in range(count + 1))
        for sort, count in enumerate(counts)
    )


TOKEN_RUNS: Final = _runs(ALL_TOKENS)
CARD_RUNS: Final = _runs(CARDS)


def plus(some: Counts, more: Counts) -> Counts:
    """Return the sum."""
    a, b, c, d = some
    e, f, g, h = more
    return a + e, b + f, c + g, d + h


def minus(some: Counts, less: Counts) -> Counts:
    """Return the difference."""
    a, b, c, d = some
    e, f, g, h = less
    return a - e, b - f, c - g, d - h


def counts_of(cards: Iterable[int]) -> Counts:
    """Return the numbers of cards of each value."""
    counts = [0, 0, 0, 0]
    for card in cards:
        counts[card - 1] += 1
    one, two, three, four = counts
    return one, two, three, four


def card_values(counts: Iterable[int]) -> tuple[int, ...]:
    """Return the values of these numbers of cards, ascending."""
    return tuple([value for value, count in zip(VALUES, counts, strict=True) for _ in range(count)])


def without_cards(hand: tuple[int, ...], cards: Iterable[int]) -> tuple[int, ...]:
    """Return the hand without those cards."""
    left = [*hand]
    for card in cards:
        left.remove(card)
    return tuple(left)


def renew_deck(state: ClansState) -> None:
    """Shuffle the return deck into a new deck, of whose cards nothing is known (ruling 13)."""
    cards = state.fought
    for returned in state.returned_by:
        cards = plus(cards, returned)
    state.deck_cards = cards
    state.deck = sum(cards)
    state.fought = NO_TOKENS
    state.returned_by = [NO_TOKENS] * state.seats


@lru_cache(_DRAWS)
def draws(counts: Counts, wanted: int) -> tuple[tuple[Counts, int], ...]:
    """Return every draw of `wanted` tokens or cards, with the number of ways to make it."""
    ranges = [range(min(count, wanted) + 1) for count in counts]
    return tuple(
        ((a, b, c, d), prod(map(comb, counts, (a, b, c, d))))
        for a, b, c, d in product(*ranges)
        if a + b + c + d == wanted
    )


def tile_first_in(order: Iterable[int], unseen: list[int]) -> Event:
    """Return the first of `order` that is an estate not yet turned up."""
    for copy in order:
        if copy <= len(unseen):
            return (TILE, unseen[copy - 1])
    raise IllegalChance("None of the estates offered can be turned up now.")


def first_in(order: Iterable[int], runs: tuple[tuple[bytes, ...], ...], there: Counts, wanted: int) -> list[int]:
    """Count by sort the first copies of `order` that are there; repeated copies count once."""
    first, second, third, fourth = runs
    a, b, c, d = there
    left = bytearray(_BEFORE + first[a] + second[b] + third[c] + fourth[d] + _BEHIND)
    taken = [0, 0, 0, 0]
    for copy in order:
        sort = left[copy]
        if sort != _ABSENT:
            left[copy] = _ABSENT
            taken[sort] += 1
            wanted -= 1
            if not wanted:
                return taken
    raise IllegalChance("Too few of the copies offered can come up now.")
