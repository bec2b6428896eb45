"""A record while it is written: whose turn it is, what may follow, what is wrong first, and the table as it stands."""

from typing import Any, Final

from django.utils.translation import gettext as _

from engine.core.unknowns import is_stated
from engine.notation.typing import SoFar
from games.matches.tables import draw, templates_of
from games.records.models import BroughtRecord
from games.records.reading import is_json, so_far_of
from games.records.typing import Offers, offers

LINES_BEFORE: Final = 3  # shown above the bad one


def desk(record: BroughtRecord) -> dict[str, Any]:
    """What the fragment beside the text shows, of the text that is kept."""
    so_far = so_far_of(record.text)
    return {
        "record": record,
        "so_far": so_far,
        "is_over": so_far.turn == "over" and so_far.flaw is None,
        "says": _says(so_far),
        "offers": Offers() if is_json(record.text) else offers(so_far, record.text),
        "fault": faulty_place(record.text, so_far),
        "unknown": sum(not is_stated(event) for event in so_far.events),
        **table_of(so_far),
    }


def table_of(so_far: SoFar) -> dict[str, Any]:
    """The table after what could be read: all of it, or what is open where something is unknown."""
    if so_far.position is None or so_far.head is None:
        return {"table": None, "tables": []}
    is_known = all(is_stated(event) for event in so_far.events)
    position = so_far.position if is_known else so_far.position.view(None)
    event = so_far.events[-1] if so_far.events and is_stated(so_far.events[-1]) else None
    chairs = [{"name": name, "href": "", "own": False} for name in so_far.seats]
    slug = so_far.head.game
    return {"table": draw(slug, position, event, chairs), "tables": templates_of(slug)}  # type: ignore[arg-type]  # an event that is stated has no unknowns


def faulty_place(text: str, so_far: SoFar) -> dict[str, Any] | None:
    """The first bad line, with those before it, and why."""
    flaw = so_far.flaw
    if flaw is None:
        return None
    return {
        "line": flaw.line,
        "column": flaw.column,
        "sentence": flaw.sentence,
        "lines": lines_at(text, flaw.line),
        "is_being_typed": flaw.line == text.count("\n") + 1,
    }


def lines_at(text: str, line: int) -> list[dict[str, Any]]:
    """The line, and some before it: number, words, whether it is the one."""
    lines = text.split("\n")
    first = max(1, line - LINES_BEFORE)
    return [
        {"number": number, "text": lines[number - 1][:400], "is_bad": number == line}
        for number in range(first, min(line, len(lines)) + 1)
    ]


def _says(so_far: SoFar) -> str:
    """Whose turn it is."""
    if so_far.turn == "over":
        return _("The game is finished.")
    if so_far.turn == "chance":
        return _("Next: %(what)s.") % {"what": so_far.awaited}
    if isinstance(so_far.turn, int):
        return _("Turn of %(name)s.") % {"name": so_far.seats[so_far.turn]}
    return _("Start with the game and the players.")
