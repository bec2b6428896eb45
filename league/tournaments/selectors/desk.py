"""What lies on the organiser's desk: games without a result."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from league.results.models import Result
from league.rules.seating import seats_in_leg
from league.tournaments.models import Leg, Tournament


@dataclass(frozen=True, slots=True)
class OpenLeg:
    """A game without a result: where it is played, and who sits there, first seat first."""

    leg: Leg
    table: int
    of_several: bool
    names: tuple[str, ...]


def open_legs(tournament: Tournament, number: int) -> list[OpenLeg]:
    """The games of a round that have no result yet, table by table, in a fixed number of queries."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__number=number)
    undecided = legs.exclude(Exists(Result.objects.filter(subject=OuterRef("subject"))))
    rows = undecided.order_by("pairing__table", "number").select_related("pairing__round")
    return [_open(leg) for leg in rows.prefetch_related("pairing__seats__entry__player", "pairing__legs")]


def _open(leg: Leg) -> OpenLeg:
    names = [seat.entry.player.name for seat in leg.pairing.seats.all()]
    order = seats_in_leg(range(len(names)), leg.number)
    return OpenLeg(leg, leg.pairing.table, len(leg.pairing.legs.all()) > 1, tuple(names[seat] for seat in order))
