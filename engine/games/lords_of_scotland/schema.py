"""Views of Lords of Scotland as JSON, and their schema."""

from __future__ import annotations

from typing import Final

from engine.core.game import CHANCE, Json
from engine.core.schema import defined, list_of, move, moves, object_of, or_null, schema_of_view
from engine.games.lords_of_scotland import phases
from engine.games.lords_of_scotland.components import CARDS, CLANS, GAP, HIDDEN, RECRUITS, TURNS, cards_in
from engine.games.lords_of_scotland.public_information import FIRST_VEIL, LOT_BIT, LOTS, MARK_BIT
from engine.games.lords_of_scotland.scoring import Follower
from engine.games.lords_of_scotland.view import LordsView

_ANY_CARD: Final = {"type": "integer", "minimum": 1, "maximum": CARDS}
_SEAT: Final = {"type": "integer", "minimum": 0, "maximum": 4}
_COUNT: Final = {"type": "integer", "minimum": 0}

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


def view_to_json(view: LordsView) -> dict[str, Json]:
    """Return the view as `view_schema` describes it. Seats, slots and places in an army count from 0."""
    pending = view.phase in (phases.ACTIVATING, phases.TARGETING)
    return {
        "seat": view.seat,
        "seats": view.seats,
        "options": {"bruce": view.bruce, "activation": "strict" if view.strict else "same-clan"},
        "phase": phases.PHASE_NAMES[view.phase],
        "turn": "chance" if view.turn == CHANCE else view.turn,
        "round": view.round,
        "turn_of_round": 0 if view.phase == phases.DEALING else min(view.step // view.seats + 1, TURNS),
        "initiative": view.first,
        "actor": view.actor,
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "armies": [[_follower(follower) for follower in army] for army in view.armies],
        "recruits": [_recruit(view, slot) for slot in range(RECRUITS)],
        "refilling": view.slot if view.phase == phases.REFILLING else None,
        "supporters": list(view.supporters),
        "pile": view.pile,
        "pile_lot": view.lot,
        "discards": cards_in(view.discards),
        "claimed": [list(cards) for cards in view.claimed],
        "points": list(view.points),
        "power": CLANS[view.power] if pending else None,
        "ranking": list(view.ranking),
        "claims": list(view.claims),
        "listed": [view.listed(seat) for seat in range(view.seats)],
        "traces": [{"cards": cards_in(cards), "places": _places(places)} for cards, places in view.traces],
    }


def view_schema() -> dict[str, Json]:
    """Return the JSON schema (2020-12) of `view_to_json`, with that of moves under `$defs/move`."""
    return schema_of_view(
        "A view of Lords of Scotland",
        "A card is its rank. Ranks 1-96: strength (rank - 1) // 8 + 1, clan (rank - 1) % 8 in the "
        "order Scott, MakGill, MacDonnell, Wemyss, Fergusson, Forsyth, Cockburn, Cochrane. Ranks 97 and 98: Bruce 12.",
        _properties(),
        card=_ANY_CARD,
        seat=_SEAT,
        follower=_follower_schema(),
        recruit=_recruit_schema(),
        trace=_trace_schema(),
        move=_moves(),
    )


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


def _properties() -> dict[str, Json]:
    cards, seats = list_of(defined("card")), list_of(defined("seat"))
    seat_or_none = or_null(defined("seat"))
    return {
        "seat": {**seat_or_none, "description": "Whose view this is; null: a spectator."},
        "seats": {"type": "integer", "minimum": 2, "maximum": 5, "description": "Number of seats."},
        "options": {
            "type": "object",
            "properties": {"bruce": {"type": "boolean"}, "activation": {"enum": ["strict", "same-clan"]}},
            "required": ["bruce", "activation"],
            "description": "Options of the game. activation: strict (a Follower of any clan with less strength blocks "
            "a power) or same-clan (one of the same clan with the same or less strength). Records may say by-players "
            "instead: that means strict with 2 or 3 seats, same-clan with 4 or 5. A view never does.",
        },
        "phase": {
            "enum": list(phases.PHASE_NAMES),
            "description": "What is dealt or decided now. Dealt: dealing (hands), setting (Supporters of the round), "
            "turning (a face-down Recruit is turned up), taking (which card a face-down Recruit just taken is), "
            "refilling (a Recruit is replaced), drawing (a card from the pile, by Forsyth). Decided: acting (recruit "
            "or muster), activating (use the power or not), targeting (target of a copied power), extra (muster "
            "another Follower, by MakGill), claiming (a Supporter).",
        },
        "turn": {
            "anyOf": [defined("seat"), {"const": "chance"}, {"type": "null"}],
            "description": "The seat that decides now; chance: cards are being dealt; null: the game is over.",
        },
        "round": {**_COUNT, "description": "From 1; 0 while hands are dealt."},
        "turn_of_round": {
            "type": "integer",
            "minimum": 0,
            "maximum": TURNS,
            "description": "Number of the turn that the actor takes in the round; 0 while hands are dealt.",
        },
        "initiative": {**defined("seat"), "description": "Who begins the round."},
        "actor": {
            **defined("seat"),
            "description": "Whose turn of the round it is, also while a card comes up in it (turn is then chance). "
            "While Supporters are claimed: the seat that took the last turn.",
        },
        "hand": {**cards, "description": "Your hand, by rank; empty for a spectator."},
        "hand_sizes": {**list_of(_COUNT), "description": "By seat, the number of cards in hand."},
        "armies": {**list_of(list_of(defined("follower"))), "description": "By seat, the Followers mustered."},
        "recruits": {**list_of(or_null(defined("recruit"))), "description": "By slot; null: empty."},
        "refilling": {**or_null(_COUNT), "description": "The slot that the next card fills."},
        "supporters": {**cards, "description": "Supporters not yet claimed."},
        "pile": {**_COUNT, "description": "Cards left in the pile."},
        "pile_lot": {
            **_COUNT,
            "description": "Which shuffle the pile comes from, as a number from 0 (its lot). After a reshuffle, older "
            "face-down Recruits keep the number of their lot. A number that no card has any more is used again.",
        },
        "discards": {**cards, "description": "The discard pile, by rank."},
        "claimed": {**list_of(cards), "description": "By seat, the Supporters claimed."},
        "points": {**list_of(_COUNT), "description": "By seat, the strength of the Supporters claimed."},
        "power": {
            "enum": [None, *CLANS],
            "description": "The power that may be activated now, or that was copied and needs a target.",
        },
        "ranking": {**seats, "description": "The seats from strongest to weakest army, once Followers are revealed."},
        "claims": {**seats, "description": "The seats that still claim, in this order, one entry for each Supporter."},
        "listed": {
            **list_of(cards),
            "description": "By seat, cards that it recruited face-up and that nobody has seen since: they are in its "
            "hand or among its face-down Followers.",
        },
        "traces": {**list_of(defined("trace")), "description": "Where hidden cards may be."},
    }


def _follower_schema() -> Json:
    return object_of(
        {
            "card": {**or_null(defined("card")), "description": "null: you do not know it."},
            "face_up": {"type": "boolean", "description": "false: mustered face-down and not yet revealed."},
            "power": {"enum": [None, "MacDonnell", "Cochrane", "Bruce"], "description": "Its lasting power."},
            "veil": {
                **or_null(_COUNT),
                "description": "Number of this face-down card, the same for all seats; 0: the first mustered in the "
                "round.",
            },
            "known_to": {**list_of(defined("seat")), "description": "Seats that have seen this face-down card."},
        }
    )


def _recruit_schema() -> Json:
    lot = {"type": "integer", "minimum": 0, "maximum": LOTS - 1}
    return {
        "description": "Face-up with its card, or face-down with the number of its lot (see pile_lot).",
        **object_of({"card": or_null(defined("card")), "lot": or_null(lot)}),
    }


def _trace_schema() -> Json:
    places = {kind: list_of(_COUNT) for kind in ("hands", "lots", "veils")}
    return {
        "description": "Cards that not everybody can see. Each is in one of these places, perhaps in different ones. "
        "hands: numbers of seats; lots: numbers of lots; veils: numbers of face-down Followers. This follows from "
        "public information only, so cards of your own hand are among them.",
        **object_of(
            {
                "cards": list_of(defined("card")),
                "places": {"type": "object", "properties": places, "required": list(places)},
            }
        ),
    }


def _moves() -> Json:
    seat, card = defined("seat"), defined("card")
    return moves(
        move("Recruit this face-up card; 0: the leftmost face-down one.", 6, {**_COUNT, "maximum": CARDS}),
        move("Muster this card, face-up (1) or face-down (0).", 7, card, {"enum": [0, 1]}),
        move("Pass: neither is possible.", 8),
        move("Do not activate.", 9),
        move("Activate a power without a target.", 10),
        move("Cockburn: swap for this Supporter.", 11, card),
        move("Fergusson: exchange for a Follower: its seat, and its place in that army from 0.", 12, seat, _COUNT),
        move("Wemyss: discard a Follower: seat and place.", 13, seat, _COUNT),
        move("Scott: copy the power of a Follower: seat and place.", 14, seat, _COUNT),
        move("Claim this Supporter.", 15, card),
    )
