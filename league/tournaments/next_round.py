"""The next round of a tournament, by its format, and the facts a draft was paired from."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from league.competition import format as rules
from league.competition.errors import RulesError
from league.competition.format import Answer, Conditions, Finished, Forbidden, Round
from league.competition.formats import format_named
from league.tournaments.errors import CannotBePlayed, said
from league.tournaments.models import Evening, Presence, Tournament
from league.tournaments.queries.history import History


def next_of(event: Tournament, history: History, *, repeats: bool = False) -> Answer | None:
    """Return the next round, wait or finished; None while the current round has open games.

    With `repeats` players may meet a second time if the format has no other pairing. Raise `CannotBePlayed`."""
    if event.pace != Tournament.Pace.ALL and history.open_rounds():
        return None
    drawn_by = format_named(event.format)
    conditions = replace(conditions_of(event), repeats=repeats)
    try:
        answer = drawn_by.pair(history.entries, history.pairings, event.format_options, event.seed, conditions)
    except RulesError as error:
        raise CannotBePlayed(said(error)) from error
    return _byes_last(answer) if isinstance(answer, Round) else answer


def next_by_itself(event: Tournament, history: History) -> Answer | None:
    """Return the next step that needs no organiser. If organisers publish the rounds, that is only the end.

    To save time, that end is checked only when all planned rounds have been paired."""
    if event.pace != Tournament.Pace.DESK:
        return next_of(event, history)
    last = max((pairing.round for pairing in history.pairings), default=0)
    if not last or last < format_named(event.format).rounds(history.entries, event.format_options):
        return None
    answer = next_of(event, history)
    return answer if isinstance(answer, Finished) else None


def conditions_of(event: Tournament) -> Conditions:
    """Return forbidden pairs, and who is here at the open club night. One to three queries."""
    forbidden = tuple(
        Forbidden(one, other, until)
        for one, other, until in event.forbidden_pairs.order_by("id").values_list(
            "one__number", "other__number", "until_round"
        )
    )
    if not format_named(event.format).by_evenings:
        return Conditions(forbidden, scoring=event.scoring)
    evening = Evening.objects.filter(tournament=event, closed_at=None).first()
    if evening is None:
        return Conditions(forbidden, scoring=event.scoring)
    here = Presence.objects.filter(evening=evening, left_at=None).values_list("entry__number", flat=True)
    return Conditions(forbidden, frozenset(here), evening.number, event.scoring)


def _byes_last(drawn: rules.Round) -> rules.Round:
    """Number the tables from 1 and the byes after them.

    If byes already have the highest numbers, nothing changes: a gap belongs to a fixed table."""
    last = max((pairing.table for pairing in drawn.pairings if pairing.bye is None), default=0)
    if all(pairing.table > last for pairing in drawn.pairings if pairing.bye is not None):
        return drawn
    ordered = sorted(drawn.pairings, key=lambda pairing: pairing.bye is not None)
    return replace(drawn, pairings=tuple(replace(one, table=number) for number, one in enumerate(ordered, start=1)))


def marks_of(event: Tournament, history: History, number: int) -> dict[str, str]:
    """Return a hash for each kind of fact that the round is paired from. One to three queries."""
    return marks_from(history, conditions_of(event), number)


def marks_from(history: History, conditions: Conditions, number: int) -> dict[str, str]:
    """Return the marks from loaded facts."""
    before = [pairing for pairing in history.pairings if pairing.round < number]
    return {
        "entries": _mark([(one.id, one.joined, one.left, one.fixed_table) for one in history.entries]),
        "byes": _mark([(one.id, one.bye_in(number)) for one in history.entries]),
        "results": _mark([(one.round, one.table, one.seats, one.bye, one.results) for one in before]),
        "presences": _mark((conditions.evening, sorted(conditions.here or ()))),
        "pairs": _mark([one for one in conditions.forbidden if one.holds_in(number)]),
    }


def changes_since(marks: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the kinds of facts that changed since the round was paired, in words."""
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
