"""Deadlines: overdue tables, and players to remind."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    QuerySet,
    Value,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from league.accounts.models import Player
from league.results.models import Report, Result
from league.tournaments.models import Entry, Leg, Pairing, Round, Tournament
from league.tournaments.queries.entries import with_distinct_names
from league.tournaments.queries.rounds import entered_pairings, reported_pairings, token_of

MOST = 200  # overdue tables on a page
PAIR = 2  # players at a table that one of them can win by forfeit


@dataclass(frozen=True, slots=True)
class OverdueTable:
    """A table whose deadline has passed without a result."""

    round: int
    table: int
    due_at: datetime
    players: tuple[tuple[int, Player], ...]  # entry number and player
    is_reported: bool  # has a report that waits
    is_begun: bool  # has a result and no report, so the other games are entered one by one
    seen: str  # token of the round, for forms

    def rulings(self) -> list[tuple[Player, list[int]]]:
        """For each of two players, the player who would win by forfeit, with the absent entries."""
        if len(self.players) != PAIR:
            return []
        return [(player, [number for number, _other in self.players if number != own]) for own, player in self.players]

    @property
    def everybody(self) -> list[int]:
        """The numbers of all its entries."""
        return [number for number, _player in self.players]


def overdue_tables(event: Tournament) -> list[OverdueTable]:
    """Return the published tables past their deadline, the oldest first, in a fixed number of queries."""
    rows = list(_open(Pairing.objects.filter(round__tournament=event)).filter(due__lt=timezone.now())[:MOST])
    reported, entered = reported_pairings(rows), entered_pairings(rows)
    with_distinct_names((seat.entry for one in rows for seat in one.seats.all()), event)
    return [
        OverdueTable(
            round=one.round.number,
            table=one.table,
            due_at=one.due,
            players=tuple((seat.entry.number, seat.entry.person) for seat in one.seats.all()),
            is_reported=one.pk in reported,
            is_begun=one.pk in entered - reported,
            seen=token_of(one.round),
        )
        for one in rows
    ]


def count_of_overdue(event: Tournament) -> int:
    """Return the number of overdue tables. At most one query."""
    if event.first_due_at is None:
        return 0
    return _due(Pairing.objects.filter(round__tournament=event)).filter(due__lt=timezone.now()).count()


def pairings_to_remind() -> list[Pairing]:
    """Return tables with an unreported game whose deadline is near, by tournament, annotated with `due`."""
    now = timezone.now()
    ahead = ExpressionWrapper(F("round__tournament__reminder_days") * Value(timedelta(days=1)), DurationField())
    near = ExpressionWrapper(Value(now) + ahead, DateTimeField())
    rows = _open(Pairing.objects.filter(round__tournament__reminder_days__gt=0)).filter(due__gt=now, due__lte=near)
    reported = Report.objects.filter(subject=OuterRef("subject"), status__in=Report.LIVE)
    rows = rows.filter(Exists(_undecided().exclude(Exists(reported))))
    return list(rows.order_by("round__tournament_id", "due", "round__number", "table"))


def rounds_due(event: Tournament) -> Sequence[Round]:
    """Return the published rounds in order."""
    return list(event.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))


def _due(rows: QuerySet[Pairing]) -> QuerySet[Any]:
    """Return tables of running tournaments without a result, annotated with `due`."""
    playing = rows.filter(
        Exists(_undecided()), round__status=Round.Status.PUBLISHED, round__tournament__status=Tournament.Status.RUNNING
    )
    return playing.annotate(due=Coalesce("due_at", "round__due_at")).exclude(due=None)


def _undecided() -> QuerySet[Leg]:
    """Return the games of a table without a result."""
    decided = Result.objects.filter(subject=OuterRef("subject"), superseded_by=None).exclude(how=Result.How.WITHDRAWN)
    return Leg.objects.filter(pairing=OuterRef("pk")).exclude(Exists(decided))


def _open(rows: QuerySet[Pairing]) -> QuerySet[Any]:
    """Return the tables of `_due` with their players."""
    people = Prefetch("seats__entry", Entry.objects.select_related("player__account", "player__merged_into__account"))
    found = _due(rows).select_related("round__tournament__club").prefetch_related("seats", people, "legs")
    return found.order_by("due", "round__number", "table")
