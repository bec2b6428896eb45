"""What a round on the machine still has to play, for whoever makes the matches."""

from dataclasses import dataclass
from uuid import UUID

from league.members.models import Change
from league.results.models import Result
from league.rules.seating import seats_in_leg
from league.tournaments.models import Leg, Pairing, Round, Tournament


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
    started_by: int | None
    """The id of the account that started the tournament; `None` where a command did."""


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
