"""The tables of one round, drafts too: which cannot change any more, and which bot matches are open."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from league.competition.format import Bye, Reason, seats_in_leg
from league.competition.format import Pairing as Table
from league.members.models import Change
from league.results.models import Result
from league.results.reports.queries import reported_of
from league.tournaments.models import Leg, Pairing, PairingSeat, Round, Tournament

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
    closed = entered_pairings(rows) | reported_pairings(rows)
    return frozenset(row.table for row in rows if row.pk in closed)


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


@dataclass(frozen=True, slots=True)
class Rotation:
    """One match of a deal: the leg's subject, and the players' ids from the first seat on."""

    subject: UUID
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Matches on one deal, each with the seats one further round; as many as there are seats, or the legs left."""

    rotations: tuple[Rotation, ...]


@dataclass(frozen=True, slots=True)
class RoundOnTheMachine:
    """A published round: the event it belongs to, and every deal of which some leg lacks its result."""

    tournament: Tournament
    deals: tuple[Deal, ...]
    started_by: int | None  # the id of the account that started the tournament; `None` where a command did


def round_on_the_machine(round_id: int) -> RoundOnTheMachine | None:
    """What the round's matches are, in a fixed number of queries; `None` where there is nothing (more) to play."""
    found = Round.objects.select_related("tournament__pool").get(pk=round_id)
    event = found.tournament
    if not event.is_on_the_machine or not event.is_running or found.status != Round.Status.PUBLISHED:
        return None
    pairings = Pairing.objects.filter(round=found, bye="").prefetch_related("legs", "seats__entry")
    deals = [deal for pairing in pairings for deal in _deals(pairing)]
    subjects = [rotation.subject for deal in deals for rotation in deal.rotations]
    decided = set(Result.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    open_deals = tuple(deal for deal in deals if any(one.subject not in decided for one in deal.rotations))
    if not open_deals:
        return None
    started = Change.objects.filter(event=event.public_id, verb="event-started").order_by("-pk")
    return RoundOnTheMachine(event, open_deals, started.values_list("by__account", flat=True).first())


def subjects_of_round_over(round_id: int) -> list[UUID]:
    """The subjects of the games of a round whose tournament is over; none while it runs."""
    over = [Tournament.Status.FINISHED, Tournament.Status.CANCELLED]
    legs = Leg.objects.filter(pairing__round=round_id, pairing__round__tournament__status__in=over)
    return list(legs.values_list("subject", flat=True))


def _deals(pairing: Pairing) -> list[Deal]:
    players = [seat.entry.player_id for seat in pairing.seats.all()]
    matches = [Rotation(leg.subject, seats_in_leg(players, leg.number)) for leg in pairing.legs.all()]
    return [Deal(tuple(matches[at : at + len(players)])) for at in range(0, len(matches), len(players))]
