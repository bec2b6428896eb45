"""Somebody types in what tables came to; from there it goes to the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.members.models import Account
from league.results.models import Result
from league.results.services import NewResult, SeatResult, enter_results
from league.rules.seating import seats_in_leg
from league.shared.errors import Refusal
from league.tournaments.access import require_scorer
from league.tournaments.errors import AlreadyReported, ReportRefused, WrongMoment
from league.tournaments.models import Leg, PairingSeat, Round, Tournament
from league.tournaments.services.locking import locked
from league.tournaments.services.running import go_on


@dataclass(frozen=True, slots=True)
class Report:
    """What a leg came to, seat by seat in the order of that leg.

    Places follow from the points (most is first, equals share) where they are left out; a forfeit needs places alone.
    """

    leg: Leg
    points: Sequence[int] | None = None
    places: Sequence[int] | None = None
    how: str = Result.How.PLAYED
    played_at: datetime | None = None

    @property
    def field(self) -> str:
        """How a refusal names the game at fault."""
        return f"leg-{self.leg.pk}"


def report_result(
    *,
    leg: Leg,
    by: Account | None,
    points: Sequence[int] | None = None,
    places: Sequence[int] | None = None,
    how: str = Result.How.PLAYED,
    played_at: datetime | None = None,
) -> None:
    """Enter what one leg at a real table came to; see `report_results`."""
    report = Report(leg, points, places, how, played_at)
    report_results(tournament=leg.pairing.round.tournament, reports=[report], by=by)


@transaction.atomic
def report_results(*, tournament: Tournament, reports: Sequence[Report], by: Account | None) -> None:
    """Enter what some legs came to, all of them or none, and go on from there.

    Raises `NotTheOrganiser`, `WrongMoment`, `AlreadyReported`, `ReportRefused`, or what the ledger refuses; `field`
    of a refusal names the leg.
    """
    event = locked(tournament)
    require_scorer(by, event.club)
    _check_moment(event)
    for report in reports:
        try:
            _enter(event, report)
        except Refusal as refusal:
            refusal.field = report.field
            raise
    go_on(event)


def players_at(leg: Leg) -> tuple[int, ...]:
    """The ids of those who sit at a leg, first seat first."""
    seats = PairingSeat.objects.filter(pairing=leg.pairing_id).order_by("seat")
    return seats_in_leg(list(seats.values_list("entry__player_id", flat=True)), leg.number)


def places_by(points: Sequence[int]) -> list[int]:
    """Places that follow from the points alone: 1, 2, 2, 4."""
    return [1 + sum(other > own for other in points) for own in points]


def _enter(event: Tournament, report: Report) -> None:
    _check_leg(event, report.leg)
    players = players_at(report.leg)
    _check_numbers(len(players), report.points, report.places)
    points = report.points or [0] * len(players)
    seats = tuple(map(SeatResult, players, points, report.places or places_by(points)))
    result = NewResult(report.leg.subject, seats, how=report.how, played_at=report.played_at)
    enter_results(pool=event.pool, entries=[result])


def _check_moment(event: Tournament) -> None:
    if not event.is_running:
        raise WrongMoment(
            _("%(tournament)s is not being played; no result can be entered.") % {"tournament": event.name}
        )
    if event.is_on_the_machine:
        raise WrongMoment(_("This tournament is played on the machine; its results come by themselves."))


def _check_leg(event: Tournament, leg: Leg) -> None:
    if leg.pairing.round.tournament_id != event.pk:
        raise ReportRefused(_("This game belongs to another tournament; report it there."))
    if leg.pairing.round.status == Round.Status.DRAFT:
        raise WrongMoment(_("This round is not published yet; publish it first."))
    if Result.objects.filter(subject=leg.subject).exists():
        raise AlreadyReported(_("Somebody entered a result of this game already; it stands as entered."))


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
