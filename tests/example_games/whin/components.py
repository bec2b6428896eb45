"""The cards of Whin: 1 to 24, six of each suit."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

SUITS: Final = ("Bracken", "Heather", "Rowan", "Thistle")
RANKS: Final = 6
CARDS: Final = len(SUITS) * RANKS
HAND: Final = 4  # cards dealt to each seat
DEALS: Final = 2
NAMES: Final = tuple(f"{suit} {rank}" for suit in SUITS for rank in range(1, RANKS + 1))
COMPONENTS_HASH: Final = sha256("\n".join(NAMES).encode()).hexdigest()


def suit_of(card: int) -> int:
    """Return the suit of a card, from 0."""
    return (card - 1) // RANKS


def name_of(card: int) -> str:
    """Return such as "Rowan 3"."""
    return NAMES[card - 1]
