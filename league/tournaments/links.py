"""How results name and reach the table of a tournament that they decided."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Asker
from league.clubs.queries import clubs_seen_by
from league.results.subjects import SubjectLink
from league.tournaments.models import Leg, Tournament


def links_to_tables(subjects: Collection[UUID], asker: Asker) -> Mapping[UUID, SubjectLink]:
    """The round and table of every subject that is a leg of a tournament which the asker may see; one query."""
    legs = Leg.objects.filter(subject__in=list(subjects)).select_related("pairing__round__tournament")
    seen = legs.filter(pairing__round__tournament__club__in=clubs_seen_by(asker))
    return {leg.subject: _link(leg) for leg in seen}


def _link(leg: Leg) -> SubjectLink:
    tournament: Tournament = leg.pairing.round.tournament
    number, table = leg.pairing.round.number, leg.pairing.table
    address = reverse("tournaments:round", args=[tournament.public_id, tournament.slug, number])
    words = _("%(tournament)s, round %(round)d, table %(table)d")
    return SubjectLink(
        f"{address}#table-{table}", words % {"tournament": tournament.name, "round": number, "table": table}
    )
