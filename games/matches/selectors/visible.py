"""Which matches exist for whom: those of the site, and of the clubs one may see."""

from django.db.models import Prefetch, Q, QuerySet

from games.matches.models import Match, MatchSeat
from league.clubs.rules import Asker
from league.clubs.selectors import clubs_seen_by


def matches_seen_by(asker: Asker) -> QuerySet[Match]:
    """The matches that exist for the asker, with block and pool, seats and players; none that is kept back."""
    clubs = clubs_seen_by(asker).order_by().values("pk")
    of_pools = Q(pool__club=None) | Q(pool__club__in=clubs)
    of_blocks = Q(block__club=None) | Q(block__club__in=clubs)
    seen = Match.objects.filter(of_pools, of_blocks, block__is_withheld=False)
    return seen.select_related("block__club", "pool__club").prefetch_related(
        Prefetch("seats", MatchSeat.objects.select_related("player"))
    )
