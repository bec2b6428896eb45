"""Reads of current ratings and folds, and the rating systems of a pool."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from league.competition.ratings import System, rating_fits
from league.ratings.models import Fold, Rating
from league.results.models import Pool


def systems_of(pool: Pool) -> list[System]:
    """Return the systems that a pool is rated by, the one that orders its leaderboard first, the others by slug."""
    return sorted(pool.rating_systems(), key=lambda system: (system.slug != pool.rating_system, system.slug))


def fits_of(pool: Pool) -> list[System]:
    """Return the rating systems of a pool that are fitted to its whole history."""
    return [system for system in systems_of(pool) if system.slug in rating_fits()]


def current_ratings() -> QuerySet[Rating]:
    """Return everybody's rating in every pool, as of its last fold."""
    return Rating.objects.filter(generation=F("fold__generation"), fold__system=F("fold__pool__rating_system"))


def ratings_by(fold: Fold) -> QuerySet[Rating]:
    """Return everybody's rating by one system of a pool; nobody's before the first fold."""
    return Rating.objects.filter(fold=fold.pk, generation=fold.generation)


def pools_behind() -> list[int]:
    """Return the ids of pools with any fold behind their ledger or the merges of players."""
    return list(_pools_behind().order_by("pk").values_list("pk", flat=True))


def is_behind(pool_id: int, system: str = "") -> bool:
    """Whether a pool is behind, by any of its systems or by this one."""
    return _pools_behind(system).filter(pk=pool_id).exists()


def folds_of(pool: Pool) -> list[Fold]:
    """Return the folds of a pool by each of its systems, the one that orders its leaderboard first."""
    stored = {fold.system: fold for fold in Fold.objects.defer("state").filter(pool=pool)}
    return [stored.get(system.slug) or Fold(pool=pool, system=system.slug, revision=0) for system in systems_of(pool)]


def with_ordering_fold(pools: QuerySet[Pool]) -> QuerySet[Any]:
    """Annotate pools with `folded_count` and `folded_at` of the fold that orders their leaderboard, or None."""
    ordering = Fold.objects.filter(pool=OuterRef("pk"), system=OuterRef("rating_system"))
    return pools.annotate(
        folded_count=Subquery(ordering.values("folded_count")), folded_at=Subquery(ordering.values("folded_at"))
    )


def _pools_behind(by: str = "") -> QuerySet[Pool]:
    kinds: dict[str, list[str]] = {}  # those that a system rates: one subquery for a system, not one for each kind
    for kind in Pool.Kind:
        for system in Pool(player_kind=kind).rating_systems():
            kinds.setdefault(system.slug, []).append(kind)
    merged = Rating.objects.filter(
        fold=OuterRef("pk"), generation=OuterRef("generation"), player__merged_into__isnull=False
    )
    whole = Fold.objects.filter(pool=OuterRef("pk"), folded_number=OuterRef("next_number") - 1)
    up_to_date = whole.exclude(Exists(merged))
    behind = [
        Q(player_kind__in=kinds[system]) & ~Exists(up_to_date.filter(system=system))
        for system in ([by] if by else kinds)
    ]
    return Pool.objects.filter(reduce(or_, behind), next_number__gt=1)
