"""The events of Lords of Scotland: small tuples, kind first.

Chance events (which seat or slot it concerns follows from the state):

    (DEAL, card)       a card into the next hand, dealt round the table from the first seat
    (SUPPORTER, card)  the next Supporter, face-up
    (TURN, card)       the leftmost face-down Recruit is turned up
    (TAKE, card)       the face-down Recruit just chosen turns out, for its new owner's eyes, to be this card
    (REFILL, card)     face-up replacement of a face-up Recruit
    (DRAW, card)       Forsyth draws from the pile

Decisions of the seat to move:

    (RECRUIT, card)         take this face-up Recruit; (RECRUIT, HIDDEN) takes the leftmost face-down one
    (MUSTER, card, up)      from the hand into the army, face-up (1) or face-down (0)
    (PASS,)                 neither is possible
    (DECLINE,)              the card mustered just now is not activated
    (ACTIVATE,)             it is, and needs no target
    (SWAP, card)            Cockburn: it goes for this Supporter
    (EXCHANGE, seat, n)     Fergusson: it goes for the n-th Follower (from 0) of that seat's army
    (DISCARD, seat, n)      Wemyss: that Follower is discarded
    (COPY, seat, n)         Scott: that Follower's power is copied; a power with targets then asks for its target
    (CLAIM, card)           this Supporter is claimed
"""

from __future__ import annotations

from typing import Final

from engine.core.game import Event
from engine.games.lords_of_scotland.components import CARDS

DEAL: Final = 0
SUPPORTER: Final = 1
TURN: Final = 2
TAKE: Final = 3
REFILL: Final = 4
DRAW: Final = 5
RECRUIT: Final = 6
MUSTER: Final = 7
PASS: Final = 8
DECLINE: Final = 9
ACTIVATE: Final = 10
SWAP: Final = 11
EXCHANGE: Final = 12
DISCARD: Final = 13
COPY: Final = 14
CLAIM: Final = 15

FACE_DOWN: Final = 0
FACE_UP: Final = 1

# Made once, so that listing moves and chances makes no new tuples.
MUSTERS: Final[tuple[tuple[Event, Event], ...]] = tuple(
    ((MUSTER, card, FACE_UP), (MUSTER, card, FACE_DOWN)) for card in range(CARDS + 1)
)
RECRUITINGS: Final[tuple[Event, ...]] = tuple((RECRUIT, card) for card in range(CARDS + 1))
CHANCES: Final[tuple[tuple[Event, ...], ...]] = tuple(
    tuple((kind, card) for card in range(CARDS + 1)) for kind in range(DRAW + 1)
)
