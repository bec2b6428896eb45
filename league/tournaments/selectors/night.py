"""What a club night's page shows beside its list: players who came late, tables with room, reports to decide."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from league.results.models import Result
from league.rules.formats import format_named
from league.rules.formats.format import Bye
from league.tournaments.models import Evening, Leg, PairingSeat, Presence, Round, Tournament
from league.tournaments.selectors.desk import OpenLeg, ReportedLeg, reported_legs


@dataclass(frozen=True, slots=True)
class TableWithRoom:
    """A table of the round being played with an empty seat, and who sits there."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportTonight:
    """A report without a result: the round and table of its game, and what it says."""

    round: int
    table: int
    report: ReportedLeg


class TableWithoutResult(NamedTuple):
    """A table of an earlier club night without a result: pairings wait for it."""

    evening: int
    round: int
    table: int


def tables_of_earlier_nights(evening: Evening) -> tuple[TableWithoutResult, ...]:
    """The tables of other club nights of the season that have no result; one query."""
    decided = Result.objects.filter(subject=OuterRef("subject"), superseded_by=None).exclude(how=Result.How.WITHDRAWN)
    legs = Leg.objects.filter(
        pairing__round__tournament=evening.tournament_id, pairing__round__status=Round.Status.PUBLISHED
    )
    missing = legs.exclude(pairing__round__evening=evening).filter(~Exists(decided))
    rows = missing.order_by("pairing__round__number", "pairing__table").distinct()
    found = rows.values_list("pairing__round__evening__number", "pairing__round__number", "pairing__table")
    return tuple(TableWithoutResult(*row) for row in found)


def reports_of(legs: Sequence[OpenLeg]) -> tuple[ReportTonight, ...]:
    """The reports of these games, disputed ones first."""
    reported = reported_legs(legs)
    found = [
        ReportTonight(one.leg.pairing.round.number, one.table, said)
        for one in legs
        for said in reported.get(one.leg.pk, ())
    ]
    return tuple(sorted(found, key=lambda one: one.report.is_open))


def latecomers(evening: Evening, number: int) -> frozenset[str]:
    """The public ids of the players who are here and have neither a seat nor a rest in a round; one query."""
    seats = PairingSeat.objects.filter(pairing__round__evening=evening, pairing__round__number=number)
    seats = seats.exclude(pairing__bye=Bye.ZERO)  # somebody who did not come at first
    here = Presence.objects.filter(evening=evening, left_at=None).exclude(entry__in=seats.values("entry"))
    return frozenset(here.values_list("entry__player__public_id", flat=True))


def tables_with_room(
    event: Tournament, legs: Sequence[OpenLeg], number: int, reported: Collection[tuple[int, int]]
) -> tuple[TableWithRoom, ...]:
    """The smallest tables of a round that another player can join, without a result or a report. No query."""
    largest = format_named(event.format).table_sizes(event.format_options)[1]
    tables = {
        one.table: one.names
        for one in legs
        if one.leg.pairing.round.number == number and not one.of_several and (number, one.table) not in reported
    }
    fewest = min((len(names) for names in tables.values()), default=largest)
    if fewest >= largest:
        return ()
    return tuple(TableWithRoom(table, names) for table, names in tables.items() if len(names) == fewest)
