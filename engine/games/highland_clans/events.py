"""The events of Highland Clans: small tuples, kind first.

Tokens are counted in the order yellow, blue, green, red; cards are listed by value, ascending; seats count from 0.

Chance events (whom it concerns follows from the state):

    (DEAL, a, b, c, d)      four cards into the next hand, dealt seat by seat from the first
    (TOKENS, y, b, g, r)    tokens the player at turn draws from the sack: six, or as many as were sent back
    (DRAW, a, ...)          cards that the seat to whom they are owed draws, as many as the deck holds of them
    (TILE, number)          the estate that leaves the stock is turned up

Decisions of the seat to move:

    (SEND_BACK, y, b, g, r)  largest following: these drawn tokens go back and are drawn again; all 0 keeps all
    (CATTLE,) (CASTLE,) (ABBEY,)   a red, two blue or three green tokens onto a free estate
    (WARRIOR,) (PIPER,)      a yellow or a blue token into the court
    (MONKS, n)               one or two green tokens into the court
    (BARD, seat, y, b, g)    what becomes of a token of each colour in that court: 0 it stays, 1 it goes to the sack,
                             2 it goes to the own court
    (ESTATE, y, g, r, cy, cg)  an estate, paid with so many drawn yellow, green and red tokens and so many yellow and
                             green ones of the own court
    (DONE,)                  no second action
    (DISCARD, card)          the card that goes with a lost warrior
    (RAID, seat)             that seat is raided
    (EXCHANGE, a, ...)       no raid; these cards are exchanged, or none
    (LAY, card, piper)       a card face-down into the combat at hand, with a piper (1) or without (0)
    (SPOIL, what)            the raider's spoils: CATTLE is taken, CASTLE or ABBEY removed; 0 nothing
    (PUT_BACK, a, b)         the two cards that go back after a raid nobody won
"""

from __future__ import annotations

from typing import Final

from engine.core.game import Event

DEAL: Final = 0
TOKENS: Final = 1
DRAW: Final = 2
TILE: Final = 3
SEND_BACK: Final = 4
CATTLE: Final = 5
CASTLE: Final = 6
ABBEY: Final = 7
WARRIOR: Final = 8
PIPER: Final = 9
MONKS: Final = 10
BARD: Final = 11
ESTATE: Final = 12
DONE: Final = 13
DISCARD: Final = 14
RAID: Final = 15
EXCHANGE: Final = 16
LAY: Final = 17
SPOIL: Final = 18
PUT_BACK: Final = 19

NOTHING: Final = 0  # spoiled
# a token that a bard looks at
STAYS: Final = 0
TO_SACK: Final = 1
TO_COURT: Final = 2

KEEP_ALL: Final[Event] = (SEND_BACK, 0, 0, 0, 0)
SIMPLE: Final[tuple[Event, ...]] = tuple((kind,) for kind in range(PUT_BACK + 1))  # the events that are only a kind
