"""A view as JSON, and the schema that describes it: the boundary to programs that are not written in Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core.game import Json
from engine.core.schema import defined, list_of, object_of, or_null, schema_of_view
from engine.games.highland_clans.components import CARDS, COLOURS, ESTATES, HIDDEN, MOST_ESTATES, NOBODY, VALUES
from engine.games.highland_clans.moves_schema import move_schema
from engine.games.highland_clans.naming import ACTIONS
from engine.games.highland_clans.phases import CHANCE_KIND, PHASE_NAMES
from engine.games.highland_clans.view import ClansView

_SEAT: Final = {"type": "integer", "minimum": 0, "maximum": 4}
_COUNT: Final = {"type": "integer", "minimum": 0}
_ENDINGS: Final = ("unfinished", "too few tokens", "estate reached", "no estates")


def view_to_json(view: ClansView) -> dict[str, Json]:
    """The view as `view_schema` describes it. Seats count from 0."""
    return {
        "seat": view.seat,
        "seats": view.seats,
        "options": {
            "exchange": "exactly-3" if view.exactly else "up-to-3",
            "no-green": "ranked" if view.ranks_zero else "never",
        },
        "phase": PHASE_NAMES[view.phase],
        "turn": "chance" if view.phase in CHANCE_KIND else view.turn,
        "round": view.round,
        "first": view.first,
        "step": view.step,
        "actor": view.actor,
        "part": view.part,
        "sack": _tokens(view.sack),
        "drawn": _tokens(view.drawn),
        "redrawn": view.redrawn,
        "used": view.used,
        "acted": [ACTIONS[kind] for kind in view.acted],
        "following": None if view.following == NOBODY else view.following,
        "courts": [dict(zip(("warriors", "pipers", "monks"), court, strict=True)) for court in view.courts],
        "lands": [dict(zip(("estates", "cattle", "castles", "abbeys"), land, strict=True)) for land in view.lands],
        "points": list(view.points),
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "cards": _cards(CARDS),
        "deck": view.deck,
        "fought": _cards(view.fought),
        "returned": _cards(view.returned),
        "returned_sizes": list(view.returned_sizes),
        "estates": list(ESTATES),
        "stock": view.stock,
        "shown": list(view.shown),
        "removed": view.removed,
        "target": None if view.target == NOBODY else view.target,
        "combats": [{"attack": _laid(a, b), "defence": _laid(c, d)} for a, b, c, d in view.combats],
        "laid": _laid(*view.laid[0]) if view.laid else None,
        "owed": [{"seat": seat, "cards": count} for seat, count in view.owed],
        "draws": view.draws,
        "ending": _ENDINGS[view.ending],
    }


def view_schema() -> dict[str, Json]:
    """JSON schema (2020-12) of `view_to_json`, with that of moves under `$defs/move`."""
    return schema_of_view(
        "A view of Highland Clans",
        "Lists by seat begin with seat 0. Tokens are yellow, blue, green and red, cards 1 to 4.",
        _properties(),
        seat=_SEAT,
        card={"enum": list(VALUES)},
        tokens=_counts(COLOURS),
        cards=_counts(map(str, VALUES)),
        laid=_laid_schema(),
        move=move_schema(),
    )


def _tokens(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(COLOURS, counts, strict=True))


def _cards(counts: tuple[int, ...]) -> dict[str, int]:
    return {str(value): count for value, count in zip(VALUES, counts, strict=True)}


def _laid(card: int, piper: int) -> dict[str, Json]:
    return {"card": None if card == HIDDEN else card, "piper": bool(piper)}


def _properties() -> dict[str, Json]:
    return {**_turn(), **_seats_and_cards(), **_stock_and_raid()}


def _turn() -> dict[str, Json]:
    """The seat, the options, and the turn that is played."""
    seat, tokens = defined("seat"), defined("tokens")
    seat_or_none = or_null(seat)
    return {
        "seat": {**seat_or_none, "description": "Whose view this is; null: a spectator."},
        "seats": {"type": "integer", "minimum": 3, "maximum": 5, "description": "Number of seats."},
        "options": {
            "type": "object",
            "properties": {
                "exchange": {"enum": ["up-to-3", "exactly-3"]},
                "no-green": {"enum": ["never", "ranked"]},
            },
            "required": ["exchange", "no-green"],
            "description": "Options of the game.",
        },
        "phase": {
            "enum": list(PHASE_NAMES),
            "description": "What is drawn or decided now. sending back: drawn tokens, by the largest following; "
            "discarding: a card for a lost warrior; spoiling: what the winner of a raid spoils; "
            "putting back: cards on the return deck.",
        },
        "turn": {
            "anyOf": [seat, {"const": "chance"}, {"type": "null"}],
            "description": "The seat that decides now; chance: something is drawn; null: the game is over.",
        },
        "round": {**_COUNT, "description": "From 1; 0 while hands are dealt."},
        "first": {**seat, "description": "Who begins the round."},
        "step": {**_COUNT, "description": "Turns finished in the round. During the deal: hands dealt."},
        "actor": {**seat, "description": "Whose turn of the round it is, also if another seat decides (turn)."},
        "part": {"enum": [1, 2, 3], "description": "Part of the turn: 1 tokens, 2 actions, 3 raid or exchange."},
        "sack": {**tokens, "description": "Tokens in the sack."},
        "drawn": {**tokens, "description": "Tokens drawn by the actor and not yet used."},
        "redrawn": {
            "type": "boolean",
            "description": "The marker of the largest following has been used in this turn.",
        },
        "used": {"type": "integer", "minimum": 0, "maximum": 4, "description": "Drawn tokens used in this turn."},
        "acted": {**list_of({"enum": list(ACTIONS.values())}), "description": "Actions taken in this turn, in order."},
        "following": {**seat_or_none, "description": "Who has the marker of the largest following."},
    }


def _seats_and_cards() -> dict[str, Json]:
    """What the seats have, and where the cards are."""
    cards = defined("cards")
    hand = list_of(defined("card"))
    return {
        "courts": {**list_of(_counts(("warriors", "pipers", "monks"))), "description": "By seat, tokens in the court."},
        "lands": {
            **list_of(_land_schema()),
            "description": "By seat, estates in all, and how many of them have cattle, a castle and an abbey.",
        },
        "points": {**list_of(_COUNT), "description": "By seat, victory points."},
        "hand": {**hand, "description": "Your hand, ascending; empty for a spectator."},
        "hand_sizes": {**list_of(_COUNT), "description": "By seat, the number of cards in hand."},
        "cards": {**cards, "description": "How many cards of each value the game has."},
        "deck": {**_COUNT, "description": "Cards left in the deck."},
        "fought": {
            **cards,
            "description": "Cards played in combats, now in the return deck; all seats have seen them.",
        },
        "returned": {**cards, "description": "Cards that you put on the return deck face-down."},
        "returned_sizes": {
            **list_of(_COUNT),
            "description": "By seat, cards that it put on the return deck face-down.",
        },
    }


def _stock_and_raid() -> dict[str, Json]:
    """The estates, the raid or exchange of this turn, and the end of the game."""
    return {
        "estates": {**list_of(_COUNT), "description": "The numbers of all estates of the game."},
        "stock": {**_COUNT, "description": "Estates in the common stock."},
        "shown": {**list_of(_COUNT), "description": "Numbers of the estates turned up so far."},
        "removed": {**_COUNT, "description": "Estates that left the stock face-down."},
        "target": {**or_null(defined("seat")), "description": "Who is raided in this turn."},
        "combats": {**list_of(_combat_schema()), "description": "Combats of this raid that are decided."},
        "laid": {**or_null(defined("laid")), "description": "The attacker's card in the combat under way; null: none."},
        "owed": {**list_of(_owed_schema()), "description": "Seats that still draw cards, and how many, in order."},
        "draws": {**_COUNT, "description": "Times that cards were drawn in this turn."},
        "ending": {"enum": list(_ENDINGS), "description": "Why the game ended."},
    }


def _counts(names: Iterable[str]) -> dict[str, Json]:
    return object_of(dict.fromkeys(names, _COUNT))


def _land_schema() -> dict[str, Json]:
    estates = {"type": "integer", "minimum": 2, "maximum": MOST_ESTATES}
    return object_of({"estates": estates, "cattle": _COUNT, "castles": _COUNT, "abbeys": _COUNT})


def _laid_schema() -> dict[str, Json]:
    card = {**or_null(defined("card")), "description": "null: you do not know it."}
    return object_of({"card": card, "piper": {"type": "boolean"}})


def _combat_schema() -> dict[str, Json]:
    return object_of({"attack": defined("laid"), "defence": defined("laid")})


def _owed_schema() -> dict[str, Json]:
    return object_of({"seat": defined("seat"), "cards": _COUNT})
