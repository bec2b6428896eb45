"""A replay at one step: the table, the record beside it, and the way through."""

import re
from typing import Any, Final

from django.urls import reverse

from engine.notation.labels import name_of_seat
from games.matches.pages.boards import chair
from games.matches.selectors import Replay
from games.matches.tables import draw, templates_of

_SEAT: Final = re.compile(r"\bseat ([1-5])\b", re.IGNORECASE)


def moment(replay: Replay, step: int) -> dict[str, Any]:
    """What the match's fragment shows at `step`. Raises `NoSuchMatch` when the record does not go so far."""
    position = replay.position(step)
    chairs = [chair(seat) for seat in replay.match.seats.all()]
    return {
        "table": draw(replay.match.game, position.state, position.event, chairs),
        "tables": templates_of(replay.match.game),
        "sentence": _named(position.sentence, [seat["name"] for seat in chairs]),
        "step": _step(replay, step),
        "lines": _lines(replay, step, [seat["name"] for seat in chairs]),
    }


def _named(sentence: str, names: list[str]) -> str:
    """The engine's sentence with the players in place of `Seat 2`."""
    return _SEAT.sub(lambda found: names[int(found[1]) - 1], sentence)


def _step(replay: Replay, step: int) -> dict[str, Any]:
    last = replay.steps
    return {
        "number": step,
        "of": last,
        "first": _address(replay, 0) if step > 0 else "",
        "previous": _address(replay, step - 1) if step > 0 else "",
        "next": _address(replay, step + 1) if step < last else "",
        "last": _address(replay, last) if step < last else "",
    }


def _lines(replay: Replay, step: int, names: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "number": line.last,
            "head": line.heading or "",
            "text": line.text if line.seat is None else f"{name_of_seat(names, line.seat)}: {line.text}",
            "href": _address(replay, line.last),
            "current": line.first <= step <= line.last,
        }
        for line in replay.lines
    ]


def _address(replay: Replay, step: int) -> str:
    return f"{reverse('matches:match', args=[replay.match.public_id])}?step={step}"
