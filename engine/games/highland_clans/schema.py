"""Views of Highland Clans as JSON, and their schema. Seats count from 0."""

from __future__ import annotations

from collections.abc import Iterable
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
from engine.games.highland_clans import events
from engine.games.highland_clans.components import CARDS, COLOURS, ESTATES, HIDDEN, MOST_ESTATES, VALUES
from engine.games.highland_clans.phases import PHASE_NAMES
from engine.games.highland_clans.text import ACTIONS

_CARD, _CARDS, _LAID, _SEAT, _TOKENS = map(defined, ("card", "cards", "laid", "seat", "tokens"))
_COURT: Final = ("warriors", "pipers", "monks")
_LAND: Final = ("estates", "cattle", "castles", "abbeys")
_ENDINGS: Final = ("unfinished", "too few tokens", "estate reached", "no estates")

PYTHON_NAMES: Final = {  # see `registry.python_names`
    "options": "view.exactly, view.ranks_zero  # True: exactly-3, ranked",
    "cards": "components.CARDS",
    "estates": "components.ESTATES",
}
_OPTIONS: Final = Property(
    {
        "type": "object",
        "properties": {"exchange": {"enum": ["up-to-3", "exactly-3"]}, "no-green": {"enum": ["never", "ranked"]}},
        "required": ["exchange", "no-green"],
    },
    "Options of the game.",
    lambda view: {
        "exchange": "exactly-3" if view.exactly else "up-to-3",
        "no-green": "ranked" if view.ranks_zero else "never",
    },
)
_PHASE_HELP: Final = (
    "What is drawn or decided now. sending back: drawn tokens, by the largest following; "
    "discarding: a card for a lost warrior; spoiling: what the winner of a raid spoils; "
    "putting back: cards on the return deck."
)


def _counts(names: Iterable[str]) -> dict[str, Json]:
    return object_of(dict.fromkeys(names, COUNT))


def _tokens(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(COLOURS, counts, strict=True))


def _cards(counts: tuple[int, ...]) -> dict[str, int]:
    return {str(value): count for value, count in zip(VALUES, counts, strict=True)}


def _side(card: int, piper: int) -> dict[str, Json]:
    return {"card": None if card == HIDDEN else card, "piper": bool(piper)}


def _cards_move(meaning: str, kind: int, least: int, most: int) -> Json:
    return {
        "type": "array",
        "description": meaning,
        "prefixItems": [{"const": kind}],
        "items": _CARD,
        "minItems": 1 + least,
        "maxItems": 1 + most,
    }


_FATE: Final = {"enum": [events.STAYS, events.TO_SACK, events.TO_COURT]}
_MOVES: Final = moves(
    move(
        "Send these drawn tokens back: yellow, blue, green, red; all 0: none.",
        events.SEND_BACK,
        *[number_from(0, 6)] * 4,
    ),
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
        _SEAT,
        *[_FATE] * 3,
    ),
    move(
        "Take an estate: yellow, green and red tokens drawn, then yellow and green tokens of your court.",
        events.ESTATE,
        *[number_from(0, most) for most in (1, 2, 1, 1, 2)],
    ),
    move("Take no second action.", events.DONE),
    move("Discard this card for a lost warrior.", events.DISCARD, _CARD),
    move("Raid that seat.", events.RAID, _SEAT),
    _cards_move("Do not raid: exchange these cards; [16] alone exchanges none.", events.EXCHANGE, 0, 3),
    move("Lay this card, without a piper (0) or with one (1).", events.LAY, _CARD, {"enum": [0, 1]}),
    move(
        "Spoil nothing (0), cattle (5), a castle (6) or an abbey (7).",
        events.SPOIL,
        {"enum": [events.NOTHING, events.CATTLE, events.CASTLE, events.ABBEY]},
    ),
    _cards_move("Put these two cards back.", events.PUT_BACK, 2, 2),
)

VIEW: Final = ViewFormat(
    "A view of Highland Clans",
    "Lists by seat begin with seat 0. Tokens are yellow, blue, green and red, cards 1 to 4.",
    {
        **first_properties((3, 5), _OPTIONS, PHASE_NAMES, _PHASE_HELP, "something is drawn"),
        "round": Property(COUNT, "From 1; 0 while hands are dealt."),
        "first": Property(_SEAT, "Who begins the round."),
        "step": Property(COUNT, "Turns finished in the round. During the deal: hands dealt."),
        "actor": Property(_SEAT, "Whose turn of the round it is, also if another seat decides (turn)."),
        "part": Property({"enum": [1, 2, 3]}, "Part of the turn: 1 tokens, 2 actions, 3 raid or exchange."),
        "sack": Property(_TOKENS, "Tokens in the sack.", lambda view: _tokens(view.sack)),
        "drawn": Property(_TOKENS, "Tokens drawn by the actor and not yet used.", lambda view: _tokens(view.drawn)),
        "redrawn": Property({"type": "boolean"}, "The marker of the largest following has been used in this turn."),
        "used": Property(number_from(0, 4), "Drawn tokens used in this turn."),
        "acted": Property(
            list_of({"enum": list(ACTIONS.values())}),
            "Actions taken in this turn, in order.",
            lambda view: [ACTIONS[kind] for kind in view.acted],
        ),
        "following": Property(or_null(_SEAT), "Who has the marker of the largest following."),
        "courts": Property(
            list_of(_counts(_COURT)),
            "By seat, tokens in the court.",
            lambda view: [dict(zip(_COURT, court, strict=True)) for court in view.courts],
        ),
        "lands": Property(
            list_of(object_of({**dict.fromkeys(_LAND, COUNT), "estates": number_from(2, MOST_ESTATES)})),
            "By seat, estates in all, and how many of them have cattle, a castle and an abbey.",
            lambda view: [dict(zip(_LAND, land, strict=True)) for land in view.lands],
        ),
        "points": Property(list_of(COUNT), "By seat, victory points."),
        "hand": Property(list_of(_CARD), "Your hand, ascending; empty for a spectator."),
        "hand_sizes": Property(list_of(COUNT), "By seat, the number of cards in hand."),
        "cards": Property(_CARDS, "How many cards of each value the game has.", lambda _: _cards(CARDS)),
        "deck": Property(COUNT, "Cards left in the deck."),
        "fought": Property(
            _CARDS,
            "Cards played in combats, now in the return deck; all seats have seen them.",
            lambda view: _cards(view.fought),
        ),
        "returned": Property(
            _CARDS, "Cards that you put on the return deck face-down.", lambda view: _cards(view.returned)
        ),
        "returned_sizes": Property(list_of(COUNT), "By seat, cards that it put on the return deck face-down."),
        "estates": Property(list_of(COUNT), "The numbers of all estates of the game.", lambda _: list(ESTATES)),
        "stock": Property(COUNT, "Estates in the common stock."),
        "shown": Property(list_of(COUNT), "Numbers of the estates turned up so far."),
        "removed": Property(COUNT, "Estates that left the stock face-down."),
        "target": Property(or_null(_SEAT), "Who is raided in this turn."),
        "combats": Property(
            list_of(object_of({"attack": _LAID, "defence": _LAID})),
            "Combats of this raid that are decided.",
            lambda view: [{"attack": _side(a, b), "defence": _side(c, d)} for a, b, c, d in view.combats],
        ),
        "laid": Property(
            or_null(_LAID),
            "The attacker's card in the combat under way; null: none.",
            lambda view: _side(*view.laid[0]) if view.laid else None,
        ),
        "owed": Property(
            list_of(object_of({"seat": _SEAT, "cards": COUNT})),
            "Seats that still draw cards, and how many, in order.",
            lambda view: [{"seat": seat, "cards": count} for seat, count in view.owed],
        ),
        "draws": Property(COUNT, "Times that cards were drawn in this turn."),
        "ending": Property({"enum": list(_ENDINGS)}, "Why the game ended.", lambda view: _ENDINGS[view.ending]),
    },
    {
        "seat": number_from(0, 4),
        "card": {"enum": list(VALUES)},
        "tokens": _counts(COLOURS),
        "cards": _counts(map(str, VALUES)),
        "laid": object_of(
            {"card": {**or_null(_CARD), "description": "null: you do not know it."}, "piper": {"type": "boolean"}}
        ),
        "move": _MOVES,
    },
)
