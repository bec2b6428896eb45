"""An event with made-up results, for the organiser before the start. Nothing of it is written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.registry import game as game_named
from league.rules.errors import RulesError
from league.rules.formats import format_named
from league.rules.formats.format import Conditions, Entry, Format
from league.rules.options import Settled
from league.rules.rehearsal import Attendance, Rehearsal, RehearsedRound, rehearse
from league.rules.scoring import scoring_named
from league.rules.tiebreaks import tiebreak_named
from league.tournaments.drawing import conditions_of
from league.tournaments.errors import said
from league.tournaments.models import Tournament
from league.tournaments.proposals import USUAL_PLAYERS, hours_in_words, length_of, minutes_of, tables_in_words
from league.tournaments.selectors.history import history_of
from league.tournaments.selectors.wording import filled, points

LEADERS = 8
EVENINGS, GAMES_AN_EVENING = 6, 2
MOST_SEATS = 900  # players times rounds: a few seconds
FEWEST_ROUNDS, MOST_ROUNDS = 3, 15


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be tried."""

    players: int
    rounds: int | None = None
    late: int = 0
    noshow: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """A line of a distribution: what, how many, and for a bar of at most 100 how long."""

    words: str
    count: int
    share: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A rehearsal as its page shows it."""

    summary: str
    length: str
    rounds: tuple[tuple[str, str, str], ...]
    """Of each round its name, its tables, and who has none."""
    met: tuple[Count, ...]
    seats: tuple[Count, ...]
    rests: tuple[Count, ...]
    leaders: tuple[tuple[int, str, str], ...]
    """Place, name and points of the first of the made-up standings."""
    note: str = ""
    fault: str = ""


def players_to_rehearse(event: Tournament) -> int:
    """As many as are in, once there are some; before that a usual evening."""
    entered = event.entries.count()
    fewest = game_named(event.game).min_seats
    inside = entered if event.capacity is None else min(entered, event.capacity)
    return inside if inside >= fewest else USUAL_PLAYERS


def rehearsal_of(event: Tournament, asked: Asked) -> Tried:
    """Play it through: with those who are in and what was agreed with them, and made-up players up to the number."""
    entered = history_of(event.pk).entries[: asked.players]
    made_up = [Entry(number) for number in range(len(entered) + 1, asked.players + 1)]
    names = dict(event.entries.values_list("number", "player__name"))
    chosen, field = format_named(event.format), [*entered, *made_up]
    done = rehearse(
        chosen,
        field,
        event.format_options,
        scoring_named(event.scoring),
        event.seed,
        _rounds(chosen, field, event.format_options, asked),
        late=asked.late,
        noshow=asked.noshow,
        tiebreaks=[tiebreak_named(slug) for slug in event.tiebreaks],
        conditions=_conditions(event, asked.players),
        attendance=Attendance(EVENINGS, GAMES_AN_EVENING),
    )
    return _told(event, asked, done, names)


def _rounds(chosen: Format, field: Sequence[Entry], options: Settled, asked: Asked) -> int | None:
    """How many are tried: a page waits for them, so of a large field only the first of many."""
    most = min(max(MOST_SEATS // asked.players, FEWEST_ROUNDS), MOST_ROUNDS)
    if asked.rounds is not None:
        return min(asked.rounds, most)
    return most if not chosen.by_evenings and _own_rounds(chosen, field, options) > most else None


def _own_rounds(chosen: Format, field: Sequence[Entry], options: Settled) -> int:
    try:
        return chosen.rounds(field, options)
    except RulesError:
        return 0  # the rehearsal says what is wrong


def _conditions(event: Tournament, players: int) -> Conditions:
    agreed = conditions_of(event)
    forbidden = tuple(one for one in agreed.forbidden if max(one.one, one.other) <= players)
    return Conditions(forbidden, scoring=event.scoring)


def _told(event: Tournament, asked: Asked, done: Rehearsal, names: dict[int, str]) -> Tried:
    minutes = event.round_minutes or minutes_of(game_named(event.game))
    by_evenings = format_named(event.format).by_evenings
    return Tried(
        summary=_summary(asked, done, by_evenings=by_evenings),
        length="" if by_evenings or event.is_on_the_machine else hours_in_words(length_of(len(done.rounds), minutes)),
        rounds=tuple(_round(one) for one in done.rounds),
        met=_counts(done.met, _times),
        seats=_counts(done.seats, _spread),
        rests=_counts(done.rests, _times),
        leaders=tuple(
            (row.place, names.get(row.entry) or _("Player %(number)d") % {"number": row.entry}, points(row.points))
            for row in done.standings[:LEADERS]
        ),
        note=filled(done.reason.template, done.reason.facts) if done.reason and not done.rounds else "",
        fault=said(done.refusal) if done.refusal else "",
    )


def _summary(asked: Asked, done: Rehearsal, *, by_evenings: bool) -> str:
    words = {"players": asked.players, "rounds": len(done.rounds), "evenings": EVENINGS}
    if by_evenings:
        return _("%(evenings)d evenings made up, %(rounds)d games in a row of those who came.") % words
    return (
        ngettext("%(players)d players, %(rounds)d round.", "%(players)d players, %(rounds)d rounds.", len(done.rounds))
        % words
    )


def _round(one: RehearsedRound) -> tuple[str, str, str]:
    name = _("Round %(number)d") % {"number": one.number}
    if one.evening:
        name = _("Evening %(evening)d, round %(number)d") % {"evening": one.evening, "number": one.number}
    without = ngettext("%(count)d without a table", "%(count)d without a table", one.without) % {"count": one.without}
    return name, tables_in_words(one.sizes), without if one.without else ""


def _counts(pairs: tuple[tuple[int, int], ...], words: Callable[[int], str]) -> tuple[Count, ...]:
    most = max((count for _often, count in pairs), default=1)
    return tuple(Count(words(often), count, round(100 * count / most)) for often, count in pairs)


def _times(often: int) -> str:
    if not often:
        return _("never")
    return ngettext("once", "%(often)d times", often) % {"often": often}


def _spread(difference: int) -> str:
    if not difference:
        return _("every seat as often")
    return _("differ by %(difference)d") % {"difference": difference}
