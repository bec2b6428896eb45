"""The tables of one round as they lie on the desk, drafts too, and which of them cannot change any more."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from league.results.models import Result
from league.results.reports.queries import reported_of
from league.rules.formats.format import Bye, Reason
from league.rules.formats.format import Pairing as Table
from league.tournaments.models import Pairing, PairingSeat, Round

SITTING = Prefetch("seats", PairingSeat.objects.select_related("entry").order_by("seat"))


def rows_of(tournament_round: Round) -> QuerySet[Pairing]:
    """The round's pairings with seats and legs, in order of their numbers; three queries."""
    return tournament_round.pairings.order_by("table").prefetch_related(SITTING, "legs")


def tables_of(tournament_round: Round, rows: Sequence[Pairing] | None = None) -> tuple[Table, ...]:
    """The same as values, without results; `rows` where they were read already."""
    evening = tournament_round.evening.number if tournament_round.evening_id and tournament_round.evening else 0
    listed = rows_of(tournament_round) if rows is None else rows
    return tuple(table_of(row, tournament_round.number, evening) for row in listed)


def table_of(row: Pairing, number: int, evening: int = 0) -> Table:
    """One pairing as a value, from prefetched seats and legs."""
    bye = Bye(row.bye) if row.bye else None
    reasons = tuple(Reason(one["template"], tuple(one["facts"].items())) for one in row.reasons)
    seats = tuple(seat.entry.number for seat in row.seats.all())
    legs = max(len(row.legs.all()), 1)
    decided = bye is not None
    return Table(number, row.table, seats, legs, bye, evening, reasons, decided=decided, slot=row.slot)


def closed_tables(rows: Sequence[Pairing]) -> frozenset[int]:
    """Numbers of the tables that have a report or a result, also one that was withdrawn: they stay as they are."""
    closed = closed_pairings(rows)
    return frozenset(row.table for row in rows if row.pk in closed)


def closed_pairings(rows: Sequence[Pairing]) -> frozenset[int]:
    """The keys of the same, for tables of several rounds."""
    return entered_pairings(rows) | reported_pairings(rows)


def entered_pairings(rows: Sequence[Pairing]) -> frozenset[int]:
    """The keys of those with a game that has a result, also one that was withdrawn."""
    subjects = _subjects_of(rows)
    entered = Result.objects.filter(subject__in=subjects).values_list("subject", flat=True)
    return frozenset(subjects[subject] for subject in entered)


def reported_pairings(rows: Sequence[Pairing]) -> frozenset[int]:
    """The keys of those with a game whose report waits."""
    subjects = _subjects_of(rows)
    return frozenset(subjects[subject] for subject in reported_of(subjects.keys()))


def _subjects_of(rows: Sequence[Pairing]) -> dict[UUID, int]:
    """The games, each with the key of its table."""
    return {leg.subject: row.pk for row in rows for leg in row.legs.all()}
