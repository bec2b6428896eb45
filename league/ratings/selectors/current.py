"""The ratings that count: by the system that orders the pool's leaderboard, of the generation its fold points to."""

from django.db.models import F, QuerySet

from league.ratings.models import Fold, Rating


def current_ratings() -> QuerySet[Rating]:
    """Return everybody's rating in every pool, as of its last fold."""
    return Rating.objects.filter(generation=F("fold__generation"), fold__system=F("fold__pool__rating_system"))


def ratings_by(fold: Fold) -> QuerySet[Rating]:
    """Return everybody's rating by one system of a pool; nobody's before the first fold."""
    return Rating.objects.filter(fold=fold.pk, generation=fold.generation)
