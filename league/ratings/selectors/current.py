"""The ratings that count: those of the generation that each pool's fold points to."""

from django.db.models import F, QuerySet

from league.ratings.models import Rating


def current_ratings() -> QuerySet[Rating]:
    """Return everybody's rating in every pool, as of its last fold."""
    return Rating.objects.filter(generation=F("pool__fold__generation"))
