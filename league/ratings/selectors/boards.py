"""All leaderboards that a reader may see, each with its leaders."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce, RowNumber
from django.urls import reverse

from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
from league.results.links import Asker
from league.results.models import Pool
from league.results.selectors import pools_seen_by

LEADERS = 3


@dataclass(frozen=True, slots=True)
class Leader:
    """Somebody near the top; rating and uncertainty in thousandths."""

    name: str
    href: str
    rating: int
    uncertainty: int


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard in one line."""

    pool: Pool
    players: int
    results: int
    folded_at: datetime | None
    leaders: Sequence[Leader]


def boards_seen_by(asker: Asker, *, game: str = "", club: str = "") -> list[Board]:
    """Return the leaderboards that exist for the asker, of one game or club where those are given."""
    pools = list(_counted(pools_seen_by(asker, game=game, club=club)))
    leaders = _leaders_of(pools)
    return [
        Board(pool, pool.players, pool.folded_count, pool.folded_at, leaders[pool.pk])  # type: ignore[attr-defined]  # annotated
        for pool in pools
    ]


def _counted(pools: QuerySet[Pool]) -> QuerySet[Pool]:
    rated = current_ratings().filter(pool=OuterRef("pk")).values("pool").annotate(count=Count("player"))
    return pools.annotate(
        players=Coalesce(Subquery(rated.values("count")), 0),
        folded_count=Coalesce(F("fold__folded_count"), 0),
        folded_at=F("fold__folded_at"),
    )


def _leaders_of(pools: Sequence[Pool]) -> dict[int, list[Leader]]:
    by_value = Window(RowNumber(), partition_by="pool", order_by=[F("value").desc(), F("player_id")])
    first = current_ratings().filter(pool__in=pools).annotate(at=by_value).filter(at__lte=LEADERS)
    leaders: dict[int, list[Leader]] = defaultdict(list)
    for rating in first.select_related("player").order_by("pool", "at"):
        leaders[rating.pool_id].append(_leader(rating))
    return leaders


def _leader(rating: Rating) -> Leader:
    href = reverse("ratings:player", args=[rating.player.public_id, rating.player.slug])
    return Leader(rating.player.name, href, rating.value, rating.uncertainty)
