"""Views of King's Kilt as JSON, and their schema. Seats, slots and clans count from 0."""

from __future__ import annotations

from typing import Final

from engine.core.schema import (
    COUNT,
    Property,
    ViewFormat,
    defined,
    first_properties,
    list_of,
    move,
    moves,
    number_from,
    or_null,
)
from engine.games.kings_kilt.board import SLOTS
from engine.games.kings_kilt.components import CARDS, CLAN_COUNT, CLANS, FAMILY, clan_numbers
from engine.games.kings_kilt.phases import PHASE_NAMES

_CLAN, _SEAT, _SLOT = defined("clan"), defined("seat"), defined("slot")
_CLANS, _SEATS = list_of(_CLAN), list_of(_SEAT)
_CARD_COUNT: Final = number_from(0, CARDS)

PYTHON_NAMES: Final = {  # see `registry.python_names`
    "options": "view.by_victim, view.per_pyramid  # True: victim, per-pyramid-card",
    "listed": "components.clan_numbers(view.listed)  # view.listed is one packed number",
}
_OPTIONS: Final = Property(
    {
        "type": "object",
        "properties": {
            "matching": {"enum": ["influenced", "victim"]},
            "scoring": {"enum": ["per-family-card", "per-pyramid-card"]},
        },
        "required": ["matching", "scoring"],
    },
    "Options of the game.",
    lambda view: {
        "matching": "victim" if view.by_victim else "influenced",
        "scoring": "per-pyramid-card" if view.per_pyramid else "per-family-card",
    },
)
_MOVES: Final = moves(
    move("Advance the card in this slot to that one.", 5, _SLOT, _SLOT),
    move("Choose the card to betray, in this slot. A move 7 follows.", 6, _SLOT),
    move("The neighbour in this slot betrays it; play an Influence card of that clan.", 7, _SLOT, _CLAN),
    move("Fill the vacuum with the card in this slot.", 8, _SLOT),
    move("Turn up this Family card.", 9, _CLAN),
    move("Pass.", 10),
)
_PHASE_HELP: Final = (
    "What is dealt or decided now. turning the pile: its next top card becomes visible; "
    "betraying: by which neighbour, with which Influence card; filling: which card fills the vacuum; "
    "revealing: a Family card."
)

VIEW: Final = ViewFormat(
    "A view of King's Kilt",
    f"A card is its clan, 0 to 7 in the order {', '.join(CLANS)}. Slots of the pyramid are numbered "
    "from the bottom row up, each row from the left: 0-5, 6-10, 11-14, 15-17 (Noblemen), 18-19 (Guardians), "
    "20 (the King).",
    {
        **first_properties((2, 4), _OPTIONS, PHASE_NAMES, _PHASE_HELP, "cards are being dealt"),
        "step": Property(COUNT, "Cards dealt and turned up so far."),
        "actor": Property(
            or_null(_SEAT), "Whose turn it is, also if another seat decides (turn); null during the deal."
        ),
        "pyramid": Property(
            {**list_of(or_null(_CLAN)), "minItems": SLOTS, "maxItems": SLOTS}, "By slot, the card in it; null: empty."
        ),
        "top": Property(or_null(_CLAN), "The top card of the pile; null if there is none to see."),
        "pile": Property(_CARD_COUNT, "Cards in the pile, with the top one. During the deal: cards in the deck."),
        "listed": Property(
            {**list_of(_CARD_COUNT), "minItems": CLAN_COUNT, "maxItems": CLAN_COUNT},
            "By clan, the cards directly below the top card that all players know to be there, in "
            "unknown order. At first: the Leaders not yet turned up. Once all are turned up: 0. After the pile was "
            "renewed from the Influence cards played: those not yet turned up.",
            lambda view: clan_numbers(view.listed),
        ),
        "family": Property({**_CLANS, "maxItems": FAMILY}, "Your Family; the card dealt third is last."),
        "shown": Property(list_of(_CLANS), "By seat, Family cards turned up; at the end all."),
        "influence": Property(_CLANS, "Your Influence cards, sorted by clan; empty for a spectator."),
        "influence_sizes": Property(list_of(_CARD_COUNT), "By seat, the number of Influence cards."),
        "discards": Property(_CLANS, "Influence cards played, in that order; empty once they have become the pile."),
        "betrayed": Property(_CLANS, "Cards betrayed, in that order; they are out of the game."),
        "moved_up": Property(
            list_of(_CLANS), "By seat, the cards that it advanced or filled a vacuum with, in that order."
        ),
        "removed": Property(list_of(_CLANS), "By seat, the cards in rows 4 to 6 that it had betrayed, in that order."),
        "passed": Property(_SEATS, "Seats that have passed, in that order."),
        "victim": Property(or_null(_SLOT), "The slot of the card about to be betrayed."),
        "vacuum": Property(or_null(_SLOT), "The empty slot that must be filled."),
        "revealers": Property(_SEATS, "Seats that turn up a Family card once the vacuum is filled, in order."),
    },
    {
        "clan": number_from(0, CLAN_COUNT - 1),
        "slot": number_from(0, SLOTS - 1),
        "seat": number_from(0, 3),
        "move": _MOVES,
    },
)
