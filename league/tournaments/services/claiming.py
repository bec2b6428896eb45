"""What the reports' desk asks of a tournament: who sits at a leg, and whether it takes reports now."""

from uuid import UUID

from django.db.models import QuerySet

from league.results.tables import Table
from league.shared.prepared import SUBJECT, prepared
from league.tournaments.models import Leg, Tournament
from league.tournaments.selectors.table_links import needed_at, voices_at
from league.tournaments.services.locking import locked
from league.tournaments.services.reporting import closed_to_reports, players_at, unpublished


def table_of_leg(subject: UUID) -> Table | None:
    """The table of a leg, its tournament locked until the transaction ends; None where the subject is no leg."""
    events = _events(subject)
    if not events:
        return None
    event = locked(Tournament(pk=events[0]))
    leg = next(iter(_legs(subject)), None)
    if leg is None:
        return None  # its round was undone while the lock was waited for
    players = players_at(leg)
    return Table(
        club=event.club,
        pool=event.pool,
        players=players,
        topic=event.topic,
        endings=event.endings,
        closed=closed_to_reports(event) or unpublished(leg),
        needs=needed_at(event, len(players)),
        voices=voices_at(leg.pairing_id),
    )


@prepared(SUBJECT)
def _events(subject: UUID) -> QuerySet[Leg, int]:
    return Leg.objects.filter(subject=subject).values_list("pairing__round__tournament", flat=True)


@prepared(SUBJECT)
def _legs(subject: UUID) -> QuerySet[Leg]:
    return Leg.objects.select_related("pairing__round").filter(subject=subject)
