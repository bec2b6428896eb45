"""Somebody types in what a table came to; from there it goes to the ledger."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.members.models import Account
from league.results.models import Result
from league.results.services import NewResult, SeatResult, enter_results
from league.rules.seating import seats_in_leg
from league.tournaments.access import require_scorer
from league.tournaments.errors import AlreadyReported, ReportRefused, WrongMoment
from league.tournaments.models import Leg, PairingSeat, Round, Tournament
from league.tournaments.services.locking import locked
from league.tournaments.services.running import go_on


@transaction.atomic
def report_result(
    *,
    leg: Leg,
    by: Account | None,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    how: str = Result.How.PLAYED,
    played_at: datetime | None = None,
) -> None:
    """Enter what a leg at a real table came to, seat by seat in the order of that leg, and go on from there.

    Places follow from the points (most is first, equals share) where they are left out. A forfeit needs places alone.
    Raises `NotTheOrganiser`, `WrongMoment`, `AlreadyReported`, `ReportRefused`, or what the ledger refuses.
    """
    event = locked(leg.pairing.round.tournament)
    require_scorer(by, event.club)
    _check_moment(event, leg)
    players = players_at(leg)
    _check_numbers(len(players), points, places)
    given = zip(players, points or [0] * len(players), places or places_by(points or ()), strict=True)
    seats = tuple(SeatResult(*seat) for seat in given)
    enter_results(pool=event.pool, entries=[NewResult(subject=leg.subject, seats=seats, how=how, played_at=played_at)])
    go_on(event)


def players_at(leg: Leg) -> tuple[int, ...]:
    """The ids of those who sit at a leg, first seat first."""
    seats = PairingSeat.objects.filter(pairing=leg.pairing_id).order_by("seat")
    return seats_in_leg(list(seats.values_list("entry__player_id", flat=True)), leg.number)


def places_by(points: Sequence[int]) -> list[int]:
    """Places that follow from the points alone: 1, 2, 2, 4."""
    return [1 + sum(other > own for other in points) for own in points]


def _check_moment(event: Tournament, leg: Leg) -> None:
    if not event.is_running:
        raise WrongMoment(_("%(tournament)s is not being played; no result can be entered.") % {"tournament": event})
    if event.is_on_the_machine:
        raise WrongMoment(_("This tournament is played on the machine; its results come by themselves."))
    if leg.pairing.round.status == Round.Status.DRAFT:
        raise WrongMoment(_("This round is not published yet; publish it first."))
    if Result.objects.filter(subject=leg.subject).exists():
        raise AlreadyReported(_("This game has its result already; reload the page to see it."))


def _check_numbers(seats: int, points: Sequence[int] | None, places: Sequence[int] | None) -> None:
    if points is None and places is None:
        raise ReportRefused(_("Give the points of everybody at the table, or their places."))
    for given in (points, places):
        if given is not None and len(given) != seats:
            raise ReportRefused(
                ngettext(
                    "The table has %(seats)d seat; give one number for it.",
                    "The table has %(seats)d seats; give one number for each.",
                    seats,
                )
                % {"seats": seats}
            )
