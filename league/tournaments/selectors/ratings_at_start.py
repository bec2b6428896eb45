"""The ratings that the entries of a tournament had when it started, for tie-breaks that count them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.ratings.models import RatingStep
from league.ratings.queries import current_ratings
from league.rules.ratings.system import MILLI
from league.rules.tiebreaks.tiebreak import TieBreak
from league.tournaments.models import Tournament

BY_RATINGS = frozenset({"average-opponents-rating", "performance-rating"})


def needs_ratings(tiebreaks: Iterable[TieBreak]) -> bool:
    """Return whether one of the tie-breaks counts ratings."""
    return any(tiebreak.slug in BY_RATINGS for tiebreak in tiebreaks)


def ratings_at_start(event: Tournament) -> Mapping[int, int]:
    """Return whole points by number of entry, of those who had a rating in the event's pool; one query.

    Before the start these are the ratings of now. Results of the tournament itself do not change them.
    """
    found = Subquery(_rated_now(event) if event.started_at is None else _rated_then(event))
    entries = event.entries.annotate(who=Coalesce("player__merged_into", "player"))
    rated = entries.annotate(rated=found).exclude(rated=None).values_list("number", "rated")
    return {number: round(value / MILLI) for number, value in rated}


def _rated_now(event: Tournament) -> QuerySet[Any, Any]:
    return current_ratings().filter(fold__pool=event.pool_id, player=OuterRef("who")).values("value")[:1]


def _rated_then(event: Tournament) -> QuerySet[Any, Any]:
    """The last step of each player before the start; the key of the steps finds it at once."""
    steps = RatingStep.objects.filter(
        fold__pool=event.pool_id,
        fold__system=F("fold__pool__rating_system"),
        player=OuterRef("who"),
        result__played_at__lt=event.started_at,
    )
    return steps.order_by("-ordinal").values("after")[:1]
