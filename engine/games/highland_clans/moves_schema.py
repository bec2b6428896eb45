"""The JSON schema of moves: arrays of whole numbers, kind first."""

from __future__ import annotations

from typing import Final

from engine.core.game import Json
from engine.core.schema import defined, move, moves
from engine.games.highland_clans import events

_CARD: Final = defined("card")
_SEAT: Final = defined("seat")


def move_schema() -> Json:
    """Every decision of the game."""
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
            _SEAT,
            fate,
            fate,
            fate,
        ),
        move(
            "Take an estate: yellow, green and red tokens drawn, then yellow and green tokens of your court.",
            events.ESTATE,
            _most(1),
            _most(2),
            _most(1),
            _most(1),
            _most(2),
        ),
        move("Take no second action.", events.DONE),
        move("Discard this card for a lost warrior.", events.DISCARD, _CARD),
        move("Raid that seat.", events.RAID, _SEAT),
        _several("Do not raid: exchange these cards; [16] alone exchanges none.", events.EXCHANGE, 0, 3),
        move("Lay this card, without a piper (0) or with one (1).", events.LAY, _CARD, {"enum": [0, 1]}),
        move(
            "Spoil nothing (0), cattle (5), a castle (6) or an abbey (7).",
            events.SPOIL,
            {"enum": [events.NOTHING, events.CATTLE, events.CASTLE, events.ABBEY]},
        ),
        _several("Put these two cards back.", events.PUT_BACK, 2, 2),
    )


def _most(count: int) -> Json:
    return {"type": "integer", "minimum": 0, "maximum": count}


def _several(meaning: str, kind: int, least: int, most: int) -> Json:
    return {
        "type": "array",
        "description": meaning,
        "prefixItems": [{"const": kind}],
        "items": _CARD,
        "minItems": 1 + least,
        "maxItems": 1 + most,
    }
