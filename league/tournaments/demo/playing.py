"""Tables of the demo are played: somebody who scores types what they came to."""

from collections.abc import Sequence
from datetime import datetime

from league.members.models import Account
from league.tournaments.demo.people import People
from league.tournaments.models import Leg, Tournament
from league.tournaments.selectors.history import history_of
from league.tournaments.services.reporting import Outcome, players_at, report_results


def open_legs(event: Tournament) -> list[Leg]:
    """The games on the board that have no result, in the order of their tables."""
    history = history_of(event.pk)
    waiting = [
        subject
        for pairing in history.pairings
        if not pairing.decided
        for subject in history.subjects[pairing.round, pairing.table]
    ]
    found = Leg.objects.filter(subject__in=waiting).select_related("pairing__round__tournament")
    return list(found.order_by("pairing__round__number", "pairing__table", "number"))


def play(
    event: Tournament, legs: Sequence[Leg], people: People, by: Account, played_at: datetime | None = None
) -> None:
    """Enter something for each of these games."""
    outcomes = [Outcome(leg, people.points(event.game, players_at(leg)), played_at=played_at) for leg in legs]
    report_results(tournament=event, outcomes=outcomes, by=by)
