"""Which matches were played for a contest."""

from collections.abc import Collection, Mapping

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.contests.models import FinaleBlock
from games.contests.selectors import contests_seen_by
from games.matches.models import Match
from games.matches.occasions import Kind, Occasion
from league.clubs.rules import Asker

OF_A_CONTEST = Q(block__of_a_finale__isnull=False)


def contests_of(matches: Collection[Match], asker: Asker) -> Mapping[int, Occasion]:
    """Return the contest of each match that was played for one; without a name where the asker may not see it."""
    deals = FinaleBlock.objects.filter(block__in={match.block_id for match in matches}).select_related("contest")
    by_block = {deal.block_id: deal for deal in deals}
    ids = {deal.contest_id for deal in by_block.values()}
    seen = set(contests_seen_by(asker).filter(pk__in=ids).values_list("pk", flat=True)) if ids else set()
    found: dict[int, Occasion] = {}
    for match in matches:
        deal = by_block.get(match.block_id)
        if deal is None:
            continue
        if deal.contest_id in seen:
            words = _("%(contest)s, deal %(number)d") % {"contest": deal.contest.name, "number": deal.number}
            href = reverse("contests:contest", args=[deal.contest.public_id])
            found[match.pk] = Occasion(Kind.CONTEST, words, href)
        else:
            found[match.pk] = Occasion(Kind.CONTEST, _("a contest"))
    return found
