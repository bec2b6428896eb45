"""The history of a tournament as values for `league.competition`, and the next round that its format pairs from it."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import F, Func, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.competition.errors import RulesError
from league.competition.format import (
    Answer,
    Bye,
    Conditions,
    Entry,
    Finished,
    Forbidden,
    How,
    Leg,
    Pairing,
    Reason,
    Round,
    seats_in_leg,
)
from league.competition.formats import format_named
from league.results.models import Result
from league.tournaments import models
from league.tournaments.errors import CannotBePlayed, error_text
from league.tournaments.models import Evening, Presence, Tournament

Place = tuple[int, int]  # (round, table)


@dataclass(frozen=True, slots=True)
class Decision:
    """The current result of a game: how it was decided, and points and place by player."""

    how: How
    seats: Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class History:
    """Entries in order, and all pairings with their results."""

    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...]
    subjects: Mapping[Place, tuple[UUID, ...]]  # subjects of a pairing's games in order
    rows: Mapping[UUID, int]
    """Number of the current ledger row by subject, including withdrawals."""
    endings: Mapping[UUID, str] = field(default_factory=dict)  # early endings of games
    versions: Mapping[int, int] = field(default_factory=dict)  # versions of published rounds
    due: Mapping[int, datetime] = field(default_factory=dict)
    """Deadlines by round."""
    put_off: Mapping[Place, datetime] = field(default_factory=dict)
    """Deadlines of postponed tables."""

    def with_round(self, drawn: Round) -> "History":
        """Return the history with one more round."""
        return replace(self, pairings=self.pairings + drawn.pairings)

    def open_rounds(self) -> frozenset[int]:
        """Return the numbers of rounds with undecided tables."""
        return frozenset(pairing.round for pairing in self.pairings if not pairing.decided)


def results_count(tournament_id: int) -> int:
    """Return the number of ledger rows about the tournament's games. It only grows, so it identifies a state."""
    count: int = with_results_count([tournament_id]).values_list("rows", flat=True).get()
    return count


def with_results_count(tournament_ids: Collection[int]) -> QuerySet[Any]:
    """Return these tournaments, each with its count as `rows`."""
    legs = models.Leg.objects.filter(pairing__round__tournament=OuterRef(OuterRef("pk")))
    rows = Result.objects.filter(subject__in=legs.values("subject")).order_by()
    count = rows.annotate(count=Func(F("pk"), function="COUNT")).values("count")
    return models.Tournament.objects.filter(pk__in=list(tournament_ids)).annotate(rows=Coalesce(Subquery(count), 0))


def history_of(tournament_id: int, instead: Mapping[UUID, Decision | None] | None = None) -> History:
    """Read everything that is published. Four queries.

    `instead` overrides the results of some subjects; `None` means no result.
    """
    return histories_of([tournament_id], instead)[tournament_id]


def histories_of(
    tournament_ids: Collection[int], instead: Mapping[UUID, Decision | None] | None = None
) -> dict[int, History]:
    """Return the histories of several tournaments. Four queries in all."""
    listed = _listed(tournament_ids)
    ledger = _ledger(tournament_ids)
    ledger.decisions.update(instead or {})
    pairings: dict[int, list[_PublishedPairing]] = {pk: [] for pk in tournament_ids}
    for tournament, pairing in _pairings(tournament_ids, listed, ledger.decisions):
        pairings[tournament].append(pairing)
    return {pk: _history([entry for entry, _player in listed[pk]], pairings[pk], ledger) for pk in tournament_ids}


class _PublishedPairing(NamedTuple):
    """A published pairing, the subjects of its games in order, and the version of its round."""

    pairing: Pairing
    subjects: tuple[UUID, ...]
    version: int
    due: datetime | None
    put_off: datetime | None


class _Ledger(NamedTuple):
    """Current results of games, their numbers, and early endings, by subject."""

    decisions: dict[UUID, Decision | None]
    rows: dict[UUID, int]
    endings: dict[UUID, str]


def _history(entries: Sequence[Entry], pairings: Sequence[_PublishedPairing], ledger: _Ledger) -> History:
    own = [subject for row in pairings for subject in row.subjects]
    legs: dict[int, int] = defaultdict(
        lambda: 1
    )  # by round: byes get the number of games of its tables, and score by it
    for row in pairings:
        legs[row.pairing.round] = max(legs[row.pairing.round], row.pairing.legs)
    return History(
        entries=tuple(entries),
        pairings=tuple(
            row.pairing if row.pairing.bye is None else replace(row.pairing, legs=legs[row.pairing.round])
            for row in pairings
        ),
        subjects={(row.pairing.round, row.pairing.table): row.subjects for row in pairings},
        rows={subject: ledger.rows[subject] for subject in own if subject in ledger.rows},
        endings={subject: ledger.endings[subject] for subject in own if subject in ledger.endings},
        versions={row.pairing.round: row.version for row in pairings},
        due={row.pairing.round: row.due for row in pairings if row.due},
        put_off={(row.pairing.round, row.pairing.table): row.put_off for row in pairings if row.put_off},
    )


def _listed(tournament_ids: Collection[int]) -> dict[int, list[tuple[Entry, int]]]:
    """Return the entries in order with their player ids, by tournament."""
    requested = {
        "rounds": ArrayAgg("requested_byes__round", order_by="requested_byes__id", default=Value([])),
        "kinds": ArrayAgg("requested_byes__kind", order_by="requested_byes__id", default=Value([])),
    }
    columns = ("number", "joined_round", "left_round", "rounds", "kinds", "fixed_table", "is_guest", "player_id")
    entered = models.Entry.objects.filter(tournament__in=list(tournament_ids)).order_by("number").annotate(**requested)
    listed: dict[int, list[tuple[Entry, int]]] = {pk: [] for pk in tournament_ids}
    for tournament, number, joined, left, rounds, kinds, fixed_table, guest, player in entered.values_list(
        "tournament_id", *columns
    ):
        byes = tuple((missed, Bye(kind)) for missed, kind in zip(rounds, kinds, strict=True) if missed and kind)
        listed[tournament].append((Entry(number, joined, left, byes, fixed_table, guest), player))
    return listed


def _pairings(
    tournament_ids: Collection[int],
    listed: Mapping[int, Sequence[tuple[Entry, int]]],
    decisions: Mapping[UUID, Decision | None],
) -> Iterator[tuple[int, _PublishedPairing]]:
    """Yield each published pairing with its results, and its tournament id."""
    seats: dict[int, list[int]] = defaultdict(list)
    sitting = models.PairingSeat.objects.filter(pairing__round__tournament__in=list(tournament_ids))
    for pairing_id, entry_number in sitting.order_by("pairing_id", "seat").values_list("pairing_id", "entry__number"):
        seats[pairing_id].append(entry_number)
    players = {pk: {entry.id: player for entry, player in entered} for pk, entered in listed.items()}
    published = models.Pairing.objects.filter(round__tournament__in=list(tournament_ids))
    published = published.exclude(round__status=models.Round.Status.DRAFT)
    place = ("round__tournament_id", "round__number", "round__version", "round__evening__number", "table")
    fields = ("pk", *place, "round__due_at", "due_at", "bye", "slot", "reasons", "by_hand", "legs__subject")
    rows = published.order_by("round__number", "table", "pk", "legs__number").values_list(*fields)
    for pk, group in groupby(rows, key=itemgetter(0)):
        first, *others = group
        _, tournament, number, version, evening, table, due, put_off, bye, slot, reasons, by_hand, _ = first
        subjects = tuple(row[-1] for row in (first, *others) if row[-1] is not None)
        results = tuple(
            _leg(seats[pk], leg, decision, players[tournament])
            for leg, subject in enumerate(subjects, start=1)
            if (decision := decisions.get(subject))
        )
        pairing = Pairing(
            number,
            table,
            tuple(seats[pk]),
            len(subjects),
            Bye(bye) if bye else None,
            evening=evening or 0,
            reasons=tuple(map(Reason.from_json, reasons)),
            results=results,
            decided=len(results) == len(subjects),
            slot=slot,
            by_hand=by_hand,
        )
        yield tournament, _PublishedPairing(pairing, subjects, version, due, put_off)


def _leg(seats: Sequence[int], number: int, decision: Decision, players: Mapping[int, int]) -> Leg:
    sitting = seats_in_leg(tuple(seats), number)
    results = [decision.seats[players[entry]] for entry in sitting]
    points = tuple(points for points, _ in results)
    return Leg(number, sitting, tuple(place for _, place in results), points, decision.how)


def _ledger(tournament_ids: Collection[int]) -> _Ledger:
    """Read the ledger rows of the tournaments' games. A withdrawn result has no seats."""
    legs = models.Leg.objects.filter(pairing__round__tournament__in=list(tournament_ids))
    rows = Result.objects.filter(subject__in=legs.values("subject"), superseded_by=None)
    fields = ("pk", "subject", "number", "how", "ending", "seats__player_id", "seats__points", "seats__place")
    heads: dict[int, tuple[UUID, int, str, str]] = {}
    seats: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for pk, subject, number, how, ending, player, points, place in rows.values_list(*fields):
        heads[pk] = (subject, number, how, ending)
        seats[pk][player] = (points, place)
    return _Ledger(
        {
            subject: Decision(How(how), seats[pk])
            for pk, (subject, _number, how, _ending) in heads.items()
            if how != Result.How.WITHDRAWN
        },
        {subject: number for subject, number, _how, _ending in heads.values()},
        {subject: ending for subject, _number, _how, ending in heads.values() if ending},
    )


def next_of(tournament: Tournament, history: History, *, repeats: bool = False) -> Answer | None:
    """Return the next round, wait or finished; None while the current round has open games.

    With `repeats` players may meet a second time if the format has no other pairing. Raise `CannotBePlayed`.
    """
    if tournament.pace != Tournament.Pace.ALL and history.open_rounds():
        return None
    drawn_by = format_named(tournament.format)
    conditions = replace(conditions_of(tournament), repeats=repeats)
    try:
        answer = drawn_by.pair(
            history.entries, history.pairings, tournament.format_options, tournament.seed, conditions
        )
    except RulesError as error:
        raise CannotBePlayed(error_text(error)) from error
    if not isinstance(answer, Round):
        return answer
    # Byes get the last numbers. Where they have them already, nothing changes: a gap belongs to a fixed table.
    last = max((pairing.table for pairing in answer.pairings if pairing.bye is None), default=0)
    if all(pairing.table > last for pairing in answer.pairings if pairing.bye is not None):
        return answer
    ordered = sorted(answer.pairings, key=lambda pairing: pairing.bye is not None)
    return replace(answer, pairings=tuple(replace(row, table=number) for number, row in enumerate(ordered, start=1)))


def next_by_itself(tournament: Tournament, history: History) -> Answer | None:
    """Return the next step that needs no organiser. If organisers publish the rounds, that is only the end.

    To save time, that end is checked only when all planned rounds have been paired.
    """
    if tournament.pace != Tournament.Pace.DESK:
        return next_of(tournament, history)
    last = max((pairing.round for pairing in history.pairings), default=0)
    if not last or last < format_named(tournament.format).rounds(history.entries, tournament.format_options):
        return None
    answer = next_of(tournament, history)
    return answer if isinstance(answer, Finished) else None


def conditions_of(tournament: Tournament) -> Conditions:
    """Return forbidden pairs, and who is here at the open club night. One to three queries."""
    forbidden = tuple(
        Forbidden(one, other, until)
        for one, other, until in tournament.forbidden_pairs.order_by("id").values_list(
            "one__number", "other__number", "until_round"
        )
    )
    if not tournament.by_evenings:
        return Conditions(forbidden, scoring=tournament.scoring)
    evening = Evening.objects.filter(tournament=tournament, closed_at=None).first()
    if evening is None:
        return Conditions(forbidden, scoring=tournament.scoring)
    here = Presence.objects.filter(evening=evening, left_at=None).values_list("entry__number", flat=True)
    return Conditions(forbidden, frozenset(here), evening.number, tournament.scoring)


def marks_of(tournament: Tournament, history: History, number: int) -> dict[str, str]:
    """Return a hash for each kind of fact that the round is paired from. One to three queries."""
    return marks_from(history, conditions_of(tournament), number)


def marks_from(history: History, conditions: Conditions, number: int) -> dict[str, str]:
    """Return the marks from loaded facts."""
    before = [pairing for pairing in history.pairings if pairing.round < number]
    return {
        "entries": _mark([(entry.id, entry.joined, entry.left, entry.fixed_table) for entry in history.entries]),
        "byes": _mark([(entry.id, entry.bye_in(number)) for entry in history.entries]),
        "results": _mark([(row.round, row.table, row.seats, row.bye, row.results) for row in before]),
        "presences": _mark((conditions.evening, sorted(conditions.here or ()))),
        "pairs": _mark([pair for pair in conditions.forbidden if pair.holds_in(number)]),
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
