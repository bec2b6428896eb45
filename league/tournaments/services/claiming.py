"""What the reports' desk asks of a tournament: who sits at a leg, and whether it takes reports now."""

from uuid import UUID

from league.results.subjects import Table
from league.tournaments.models import Leg, Tournament
from league.tournaments.selectors.table_links import needed_at, voices_at
from league.tournaments.services.reporting import closed_to_reports, players_at, unpublished


def table_of_leg(subject: UUID) -> Table | None:
    """The table of a leg, its tournament locked until the transaction ends; None where the subject is no leg."""
    legs = Leg.objects.filter(subject=subject)
    pk = legs.values_list("pairing__round__tournament", flat=True).first()
    if pk is None:
        return None
    event = Tournament(pk=pk).locked()
    leg = legs.select_related("pairing__round").first()
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
