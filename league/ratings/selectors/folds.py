"""How far the folds are."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from league.ratings.models import Fold
from league.ratings.selectors.current import current_ratings
from league.results.models import Pool


def pools_behind() -> list[int]:
    """Return the keys of pools whose ratings are not up to their ledger, to their rating system, or to who is who."""
    return list(_behind().order_by("pk").values_list("pk", flat=True))


def is_behind(pool_id: int) -> bool:
    """Whether a pool has results that are not folded."""
    return _behind().filter(pk=pool_id).exists()


def fold_of(pool: Pool) -> Fold:
    """Return how far a pool is folded; of one never folded, the fold that has not begun."""
    return Fold.objects.defer("state").filter(pool=pool).first() or Fold(pool=pool, revision=0)


def _behind() -> QuerySet[Pool]:
    never = Q(fold=None, next_number__gt=1)
    late = Q(next_number__gt=F("fold__folded_number") + 1) | ~Q(rating_system=F("fold__system"))
    merged = Exists(current_ratings().filter(pool=OuterRef("pk"), player__merged_into__isnull=False))
    return Pool.objects.filter(never | (Q(fold__isnull=False) & (late | merged)))
