"""A replay at one step: the table, the record beside it, and the way through."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.notation import Line
from engine.notation.labels import name_of_seat
from games.matches.errors import NoSuchMatch
from games.matches.pages.boards import chair
from games.matches.selectors.replays import OpenRecord, Replay
from games.matches.tables import Chair, draw, templates_of
from league.shared.retelling import retold

_SEAT: Final = re.compile(r"\bseat ([1-5])\b", re.IGNORECASE)


def moment(replay: Replay, step: int) -> dict[str, Any]:
    """What the match's fragment shows at `step`. Raises `NoSuchMatch` when the record does not go so far."""
    chairs = [chair(seat) for seat in replay.match.seats.all()]
    return moment_of(replay, step, chairs, reverse("matches:match", args=[replay.match.public_id]))


def moment_of(
    opened: OpenRecord, step: int, chairs: Sequence[Chair], address: str, *, is_open: bool = True
) -> dict[str, Any]:
    """The same of any record, who sits where, and the page that shows it. Raises `NoSuchMatch`.

    Of a record that is not open, whose hidden cards nobody knows, the table is as a spectator saw it.
    """
    position = opened.position(step)
    names = [seat["name"] for seat in chairs]
    game = opened.record.game
    return {
        "table": draw(game, position.state if is_open else position.state.view(None), position.event, chairs),
        "tables": templates_of(game),
        "sentence": _named(position.sentence, names),
        "step": _step(opened, step, address),
        "lines": _lines(opened, step, names, address, is_open=is_open),
    }


def step_asked(written: str | None, last: int) -> int:
    """The step that an address asks for, the last by default. Raises `NoSuchMatch` for what is no step."""
    if written is None:
        return last
    if not (written.isascii() and written.isdecimal() and len(written) < 7):
        raise NoSuchMatch(_("Invalid step. Use a whole number, such as ?step=12."))
    return int(written)


def _named(sentence: str, names: list[str]) -> str:
    """The engine's sentence with the players in place of `Seat 2`."""
    return _SEAT.sub(lambda found: names[int(found[1]) - 1], retold(sentence))


def _step(opened: OpenRecord, step: int, address: str) -> dict[str, Any]:
    last = opened.steps
    return {
        "number": step,
        "of": last,
        "first": _at(address, 0) if step > 0 else "",
        "previous": _at(address, step - 1) if step > 0 else "",
        "next": _at(address, step + 1) if step < last else "",
        "last": _at(address, last) if step < last else "",
    }


def _lines(opened: OpenRecord, step: int, names: list[str], address: str, *, is_open: bool) -> list[dict[str, Any]]:
    """The lines of the record: in English its notation, in another language the sentences of the events."""
    told = [] if get_language() == settings.LANGUAGE_CODE else opened.sentences(is_open=is_open)
    return [
        {
            "number": line.last,
            "head": retold(line.heading or ""),
            "text": _named(" ".join(filter(None, told[line.first - 1 : line.last])), names) or _noted(line, names),
            "href": _at(address, line.last),
            "current": line.first <= step <= line.last,
        }
        for line in opened.lines
    ]


def _noted(line: Line, names: list[str]) -> str:
    return line.text if line.seat is None else f"{name_of_seat(names, line.seat)}: {line.text}"


def _at(address: str, step: int) -> str:
    return f"{address}?step={step}"
