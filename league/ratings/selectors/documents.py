"""What programs read of ratings, beyond what the pages show."""

from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from league.clubs.naming import found_by_full_name, hides_names
from league.clubs.rules import Asker
from league.clubs.selectors import clubs_seen_by
from league.members.models import Player
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.folds import with_ordering_fold
from league.results.models import Pool
from league.results.selectors import pools_seen_by


def pools_with_figures(asker: Asker) -> QuerySet[Any]:
    """Return the pools that exist for the asker, each with `players`, `results` and `folded_at` of its last fold."""
    rated = current_ratings().filter(fold__pool=OuterRef("pk")).order_by().values("fold").annotate(count=Count("*"))
    pools: QuerySet[Any] = with_ordering_fold(pools_seen_by(asker))
    figures: QuerySet[Any] = pools.annotate(
        players=Coalesce(Subquery(rated.values("count")), 0), results_folded=F("folded_count")
    )
    return figures


def players_seen_by(asker: Asker, search: str = "") -> QuerySet[Player]:
    """Return whom the asker meets: the players of the clubs and leaderboards that exist for them, and their own.

    With a `search` those are left out whom only a name would find that this reader does not read.
    """
    members = Q(memberships__club__in=clubs_seen_by(asker).order_by().values("pk"))
    rated = current_ratings().filter(fold__pool__in=pools_seen_by(asker).order_by().values("pk"))
    met = members | Q(pk__in=rated.values("player"))
    if asker.is_authenticated:
        met |= Q(account=asker) | Q(owner=asker)
    seen = Player.objects.filter(pk__in=Player.objects.filter(met, merged_into=None).values("pk"))
    return seen.exclude(pk__in=found_by_full_name(search, seen, None, asker)) if search else seen


def ratings_in(pool: Pool, asker: Asker, search: str = "") -> QuerySet[Rating]:
    """Return the pool's ratings by each of its systems, with their players, as `player_name` too, to be ordered by.

    Where names are short for this reader, none is ordered by (a cursor would tell it), and a `search` leaves those out
    whom only their full name would find.
    """
    ratings = Rating.objects.filter(fold__pool=pool, generation=F("fold__generation"))
    if search:
        rated = Player.objects.filter(pk__in=ratings.values("player"))
        ratings = ratings.exclude(player__in=found_by_full_name(search, rated, pool.club, asker))
    has_people = pool.player_kind != Pool.Kind.BOT
    name = Value("") if has_people and hides_names(asker, pool.club) else F("player__name")
    return ratings.select_related("player").annotate(player_name=name, system=F("fold__system"))


def values_in(pool: Pool, system: str) -> list[int]:
    """Return the ratings of everybody in the pool by one system, best first."""
    ratings = Rating.objects.filter(fold__pool=pool, fold__system=system, generation=F("fold__generation"))
    return list(ratings.order_by("-value").values_list("value", flat=True))


def steps_of(player: Player, asker: Asker) -> QuerySet[RatingStep]:
    """Return every step of a player's ratings that the asker may see, with the result behind it and its seats."""
    seen = Fold.objects.filter(pool__in=pools_seen_by(asker).order_by().values("pk")).values("pk")
    steps = RatingStep.objects.filter(player=player, fold__in=seen)
    steps = steps.select_related("result__pool__club", "result__supersedes", "result__superseded_by")
    return steps.prefetch_related("result__seats__player__merged_into")
