"""The cards of King's Kilt. A card *is* its clan, 0..7: copies of a clan are indistinguishable in play.

Numbers of cards by clan are packed into one integer, four bits for each clan, so that copying a state is cheap.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

CLANS: Final = ("Bruce", "Buchanan", "Douglas", "Hamilton", "MacBeth", "MacLeod", "Stewart", "Wallace")
CLAN_COUNT: Final = len(CLANS)

LEADERS: Final = 2  # of each clan: they make the top of the pile, and are Members in every other respect (ruling 1)
MEMBERS: Final = 6  # of each clan, Leaders not counted
CARDS: Final = CLAN_COUNT * (LEADERS + MEMBERS)
FAMILY: Final = 3  # cards of a Family, all of different clans

EMPTY: Final = -1  # in place of a card: nothing lies there

Counts = int  # numbers of cards by clan, four bits each
ONE: Final = tuple(1 << 4 * clan for clan in range(CLAN_COUNT))  # one card of that clan
ONE_OF_EACH: Final = sum(ONE)

COMPONENTS_HASH: Final = sha256(
    "\n".join(f"{clan}: {LEADERS} Leaders, {MEMBERS} Members" for clan in CLANS).encode()
).hexdigest()


def influence_of(seats: int) -> int:
    """Return the number of Influence cards dealt to each seat."""
    return 4 if seats == 4 else 5


def clan_numbers(counts: Counts) -> list[int]:
    """Return the number of cards of each clan."""
    return [counts >> shift & 15 for shift in range(0, 4 * CLAN_COUNT, 4)]


def counts_of(clans: Iterable[int]) -> Counts:
    """Return the numbers of these cards by clan; EMPTY is no card."""
    return sum([ONE[clan] for clan in clans if clan != EMPTY])
