"""Views of Lords of Scotland as JSON, and their schema. Seats, slots and places in an army count from 0."""

from __future__ import annotations

from typing import Final

from engine.core.game import Json
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
    object_of,
    or_null,
)
from engine.games.lords_of_scotland import phases
from engine.games.lords_of_scotland.components import CARDS, CLANS, GAP, HIDDEN, RECRUITS, TURNS, cards_in
from engine.games.lords_of_scotland.public_information import FIRST_VEIL, LOT_BIT, LOTS, MARK_BIT
from engine.games.lords_of_scotland.scoring import Follower
from engine.games.lords_of_scotland.view import LordsView

_CARD, _SEAT = defined("card"), defined("seat")
_CARDS, _SEATS = list_of(_CARD), list_of(_SEAT)

PYTHON_NAMES: Final = {  # see `registry.python_names`
    "options": "view.bruce, view.strict  # False: same-clan",
    "armies": "view.armies  # each Follower a tuple: card, power (clan number or 0), veil, known_to (bits: 1 << seat)",
    "recruits": "view.recruits, view.slot_lots  # 0: face-down, -1: empty",
    "turn_of_round": "view.step // view.seats + 1",
    "initiative": "view.first",
    "refilling": "view.slot",
    "pile_lot": "view.lot",
    "discards": "components.cards_in(view.discards)  # bits: 1 << card",
    "power": "view.power  # number of the clan; 0 in other phases too",
    "traces": "view.traces  # pairs of cards and places, both as bits; see public_information.py",
    "listed": "view.listed(seat)",
}
_OPTIONS: Final = Property(
    {
        "type": "object",
        "properties": {"bruce": {"type": "boolean"}, "activation": {"enum": ["strict", "same-clan"]}},
        "required": ["bruce", "activation"],
    },
    "Options of the game. activation: strict (a Follower of any clan with less strength blocks "
    "a power) or same-clan (one of the same clan with the same or less strength). Records may say by-players "
    "instead: that means strict with 2 or 3 seats, same-clan with 4 or 5. A view never does.",
    lambda view: {"bruce": view.bruce, "activation": "strict" if view.strict else "same-clan"},
)
_PHASE_HELP: Final = (
    "What is dealt or decided now. Dealt: dealing (hands), setting (Supporters of the round), "
    "turning (a face-down Recruit is turned up), taking (which card a face-down Recruit just taken is), "
    "refilling (a Recruit is replaced), drawing (a card from the pile, by Forsyth). Decided: acting (recruit "
    "or muster), activating (use the power or not), targeting (target of a copied power), extra (muster "
    "another Follower, by MakGill), claiming (a Supporter)."
)
_FOLLOWER: Final = object_of(
    {
        "card": {**or_null(_CARD), "description": "null: you do not know it."},
        "face_up": {"type": "boolean", "description": "false: mustered face-down and not yet revealed."},
        "power": {"enum": [None, "MacDonnell", "Cochrane", "Bruce"], "description": "Its lasting power."},
        "veil": {
            **or_null(COUNT),
            "description": "Number of this face-down card, the same for all seats; 0: the first mustered in the round.",
        },
        "known_to": {**_SEATS, "description": "Seats that have seen this face-down card."},
    }
)
_RECRUIT: Final = {
    "description": "Face-up with its card, or face-down with the number of its lot (see pile_lot).",
    **object_of({"card": or_null(_CARD), "lot": or_null(number_from(0, LOTS - 1))}),
}
_PLACES: Final = {kind: list_of(COUNT) for kind in ("hands", "lots", "veils")}
_TRACE: Final = {
    "description": "Cards that some players cannot see. Each is in one of these places, perhaps in different ones. "
    "hands: numbers of seats; lots: numbers of lots; veils: numbers of face-down Followers. This follows from "
    "public information only, so cards of your own hand are among them.",
    **object_of({"cards": _CARDS, "places": {"type": "object", "properties": _PLACES, "required": list(_PLACES)}}),
}
_MOVES: Final = moves(
    move("Recruit this face-up card; 0: the leftmost face-down one.", 6, number_from(0, CARDS)),
    move("Muster this card, face-up (1) or face-down (0).", 7, _CARD, {"enum": [0, 1]}),
    move("Pass: neither is possible.", 8),
    move("Do not activate.", 9),
    move("Activate a power without a target.", 10),
    move("Cockburn: swap for this Supporter.", 11, _CARD),
    move("Fergusson: exchange for a Follower: its seat, and its place in that army from 0.", 12, _SEAT, COUNT),
    move("Wemyss: discard a Follower: seat and place.", 13, _SEAT, COUNT),
    move("Scott: copy the power of a Follower: seat and place.", 14, _SEAT, COUNT),
    move("Claim this Supporter.", 15, _CARD),
)


def _turn_of_round(view: LordsView) -> int:
    return 0 if view.phase == phases.DEALING else min(view.step // view.seats + 1, TURNS)


def _follower(follower: Follower) -> dict[str, Json]:
    card, power, veil, seats = follower
    return {
        "card": None if card == HIDDEN else card,
        "face_up": not veil,
        "power": CLANS[power] if power else None,
        "veil": veil - FIRST_VEIL if veil else None,
        "known_to": [seat for seat in range(5) if seats >> seat & 1],
    }


def _recruit(view: LordsView, slot: int) -> dict[str, Json] | None:
    card = view.recruits[slot]
    if card == GAP:
        return None
    return {"card": None, "lot": view.slot_lots[slot]} if card == HIDDEN else {"card": card, "lot": None}


def _places(places: int) -> dict[str, list[int]]:
    numbers = cards_in(places)
    return {
        "hands": [number for number in numbers if number < LOT_BIT],
        "lots": [number - LOT_BIT for number in numbers if LOT_BIT <= number < MARK_BIT],
        "veils": [number - FIRST_VEIL for number in numbers if number >= FIRST_VEIL],
    }


def _pending_power(view: LordsView) -> str | None:
    return CLANS[view.power] if view.phase in (phases.ACTIVATING, phases.TARGETING) else None


VIEW: Final = ViewFormat(
    "A view of Lords of Scotland",
    "A card is its rank. Ranks 1-96: strength (rank - 1) // 8 + 1, clan (rank - 1) % 8 in the "
    "order Scott, MakGill, MacDonnell, Wemyss, Fergusson, Forsyth, Cockburn, Cochrane. Ranks 97 and 98: Bruce 12.",
    {
        **first_properties((2, 5), _OPTIONS, phases.PHASE_NAMES, _PHASE_HELP, "cards are being dealt"),
        "round": Property(COUNT, "From 1; 0 while hands are dealt."),
        "turn_of_round": Property(
            number_from(0, TURNS),
            "Number of the turn that the actor takes in the round; 0 while hands are dealt.",
            _turn_of_round,
        ),
        "initiative": Property(_SEAT, "Who begins the round.", lambda view: view.first),
        "actor": Property(
            _SEAT,
            "Whose turn of the round it is, also while a card comes up in it (turn is then chance). "
            "While Supporters are claimed: the seat that took the last turn.",
        ),
        "hand": Property(_CARDS, "Your hand, by rank; empty for a spectator."),
        "hand_sizes": Property(list_of(COUNT), "By seat, the number of cards in hand."),
        "armies": Property(
            list_of(list_of(defined("follower"))),
            "By seat, the Followers mustered.",
            lambda view: [list(map(_follower, army)) for army in view.armies],
        ),
        "recruits": Property(
            list_of(or_null(defined("recruit"))),
            "By slot; null: empty.",
            lambda view: [_recruit(view, slot) for slot in range(RECRUITS)],
        ),
        "refilling": Property(
            or_null(COUNT),
            "The slot that the next card fills.",
            lambda view: view.slot if view.phase == phases.REFILLING else None,
        ),
        "supporters": Property(_CARDS, "Supporters not yet claimed."),
        "pile": Property(COUNT, "Cards left in the pile."),
        "pile_lot": Property(
            COUNT,
            "Which shuffle the pile comes from, as a number from 0 (its lot). After a reshuffle, older "
            "face-down Recruits keep the number of their lot. A number that no card has any more is used again.",
            lambda view: view.lot,
        ),
        "discards": Property(_CARDS, "The discard pile, by rank.", lambda view: cards_in(view.discards)),
        "claimed": Property(list_of(_CARDS), "By seat, the Supporters claimed."),
        "points": Property(list_of(COUNT), "By seat, the strength of the Supporters claimed."),
        "power": Property(
            {"enum": [None, *CLANS]},
            "The power that may be activated now, or that was copied and needs a target.",
            _pending_power,
        ),
        "ranking": Property(_SEATS, "The seats from strongest to weakest army, once Followers are revealed."),
        "claims": Property(_SEATS, "The seats that still claim, in this order, one entry for each Supporter."),
        "listed": Property(
            list_of(_CARDS),
            "By seat, cards that it recruited face-up and has not shown since: they are in its "
            "hand or among its face-down Followers.",
            lambda view: [view.listed(seat) for seat in range(view.seats)],
        ),
        "traces": Property(
            list_of(defined("trace")),
            "Where hidden cards may be.",
            lambda view: [{"cards": cards_in(cards), "places": _places(places)} for cards, places in view.traces],
        ),
    },
    {
        "card": number_from(1, CARDS),
        "seat": number_from(0, 4),
        "follower": _FOLLOWER,
        "recruit": _RECRUIT,
        "trace": _TRACE,
        "move": _MOVES,
    },
)
