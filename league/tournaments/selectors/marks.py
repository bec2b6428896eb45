"""What a round is drawn from, as marks: those that differ later say why the draft is out of date."""

import hashlib
from collections.abc import Mapping

from django.utils.translation import gettext as _

from league.rules.formats.format import Conditions
from league.tournaments.drawing import conditions_of
from league.tournaments.models import Tournament
from league.tournaments.selectors.history import History


def marks_of(event: Tournament, history: History, number: int) -> dict[str, str]:
    """A mark for each thing that the round of that number follows from; in one query to three."""
    return marks_from(history, conditions_of(event), number)


def marks_from(history: History, conditions: Conditions, number: int) -> dict[str, str]:
    """The same from what was read already."""
    before = [pairing for pairing in history.pairings if pairing.round < number]
    return {
        "entries": _mark([(one.id, one.joined, one.left, one.fixed_table) for one in history.entries]),
        "byes": _mark([(one.id, one.bye_in(number)) for one in history.entries]),
        "results": _mark([(one.round, one.table, one.seats, one.bye, one.results) for one in before]),
        "presences": _mark((conditions.evening, sorted(conditions.here or ()))),
        "pairs": _mark([one for one in conditions.forbidden if one.holds_in(number)]),
    }


def changes_since(marks: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What is other than it was when the round was drawn, in words."""
    words = {
        "entries": _("players or fixed tables"),
        "byes": _("requested byes"),
        "results": _("results of earlier rounds"),
        "presences": _("check-in of this club night"),
        "pairs": _("avoided pairings"),
    }
    return [words[name] for name in words if name in marks and marks[name] != now[name]]


def _mark(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]
