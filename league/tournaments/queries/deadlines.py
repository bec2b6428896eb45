"""What is due: when each round is to be played by, what is overdue, and who is to be reminded."""

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

from league.members.models import Player
from league.results.models import Report, Result
from league.tournaments.models import Entry, Leg, Pairing, Round, Tournament
from league.tournaments.queries.entrants import with_distinct_names
from league.tournaments.queries.rounds import entered_pairings, reported_pairings, token_of

MOST = 200  # overdue games a page lists
PAIR = 2  # players of whom one can have it


@dataclass(frozen=True, slots=True)
class OverdueTable:
    """A table whose deadline has passed without a result."""

    round: int
    table: int
    due_at: datetime
    players: tuple[tuple[int, Player], ...]  # the entry's number, and who stands for it
    is_reported: bool  # whether somebody reported a game of it, which waits to be confirmed or decided
    is_begun: bool  # whether a game of it has a result already, so that the others are entered by themselves
    seen: str  # what a form says that decides it: the round as it is now

    def rulings(self) -> list[tuple[Player, list[int]]]:
        """For each of two players, that they have it: and the entries that did not come."""
        if len(self.players) != PAIR:
            return []
        return [(player, [number for number, _other in self.players if number != own]) for own, player in self.players]

    @property
    def everybody(self) -> list[int]:
        """The numbers of all its entries."""
        return [number for number, _player in self.players]


def overdue_tables(event: Tournament) -> list[OverdueTable]:
    """The tables of rounds on the board whose deadline has passed, the oldest first, in a fixed number of queries."""
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
    """How many tables are overdue; one query, and none where nothing is ever due."""
    if event.first_due_at is None:
        return 0
    return _due(Pairing.objects.filter(round__tournament=event)).filter(due__lt=timezone.now()).count()


def pairings_to_remind() -> list[Pairing]:
    """Tables whose deadline is near, by event, each with its `due`: those with a game that nobody has reported."""
    now = timezone.now()
    ahead = ExpressionWrapper(F("round__tournament__reminder_days") * Value(timedelta(days=1)), DurationField())
    near = ExpressionWrapper(Value(now) + ahead, DateTimeField())
    rows = _open(Pairing.objects.filter(round__tournament__reminder_days__gt=0)).filter(due__gt=now, due__lte=near)
    reported = Report.objects.filter(subject=OuterRef("subject"), status__in=Report.LIVE)
    rows = rows.filter(Exists(_undecided().exclude(Exists(reported))))
    return list(rows.order_by("round__tournament_id", "due", "round__number", "table"))


def rounds_due(event: Tournament) -> Sequence[Round]:
    """The rounds on the board, in order, as they are due."""
    return list(event.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))


def _due(rows: QuerySet[Pairing]) -> QuerySet[Any]:
    """Those of running events that wait for a result, annotated with their `due`."""
    playing = rows.filter(
        Exists(_undecided()), round__status=Round.Status.PUBLISHED, round__tournament__status=Tournament.Status.RUNNING
    )
    return playing.annotate(due=Coalesce("due_at", "round__due_at")).exclude(due=None)


def _undecided() -> QuerySet[Leg]:
    """The games of a table that have no result."""
    decided = Result.objects.filter(subject=OuterRef("subject"), superseded_by=None).exclude(how=Result.How.WITHDRAWN)
    return Leg.objects.filter(pairing=OuterRef("pk")).exclude(Exists(decided))


def _open(rows: QuerySet[Pairing]) -> QuerySet[Any]:
    """The same with whoever sits there."""
    people = Prefetch("seats__entry", Entry.objects.select_related("player__account", "player__merged_into__account"))
    found = _due(rows).select_related("round__tournament__club").prefetch_related("seats", people, "legs")
    return found.order_by("due", "round__number", "table")
