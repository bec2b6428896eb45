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
from league.results.models import Pool

OF_A_LADDER = Q(block__of_a_ladder__isnull=False)


def ladders_of(matches: Collection[Match], _asker: User) -> Mapping[int, Occasion]:
    """Return the ladder of each match that was played for one; ladders are public."""
    blocks = LadderBlock.objects.filter(block__in={match.block_id for match in matches})
    by_block = {block.block_id: _occasion(block.ladder.pool) for block in blocks.select_related("ladder__pool")}
    return {match.pk: by_block[match.block_id] for match in matches if match.block_id in by_block}


def _occasion(pool: Pool) -> Occasion:
    label = _("ladder, tables of %(seats)d") % {"seats": pool.seats or 0}
    return Occasion(Kind.LADDER, label, reverse("ladder:ladder", args=[pool.slug]))
