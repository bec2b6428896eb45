"""Rounds of a tournament: their pairings, their matches and their deadlines."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

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
from django.utils.translation import gettext as _

from league.accounts.models import Change, Player
from league.competition.format import Bye, Reason, seats_in_leg
from league.competition.format import Pairing as Table
from league.results.models import Report, Result
from league.results.reports.queries import reported_among
from league.tournaments.models import Drawing, Entry, Leg, Pairing, PairingSeat, Round, RoundStep, Tournament
from league.tournaments.models.tournament import STARTED
from league.tournaments.permissions import next_round_number
from league.tournaments.queries.entries import with_distinct_names

SEATS = Prefetch("seats", PairingSeat.objects.select_related("entry").order_by("seat"))
MOST = 200  # overdue tables on a page
PAIR = 2  # players at a table that one of them can win by forfeit


def rows_of(tournament_round: Round) -> QuerySet[Pairing]:
    """Return the round's pairings by number, with seats and games. Three queries."""
    return tournament_round.pairings.order_by("table").prefetch_related(SEATS, "legs")


def tables_of(tournament_round: Round, rows: Sequence[Pairing] | None = None) -> tuple[Table, ...]:
    """Return the round's tables as values, without results; `rows` if they are loaded."""
    evening = tournament_round.evening.number if tournament_round.evening_id and tournament_round.evening else 0
    listed = rows_of(tournament_round) if rows is None else rows
    return tuple(table_of(row, tournament_round.number, evening) for row in listed)


def table_of(row: Pairing, number: int, evening: int = 0) -> Table:
    """Return a pairing as a value, from prefetched seats and games."""
    bye = Bye(row.bye) if row.bye else None
    reasons = tuple(map(Reason.from_json, row.reasons))
    seats = tuple(seat.entry.number for seat in row.seats.all())
    legs = max(len(row.legs.all()), 1)
    decided = bye is not None
    return Table(number, row.table, seats, legs, bye, evening, reasons, decided=decided, slot=row.slot)


def players_at(leg: Leg) -> tuple[int, ...]:
    """Return the ids of the players of a game in seat order."""
    seats = PairingSeat.objects.filter(pairing=leg.pairing_id).order_by("seat")
    return seats_in_leg(list(seats.values_list("entry__player_id", flat=True)), leg.number)


def closed_tables(rows: Sequence[Pairing]) -> frozenset[int]:
    """Return the numbers of tables with a report or a result, also a withdrawn one: they do not change."""
    closed = entered_pairings(rows) | reported_pairings(rows)
    return frozenset(row.table for row in rows if row.pk in closed)


def entered_pairings(rows: Sequence[Pairing]) -> frozenset[int]:
    """Return the ids of pairings with a result, also a withdrawn one."""
    subjects = _subjects_of(rows)
    entered = Result.objects.filter(subject__in=subjects).values_list("subject", flat=True)
    return frozenset(subjects[subject] for subject in entered)


def reported_pairings(rows: Sequence[Pairing]) -> frozenset[int]:
    """Return the ids of pairings with a report that waits."""
    subjects = _subjects_of(rows)
    return frozenset(subjects[subject] for subject in reported_among(subjects.keys()))


def disputes_of(rows: Sequence[Pairing]) -> dict[int, str]:
    """Return the disputed report of each pairing that has one, by the id of the pairing."""
    subjects = _subjects_of(rows)
    disputed = Report.objects.filter(subject__in=subjects, status=Report.Status.DISPUTED).order_by("-pk")
    return {subjects[subject]: report for subject, report in disputed.values_list("subject", "public_id")}


def _subjects_of(rows: Sequence[Pairing]) -> dict[UUID, int]:
    """Return pairing ids by subject of the game."""
    return {leg.subject: row.pk for row in rows for leg in row.legs.all()}


@dataclass(frozen=True, slots=True)
class Rotation:
    """A match of a deal: the game's subject, and the player ids in seat order.

    The matches of a deal have the same cards, with seats rotated by one each.
    """

    subject: UUID
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundOnTheMachine:
    """A published round of bot matches: its tournament, and the matches of each deal with a game without a result."""

    tournament: Tournament
    deals: tuple[tuple[Rotation, ...], ...]
    started_by: int | None  # account id; None if a command started the tournament


def round_on_the_machine(round_id: int) -> RoundOnTheMachine | None:
    """Return the matches of the round in a fixed number of queries; None if there is nothing to play."""
    tournament_round = Round.objects.select_related("tournament__pool").get(pk=round_id)
    tournament = tournament_round.tournament
    if (
        not tournament.is_on_the_machine
        or not tournament.is_running
        or tournament_round.status != Round.Status.PUBLISHED
    ):
        return None
    pairings = Pairing.objects.filter(round=tournament_round, bye="").prefetch_related("legs", "seats__entry")
    deals = [deal for pairing in pairings for deal in _deals(pairing)]
    subjects = [rotation.subject for deal in deals for rotation in deal]
    decided = set(Result.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    open_deals = tuple(deal for deal in deals if any(leg.subject not in decided for leg in deal))
    if not open_deals:
        return None
    started = Change.objects.filter(event=tournament.public_id, verb=STARTED).order_by("-pk")
    return RoundOnTheMachine(tournament, open_deals, started.values_list("by__account", flat=True).first())


def subjects_of_round_over(round_id: int) -> list[UUID]:
    """Return the subjects of games of a round if its tournament is over, else none."""
    over = [Tournament.Status.FINISHED, Tournament.Status.CANCELLED]
    legs = Leg.objects.filter(pairing__round=round_id, pairing__round__tournament__status__in=over)
    return list(legs.values_list("subject", flat=True))


def _deals(pairing: Pairing) -> list[tuple[Rotation, ...]]:
    players = [seat.entry.player_id for seat in pairing.seats.all()]
    matches = [Rotation(leg.subject, seats_in_leg(players, leg.number)) for leg in pairing.legs.all()]
    return [tuple(matches[at : at + len(players)]) for at in range(0, len(matches), len(players))]


def waiting_drawings() -> list[int]:
    """Return the ids of all requests that are neither done nor refused. One query."""
    return list(Drawing.objects.filter(status__in=Drawing.OPEN).order_by("pk").values_list("pk", flat=True))


def round_numbers(tournament: Tournament) -> list[int]:
    """Return the numbers of all rounds in order, including drafts. One query."""
    return list(tournament.rounds.order_by("number").values_list("number", flat=True))


def current_round_number(tournament: Tournament) -> int:
    """Return the number of the next round, or the last one of a finished tournament."""
    drawn = sorted(tournament.rounds.values_list("number", "status"))
    to_come = [number for number, status in drawn if status != Round.Status.CLOSED]
    if to_come:
        return to_come[0]
    return next_round_number(tournament) if tournament.is_running else max(drawn, default=(1, ""))[0]


def latest_drawing(tournament: Tournament, number: int) -> Drawing | None:
    """Return the latest request for a round, unless its draft was discarded. One query."""
    drawn = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number"))
    drawing = tournament.drawings.filter(number=number).annotate(has_round=Exists(drawn)).order_by("-id").first()
    return None if drawing is None or (drawing.status == Drawing.Status.DONE and not drawing.has_round) else drawing


def round_versions(tournament: Tournament) -> Mapping[int, Round]:
    """Return the published rounds by number. One query."""
    return {row.number: row for row in tournament.rounds.exclude(status=Round.Status.DRAFT).order_by("number")}


def changed_tables(tournament_round: Round) -> tuple[int, ...]:
    """Return the tables that changed in the round's present version; none in version 1. One query.

    Only these are printed again. Deleted tables are not included.
    """
    if tournament_round.version == 1:
        return ()
    changed = tournament_round.pairings.filter(bye="", version=tournament_round.version)
    return tuple(changed.order_by("table").values_list("table", flat=True))


def token_of(tournament_round: Round) -> str:
    """Return a token for the present state of the round; it changes with every edit and new pairing."""
    return f"{tournament_round.pk}.{tournament_round.revision}"


def step_text(step: RoundStep, names: Mapping[int, str]) -> str:
    """Return the text of a change, with names for entry numbers."""
    facts = {
        name: names.get(value, value) if name.startswith("player") else value for name, value in step.facts.items()
    }
    return _(step.template) % facts


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
        """Return each of two players as the winner by forfeit, with the numbers of the absent entries."""
        if len(self.players) != PAIR:
            return []
        return [(player, [number for number, _other in self.players if number != own]) for own, player in self.players]

    @property
    def everybody(self) -> list[int]:
        """The numbers of all its entries."""
        return [number for number, _player in self.players]


def overdue_tables(tournament: Tournament) -> list[OverdueTable]:
    """Return the published tables past their deadline, the oldest first, in a fixed number of queries."""
    rows = list(_open(Pairing.objects.filter(round__tournament=tournament)).filter(due__lt=timezone.now())[:MOST])
    reported, entered = reported_pairings(rows), entered_pairings(rows)
    with_distinct_names((seat.entry for pairing in rows for seat in pairing.seats.all()), tournament)
    return [
        OverdueTable(
            round=pairing.round.number,
            table=pairing.table,
            due_at=pairing.due,
            players=tuple((seat.entry.number, seat.entry.person) for seat in pairing.seats.all()),
            is_reported=pairing.pk in reported,
            is_begun=pairing.pk in entered - reported,
            seen=token_of(pairing.round),
        )
        for pairing in rows
    ]


def count_of_overdue(tournament: Tournament) -> int:
    """Return the number of overdue tables. At most one query."""
    if tournament.first_due_at is None:
        return 0
    return _due(Pairing.objects.filter(round__tournament=tournament)).filter(due__lt=timezone.now()).count()


def pairings_to_remind() -> list[Pairing]:
    """Return tables with an unreported game whose deadline is near, by tournament, annotated with `due`."""
    now = timezone.now()
    ahead = ExpressionWrapper(F("round__tournament__reminder_days") * Value(timedelta(days=1)), DurationField())
    near = ExpressionWrapper(Value(now) + ahead, DateTimeField())
    rows = _open(Pairing.objects.filter(round__tournament__reminder_days__gt=0)).filter(due__gt=now, due__lte=near)
    reported = Report.objects.filter(subject=OuterRef("subject"), status__in=Report.LIVE)
    rows = rows.filter(Exists(_undecided().exclude(Exists(reported))))
    return list(rows.order_by("round__tournament_id", "due", "round__number", "table"))


def rounds_due(tournament: Tournament) -> Sequence[Round]:
    """Return the published rounds in order."""
    return list(tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))


def _due(rows: QuerySet[Pairing]) -> QuerySet[Any]:
    """Return tables of running tournaments without a result, annotated with `due`."""
    playing = rows.filter(
        Exists(_undecided()), round__status=Round.Status.PUBLISHED, round__tournament__status=Tournament.Status.RUNNING
    )
    return playing.annotate(due=Coalesce("due_at", "round__due_at")).exclude(due=None)


def _undecided() -> QuerySet[Leg]:
    """Return the games of a table without a result."""
    return Leg.objects.filter(~Exists(result_of_game()), pairing=OuterRef("pk"))


def result_of_game() -> QuerySet[Result]:
    """Return a subquery for queries of games: the result that counts now, which a withdrawn one does not."""
    return Result.objects.filter(subject=OuterRef("subject"), superseded_by=None).exclude(how=Result.How.WITHDRAWN)


def _open(rows: QuerySet[Pairing]) -> QuerySet[Any]:
    """Return the tables of `_due` with their players."""
    people = Prefetch("seats__entry", Entry.objects.select_related("player__account", "player__merged_into__account"))
    found = _due(rows).select_related("round__tournament__club").prefetch_related("seats", people, "legs")
    return found.order_by("due", "round__number", "table")


def versions_of(subjects: Collection[UUID]) -> dict[UUID, str]:
    """Return a version string for each game: its result's number and its live reports. Two queries."""
    results = Result.objects.filter(subject__in=subjects, superseded_by=None).values_list("subject", "number")
    versions: dict[UUID, list[str]] = {subject: ["0"] for subject in subjects}
    for subject, number in results:
        versions[subject][0] = str(number)
    live = Report.objects.filter(subject__in=subjects, status__in=Report.LIVE).order_by("pk")
    for subject, report, status in live.values_list("subject", "pk", "status"):
        versions[subject].append(f"{report}{status[0]}")
    return {subject: ".".join(words) for subject, words in versions.items()}
