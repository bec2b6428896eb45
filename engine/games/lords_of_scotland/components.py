"""The cards of Lords of Scotland. A card *is* its rank, 1..98, which no other card shares."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

CLANS: Final = ("Scott", "MakGill", "MacDonnell", "Wemyss", "Fergusson", "Forsyth", "Cockburn", "Cochrane", "Bruce")
SCOTT: Final = 0
MAKGILL: Final = 1
MACDONNELL: Final = 2
WEMYSS: Final = 3
FERGUSSON: Final = 4
FORSYTH: Final = 5
COCKBURN: Final = 6
COCHRANE: Final = 7
BRUCE: Final = 8

CARDS: Final = 98  # 8 clans of 12 strengths, and two Bruce cards of the highest ranks
BRUCE_CARDS: Final = (97, 98)
TOP_STRENGTH: Final = 12

HAND: Final = 5  # cards dealt to each seat
HAND_LIMIT: Final = 10  # with ten in hand nobody recruits ("Where the texts differ", 2)
RECRUITS: Final = 5  # slots in the row of Recruits
TURNS: Final = 5  # turns of each seat in a round
THRONE: Final = 40  # strength of Supporters that ends the game

HIDDEN: Final = 0  # in place of a card: it lies face-down
GAP: Final = -1  # in place of a card: the slot is empty

CLAN: Final = (GAP, *((rank - 1) % 8 for rank in range(1, 97)), BRUCE, BRUCE)
STRENGTH: Final = (0, *((rank - 1) // 8 + 1 for rank in range(1, 97)), TOP_STRENGTH, TOP_STRENGTH)

PLAIN_DECK: Final = sum(1 << card for card in range(1, 97))
BRUCE_DECK: Final = PLAIN_DECK | sum(1 << card for card in BRUCE_CARDS)

COMPONENTS_HASH: Final = sha256(
    "\n".join(f"{card} {CLANS[CLAN[card]]} {STRENGTH[card]}" for card in range(1, CARDS + 1)).encode()
).hexdigest()


def card_of(clan: int, strength: int) -> int:
    """Return the card of one of the eight clans with that strength (the two Bruce cards are `BRUCE_CARDS`)."""
    return 8 * (strength - 1) + clan + 1


def card_name(card: int) -> str:
    """Return such as `MakGill 4`; the two Bruce cards are `Bruce 97` and `Bruce 98`."""
    clan = CLAN[card]
    return f"{CLANS[clan]} {card if clan == BRUCE else STRENGTH[card]}"


def cards_in(mask: int) -> list[int]:
    """Return the cards of a bit mask, in ascending order."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return cards


def mask_of(cards: Iterable[int]) -> int:
    """Return the bit mask of some different cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
