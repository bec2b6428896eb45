"""What programs read of ratings, beyond what the pages show."""

from django.db.models import Count, F, Q, QuerySet

from league.clubs.rules import Asker
from league.clubs.selectors import clubs_seen_by
from league.members.models import Player
from league.ratings.models import Rating, RatingStep
from league.ratings.selectors.current import current_ratings
from league.results.models import Pool
from league.results.selectors import pools_seen_by


def pools_with_figures(asker: Asker) -> QuerySet[Pool]:
    """Return the pools that exist for the asker, each with `players`, `results` and `folded_at` of its last fold."""
    rated = Count("ratings", filter=Q(ratings__generation=F("fold__generation")))
    return pools_seen_by(asker).annotate(
        players=rated, results_folded=F("fold__folded_count"), folded_at=F("fold__folded_at")
    )


def players_seen_by(asker: Asker) -> QuerySet[Player]:
    """Return whom the asker meets: the players of the clubs and leaderboards that exist for them, and their own."""
    members = Q(memberships__club__in=clubs_seen_by(asker).order_by().values("pk"))
    rated = current_ratings().filter(pool__in=pools_seen_by(asker).order_by().values("pk"))
    met = members | Q(pk__in=rated.values("player"))
    if asker.is_authenticated:
        met |= Q(account=asker) | Q(owner=asker)
    return Player.objects.filter(pk__in=Player.objects.filter(met, merged_into=None).values("pk"))


def ratings_in(pool: Pool) -> QuerySet[Rating]:
    """Return the pool's ratings with their players, as `player_name` too, that they may be ordered by it."""
    return current_ratings().filter(pool=pool).select_related("player").annotate(player_name=F("player__name"))


def values_in(pool: Pool) -> list[int]:
    """Return the ratings of everybody in the pool, best first."""
    return list(current_ratings().filter(pool=pool).order_by("-value").values_list("value", flat=True))


def steps_of(player: Player, asker: Asker) -> QuerySet[RatingStep]:
    """Return every step of a player's ratings that the asker may see, with the result behind it and its seats."""
    steps = RatingStep.objects.filter(player=player, pool__in=pools_seen_by(asker).order_by().values("pk"))
    steps = steps.select_related("result__pool", "result__supersedes", "result__superseded_by")
    return steps.prefetch_related("result__seats__player__merged_into")
