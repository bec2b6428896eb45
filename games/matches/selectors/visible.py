"""Which matches exist for whom: those of the site's pools, of no pool, and of the clubs one may see."""

from django.db.models import Q, QuerySet

from games.matches.models import Match
from league.clubs.rules import Asker
from league.clubs.selectors import clubs_seen_by


def matches_seen_by(asker: Asker) -> QuerySet[Match]:
    """The matches that exist for the asker, with block and pool, seats and players; none that is kept back."""
    of_a_seen_club = Q(pool__club__in=clubs_seen_by(asker).order_by().values("pk"))
    seen = Match.objects.filter(Q(pool__club=None) | of_a_seen_club, block__is_withheld=False)
    return seen.select_related("block", "pool__club").prefetch_related("seats__player")
