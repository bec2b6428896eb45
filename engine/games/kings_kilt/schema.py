"""Views of King's Kilt as JSON, and their schema."""

from __future__ import annotations

from typing import Final

from engine.core.game import Json
from engine.core.schema import defined, list_of, move, moves, or_null, schema_of_view
from engine.games.kings_kilt.board import SLOTS
from engine.games.kings_kilt.components import CARDS, CLAN_COUNT, CLANS, EMPTY, FAMILY, clan_numbers
from engine.games.kings_kilt.phases import CHANCE_KIND, PHASE_NAMES
from engine.games.kings_kilt.view import KiltView

_CLAN: Final = {"type": "integer", "minimum": 0, "maximum": CLAN_COUNT - 1}
_SLOT: Final = {"type": "integer", "minimum": 0, "maximum": SLOTS - 1}
_SEAT: Final = {"type": "integer", "minimum": 0, "maximum": 3}
_COUNT: Final = {"type": "integer", "minimum": 0, "maximum": CARDS}

PYTHON_NAMES: Final = {  # see `registry.python_names`
    "options": "view.by_victim, view.per_pyramid  # True: victim, per-pyramid-card",
    "listed": "components.clan_numbers(view.listed)  # view.listed is one packed number",
}


def view_to_json(view: KiltView) -> dict[str, Json]:
    """Return the view as `view_schema` describes it. Seats, slots and clans count from 0."""
    return {
        "seat": view.seat,
        "seats": view.seats,
        "options": {
            "matching": "victim" if view.by_victim else "influenced",
            "scoring": "per-pyramid-card" if view.per_pyramid else "per-family-card",
        },
        "phase": PHASE_NAMES[view.phase],
        "turn": "chance" if view.phase in CHANCE_KIND else view.turn,
        "step": view.step,
        "actor": _or_none(view.actor),
        "pyramid": [_or_none(clan) for clan in view.pyramid],
        "top": _or_none(view.top),
        "pile": view.pile,
        "listed": clan_numbers(view.listed),
        "family": list(view.family),
        "shown": [list(clans) for clans in view.shown],
        "influence": list(view.influence),
        "influence_sizes": list(view.influence_sizes),
        "discards": list(view.discards),
        "betrayed": list(view.betrayed),
        "passed": list(view.passed),
        "victim": _or_none(view.victim),
        "vacuum": _or_none(view.vacuum),
        "revealers": list(view.revealers),
    }


def view_schema() -> dict[str, Json]:
    """Return the JSON schema (2020-12) of `view_to_json`, with that of moves under `$defs/move`."""
    return schema_of_view(
        "A view of King's Kilt",
        f"A card is its clan, 0 to 7 in the order {', '.join(CLANS)}. Slots of the pyramid are numbered "
        "from the bottom row up, each row from the left: 0-5, 6-10, 11-14, 15-17 (Noblemen), 18-19 (Guardians), "
        "20 (the King).",
        _properties(),
        clan=_CLAN,
        slot=_SLOT,
        seat=_SEAT,
        move=_moves(),
    )


def _or_none(number: int) -> int | None:
    return None if number == EMPTY else number


def _properties() -> dict[str, Json]:
    clan, seat, slot = defined("clan"), defined("seat"), defined("slot")
    clans, seats = list_of(clan), list_of(seat)
    return {
        "seat": {**or_null(seat), "description": "Whose view this is; null: a spectator."},
        "seats": {"type": "integer", "minimum": 2, "maximum": 4, "description": "Number of seats."},
        "options": {
            "type": "object",
            "properties": {
                "matching": {"enum": ["influenced", "victim"]},
                "scoring": {"enum": ["per-family-card", "per-pyramid-card"]},
            },
            "required": ["matching", "scoring"],
            "description": "Options of the game.",
        },
        "phase": {
            "enum": list(PHASE_NAMES),
            "description": "What is dealt or decided now. turning the pile: its next top card becomes visible; "
            "betraying: by which neighbour, with which Influence card; filling: which card fills the vacuum; "
            "revealing: a Family card.",
        },
        "turn": {
            "anyOf": [seat, {"const": "chance"}, {"type": "null"}],
            "description": "The seat that decides now; chance: cards are being dealt; null: the game is over.",
        },
        "step": {"type": "integer", "minimum": 0, "description": "Cards dealt and turned up so far."},
        "actor": {
            **or_null(seat),
            "description": "Whose turn it is, also if another seat decides (turn); null during the deal.",
        },
        "pyramid": {
            **list_of(or_null(clan)),
            "minItems": SLOTS,
            "maxItems": SLOTS,
            "description": "By slot, the card in it; null: empty.",
        },
        "top": {**or_null(clan), "description": "The top card of the pile; null if there is none to see."},
        "pile": {**_COUNT, "description": "Cards in the pile, with the top one. During the deal: cards in the deck."},
        "listed": {
            **list_of(_COUNT),
            "minItems": CLAN_COUNT,
            "maxItems": CLAN_COUNT,
            "description": "By clan, the cards directly below the top card that all players know to be there, in "
            "unknown order. At first: the Leaders not yet turned up. Once all are turned up: 0. After the pile was "
            "renewed from the Influence cards played: those not yet turned up.",
        },
        "family": {**clans, "maxItems": FAMILY, "description": "Your Family; the card dealt third is last."},
        "shown": {**list_of(clans), "description": "By seat, Family cards turned up; at the end all."},
        "influence": {**clans, "description": "Your Influence cards, sorted by clan; empty for a spectator."},
        "influence_sizes": {**list_of(_COUNT), "description": "By seat, the number of Influence cards."},
        "discards": {
            **clans,
            "description": "Influence cards played, in that order; empty once they have become the pile.",
        },
        "betrayed": {**clans, "description": "Cards betrayed, in that order; they are out of the game."},
        "passed": {**seats, "description": "Seats that have passed, in that order."},
        "victim": {**or_null(slot), "description": "The slot of the card about to be betrayed."},
        "vacuum": {**or_null(slot), "description": "The empty slot that must be filled."},
        "revealers": {**seats, "description": "Seats that turn up a Family card once the vacuum is filled, in order."},
    }


def _moves() -> Json:
    slot, clan = defined("slot"), defined("clan")
    return moves(
        move("Advance the card in this slot to that one.", 5, slot, slot),
        move("Choose the card to betray, in this slot. A move 7 follows.", 6, slot),
        move("The neighbour in this slot betrays it; play an Influence card of that clan.", 7, slot, clan),
        move("Fill the vacuum with the card in this slot.", 8, slot),
        move("Turn up this Family card.", 9, clan),
        move("Pass.", 10),
    )
