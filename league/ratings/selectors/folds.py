"""Every question about ratings."""

from django.db.models import F, Q, QuerySet

from league.ratings.models import Fold
from league.results.models import Pool


def pools_behind() -> QuerySet[Pool]:
    """Return the pools whose ratings are not up to their ledger, or not of their rating system."""
    never = Q(fold=None, next_number__gt=1)
    late = Q(next_number__gt=F("fold__folded_number") + 1) | ~Q(rating_system=F("fold__system"))
    return Pool.objects.filter(never | (Q(fold__isnull=False) & late)).order_by("pk")


def is_behind(pool_id: int) -> bool:
    """Whether a pool has results that are not folded."""
    return pools_behind().filter(pk=pool_id).exists()


def fold_of(pool: Pool) -> Fold:
    """Return how far a pool is folded; of one never folded, the fold that has not begun."""
    return Fold.objects.defer("state").filter(pool=pool).first() or Fold(pool=pool, revision=0)
