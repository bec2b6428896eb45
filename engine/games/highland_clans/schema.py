"""Views of Highland Clans as JSON, and their schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core.game import Json
from engine.core.schema import defined, list_of, move, moves, object_of, or_null, schema_of_view
from engine.games.highland_clans import events
from engine.games.highland_clans.components import CARDS, COLOURS, ESTATES, HIDDEN, MOST_ESTATES, NOBODY, VALUES
from engine.games.highland_clans.phases import CHANCE_KIND, PHASE_NAMES
from engine.games.highland_clans.text import ACTIONS
from engine.games.highland_clans.view import ClansView

_SEAT: Final = {"type": "integer", "minimum": 0, "maximum": 4}
_COUNT: Final = {"type": "integer", "minimum": 0}
_ENDINGS: Final = ("unfinished", "too few tokens", "estate reached", "no estates")
_CARD_REF: Final = defined("card")
_SEAT_REF: Final = defined("seat")

PYTHON_NAMES: Final = {  # see `registry.python_names`
    "options": "view.exactly, view.ranks_zero  # True: exactly-3, ranked",
    "cards": "components.CARDS",
    "estates": "components.ESTATES",
}


def view_to_json(view: ClansView) -> dict[str, Json]:
    """Return the view as `view_schema` describes it. Seats count from 0."""
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
        "combats": [{"attack": _side_json(a, b), "defence": _side_json(c, d)} for a, b, c, d in view.combats],
        "laid": _side_json(*view.laid[0]) if view.laid else None,
        "owed": [{"seat": seat, "cards": count} for seat, count in view.owed],
        "draws": view.draws,
        "ending": _ENDINGS[view.ending],
    }


def view_schema() -> dict[str, Json]:
    """Return the JSON schema (2020-12) of `view_to_json`, with that of moves under `$defs/move`."""
    return schema_of_view(
        "A view of Highland Clans",
        "Lists by seat begin with seat 0. Tokens are yellow, blue, green and red, cards 1 to 4.",
        {**_turn(), **_seats_and_cards(), **_stock_and_raid()},
        seat=_SEAT,
        card={"enum": list(VALUES)},
        tokens=_counts(COLOURS),
        cards=_counts(map(str, VALUES)),
        laid=object_of(
            {
                "card": {**or_null(defined("card")), "description": "null: you do not know it."},
                "piper": {"type": "boolean"},
            }
        ),
        move=move_schema(),
    )


def _tokens(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(COLOURS, counts, strict=True))


def _cards(counts: tuple[int, ...]) -> dict[str, int]:
    return {str(value): count for value, count in zip(VALUES, counts, strict=True)}


def _side_json(card: int, piper: int) -> dict[str, Json]:
    return {"card": None if card == HIDDEN else card, "piper": bool(piper)}


def _turn() -> dict[str, Json]:
    """Return the schema of the seat, the options and the turn."""
    seat, tokens = defined("seat"), defined("tokens")
    seat_or_none = or_null(seat)
    return {
        "seat": {**seat_or_none, "description": "Whose view this is; null: a spectator."},
        "seats": {"type": "integer", "minimum": 3, "maximum": 5, "description": "Number of seats."},
        "options": {
            "type": "object",
            "properties": {"exchange": {"enum": ["up-to-3", "exactly-3"]}, "no-green": {"enum": ["never", "ranked"]}},
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
    """Return the schema of boards, points and cards."""
    cards = defined("cards")
    hand = list_of(defined("card"))
    estates = {"type": "integer", "minimum": 2, "maximum": MOST_ESTATES}
    land = object_of({"estates": estates, "cattle": _COUNT, "castles": _COUNT, "abbeys": _COUNT})
    return {
        "courts": {**list_of(_counts(("warriors", "pipers", "monks"))), "description": "By seat, tokens in the court."},
        "lands": {
            **list_of(land),
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
    """Return the schema of estates, the raid or exchange of this turn, and the end of the game."""
    combat = object_of({"attack": defined("laid"), "defence": defined("laid")})
    owed = object_of({"seat": defined("seat"), "cards": _COUNT})
    return {
        "estates": {**list_of(_COUNT), "description": "The numbers of all estates of the game."},
        "stock": {**_COUNT, "description": "Estates in the common stock."},
        "shown": {**list_of(_COUNT), "description": "Numbers of the estates turned up so far."},
        "removed": {**_COUNT, "description": "Estates that left the stock face-down."},
        "target": {**or_null(defined("seat")), "description": "Who is raided in this turn."},
        "combats": {**list_of(combat), "description": "Combats of this raid that are decided."},
        "laid": {**or_null(defined("laid")), "description": "The attacker's card in the combat under way; null: none."},
        "owed": {**list_of(owed), "description": "Seats that still draw cards, and how many, in order."},
        "draws": {**_COUNT, "description": "Times that cards were drawn in this turn."},
        "ending": {"enum": list(_ENDINGS), "description": "Why the game ended."},
    }


def _counts(names: Iterable[str]) -> dict[str, Json]:
    return object_of(dict.fromkeys(names, _COUNT))


def move_schema() -> Json:
    """Return the schema of moves."""
    fate = {"enum": [events.STAYS, events.TO_SACK, events.TO_COURT]}
    return moves(
        move("Send these drawn tokens back: yellow, blue, green, red; all 0: none.", events.SEND_BACK, *[_most(6)] * 4),
        move("Put cattle on an estate.", events.CATTLE),
        move("Put a castle on an estate.", events.CASTLE),
        move("Put an abbey on an estate.", events.ABBEY),
        move("Add a warrior to the court.", events.WARRIOR),
        move("Add a piper to the court.", events.PIPER),
        move("Add one or two monks to the court.", events.MONKS, {"enum": [1, 2]}),
        move(
            "Bard: the seat, and for a yellow, a blue and a green token of its court: it stays (0), goes to "
            "the sack (1) or to your court (2).",
            events.BARD,
            _SEAT_REF,
            fate,
            fate,
            fate,
        ),
        move(
            "Take an estate: yellow, green and red tokens drawn, then yellow and green tokens of your court.",
            events.ESTATE,
            *map(_most, (1, 2, 1, 1, 2)),
        ),
        move("Take no second action.", events.DONE),
        move("Discard this card for a lost warrior.", events.DISCARD, _CARD_REF),
        move("Raid that seat.", events.RAID, _SEAT_REF),
        _cards_move("Do not raid: exchange these cards; [16] alone exchanges none.", events.EXCHANGE, 0, 3),
        move("Lay this card, without a piper (0) or with one (1).", events.LAY, _CARD_REF, {"enum": [0, 1]}),
        move(
            "Spoil nothing (0), cattle (5), a castle (6) or an abbey (7).",
            events.SPOIL,
            {"enum": [events.NOTHING, events.CATTLE, events.CASTLE, events.ABBEY]},
        ),
        _cards_move("Put these two cards back.", events.PUT_BACK, 2, 2),
    )


def _most(count: int) -> Json:
    return {"type": "integer", "minimum": 0, "maximum": count}


def _cards_move(meaning: str, kind: int, least: int, most: int) -> Json:
    return {
        "type": "array",
        "description": meaning,
        "prefixItems": [{"const": kind}],
        "items": _CARD_REF,
        "minItems": 1 + least,
        "maxItems": 1 + most,
    }
