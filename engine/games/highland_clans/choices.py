"""The moves that cards, tokens and buildings allow, made once and listed again and again."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final

from engine.core.game import Event
from engine.games.highland_clans.components import DRAWN_RAID_RETURNED, MOST_EXCHANGED, Four
from engine.games.highland_clans.events import (
    ABBEY,
    BARD,
    CASTLE,
    CATTLE,
    DISCARD,
    EXCHANGE,
    KEEP_ALL,
    LAY,
    NOTHING,
    PUT_BACK,
    RAID,
    SEND_BACK,
    SPOIL,
    STAYS,
    TO_COURT,
    TO_SACK,
)  # fmt: skip
from engine.games.highland_clans.view import Land

_HANDS: Final = 4096  # hands whose moves are kept
_FATES: Final = tuple(
    fates
    for fates in product((STAYS, TO_SACK, TO_COURT), repeat=3)
    if fates.count(TO_SACK) in (1, 2) and fates.count(TO_SACK) + fates.count(TO_COURT) <= 2
)

# By the number of seats and the raider's seat.
RAIDS: Final[dict[int, tuple[tuple[Event, ...], ...]]] = {
    seats: tuple(tuple((RAID, seat) for seat in range(seats) if seat != actor) for actor in range(seats))
    for seats in (3, 4, 5)
}
# By the seat of the court and whether it has a warrior to spare, a piper, a monk (1, 2 and 4): ruling 6.
BARDS: Final[tuple[tuple[tuple[Event, ...], ...], ...]] = tuple(
    tuple(
        tuple((BARD, seat, *fates) for fates in _FATES if not any(fates[at] and not open_ >> at & 1 for at in range(3)))
        for open_ in range(8)
    )
    for seat in range(5)
)


@cache
def send_backs(drawn: Four) -> tuple[Event, ...]:
    """Ruling 2: any of the drawn tokens; none of them comes last."""
    return (*((SEND_BACK, *back) for back in product(*(range(n + 1) for n in drawn)) if any(back)), KEEP_ALL)


@cache
def spoils(land: Land) -> tuple[Event, ...]:
    """Ruling 10: one of what stands there, or nothing."""
    _, *standing = land
    taken = [what for what, count in zip((CATTLE, CASTLE, ABBEY), standing, strict=True) if count]
    return (*((SPOIL, what) for what in taken), (SPOIL, NOTHING))


@lru_cache(_HANDS)
def lays(hand: tuple[int, ...], has_piper: bool) -> tuple[Event, ...]:
    """Ruling 8: a card, without a piper or with one."""
    return tuple((LAY, card, piper) for card in sorted(set(hand)) for piper in ((0, 1) if has_piper else (0,)))


@lru_cache(_HANDS)
def exchanges(hand: tuple[int, ...], exactly: bool) -> tuple[Event, ...]:
    """Ruling 12: up to three cards, or exactly three or none; none comes last."""
    sizes = (MOST_EXCHANGED,) if exactly else range(1, MOST_EXCHANGED + 1)
    return (*((EXCHANGE, *cards) for size in sizes for cards in _some(hand, size)), (EXCHANGE,))


@lru_cache(_HANDS)
def discards(hand: tuple[int, ...]) -> tuple[Event, ...]:
    """Ruling 7: any card."""
    return tuple((DISCARD, card) for card in sorted(set(hand)))


@lru_cache(_HANDS)
def put_backs(hand: tuple[int, ...]) -> tuple[Event, ...]:
    """Ruling 11: any two cards."""
    return tuple((PUT_BACK, *cards) for cards in _some(hand, DRAWN_RAID_RETURNED))


def _some(hand: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Every different choice of so many cards."""
    return sorted(set(combinations(hand, size)))
