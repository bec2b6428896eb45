"""The part of the desk that is about the tables of the round in play: its clock, its links, its wall."""

from collections.abc import Mapping

from league.clubs.permissions import Rights
from league.tournaments.models import Round, TableLink, Tournament
from league.tournaments.selectors.clock import clock_of_round


def tables_part(event: Tournament, rights: Rights) -> Mapping[str, object] | None:
    """The clock and the links of the round in play; None while nobody plays, or on the machine."""
    if not event.is_running or event.is_on_the_machine or not rights.score:
        return None
    playing = event.rounds.filter(status=Round.Status.PUBLISHED).order_by("number").first()
    if playing is None:
        return None
    links = TableLink.objects.filter(pairing__round=playing, revoked_at=None).count()
    return {"round": playing, "clock": clock_of_round(event, playing), "links": links}
