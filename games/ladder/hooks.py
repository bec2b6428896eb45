"""What ladders register with matches: the ladder of a match."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.ladder.models import LadderBlock
from games.matches.models import Match
from games.matches.occasions import Kind, Occasion
from league.clubs.permissions import User

OF_A_LADDER = Q(block__of_a_ladder__isnull=False)


def ladders_of(matches: Collection[Match], _asker: User) -> Mapping[int, Occasion]:
    """Return the ladder of each match that was played for one; ladders are public."""
    blocks = LadderBlock.objects.filter(block__in={match.block_id for match in matches})
    ladders = {one.block_id: one.ladder.pool for one in blocks.select_related("ladder__pool")}
    found: dict[int, Occasion] = {}
    for match in matches:
        if pool := ladders.get(match.block_id):
            label = _("ladder, tables of %(seats)d") % {"seats": pool.seats or 0}
            found[match.pk] = Occasion(Kind.LADDER, label, reverse("ladder:ladder", args=[pool.slug]))
    return found
