"""The events of King's Kilt: small tuples, kind first. Slots are those of `board`, cards are clans.

Chance events (whom or which slot it concerns follows from the state):

    (FAMILY, clan)     one of the first two Family cards, dealt round the table from the first seat
    (THIRD, clan)      a third Family card, of a third clan, to each seat in order
    (INFLUENCE, clan)  an Influence card, dealt round the table
    (LAY, clan)        the next card of row 1, from the left
    (TOP, clan)        the next card of the pile is shown: its new top card; or, where the Influence played has
                       just become the pile, the card that a slot of row 1 waits for

Decisions of the seat to move:

    (ADVANCE, source, target)  the card in that slot moves diagonally up
    (BETRAY, victim)           the card in that slot is to be betrayed
    (SWAY, slot, clan)         by its neighbour in that slot, influenced with a card of that clan from the hand
    (RAISE, source)            this one of the two cards beneath fills the vacuum
    (REVEAL, clan)             a Family card is turned up
    (PASS,)                    no more betrayals for this seat
"""

from __future__ import annotations

from typing import Final

from engine.core.game import Event
from engine.games.kings_kilt.board import BENEATH, SLOTS
from engine.games.kings_kilt.components import CLAN_COUNT

FAMILY: Final = 0
THIRD: Final = 1
INFLUENCE: Final = 2
LAY: Final = 3
TOP: Final = 4
ADVANCE: Final = 5
BETRAY: Final = 6
SWAY: Final = 7
RAISE: Final = 8
REVEAL: Final = 9
PASS: Final = 10

# Made once, so that listing moves and chances makes no new tuples.
CHANCES: Final[tuple[tuple[Event, ...], ...]] = tuple(
    tuple((kind, clan) for clan in range(CLAN_COUNT)) for kind in range(TOP + 1)
)
BETRAYALS: Final[tuple[Event, ...]] = tuple((BETRAY, slot) for slot in range(SLOTS))
SWAYS: Final[tuple[tuple[Event, ...], ...]] = tuple(
    tuple((SWAY, slot, clan) for clan in range(CLAN_COUNT)) for slot in range(SLOTS)
)
REVEALS: Final[tuple[Event, ...]] = tuple((REVEAL, clan) for clan in range(CLAN_COUNT))
PASSING: Final[Event] = (PASS,)
RAISES: Final[tuple[tuple[Event, ...], ...]] = tuple(
    tuple((RAISE, slot) for slot in BENEATH[top]) for top in range(SLOTS)
)
