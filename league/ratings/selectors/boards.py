"""All leaderboards that a reader may see, each with its leaders."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from league.clubs.models import Club
from league.clubs.rules import Asker
from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.folds import with_ordering_fold
from league.ratings.selectors.rows import COLUMNS, Rated, Row, names_of, place_among, row_of
from league.results.models import Pool
from league.results.selectors import pools_seen_by

LEADERS = 5
MOST = 12
"""So many boards are among the busiest at most."""


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard at a glance."""

    pool: Pool
    players: int
    results: int
    leaders: Sequence[Row]


def boards_seen_by(asker: Asker, *, game: str = "", club: str = "") -> list[Board]:
    """Return the leaderboards that exist for the asker, of one game or club where those are given; empty ones too."""
    return _boards(list(with_ordering_fold(pools_seen_by(asker, game=game, club=club))), asker)


def busiest_boards(asker: Asker, pools: Sequence[Any], most: int) -> list[Board]:
    """Return the leaderboards of `busiest_pools` for a page that shows a few.

    Leaderboards with people and those of bots alone take turns, people first, so that neither crowds out the other.
    """
    bots = [pool for pool in pools if pool.player_kind == Pool.Kind.BOT]
    pairs = zip_longest((pool for pool in pools if pool not in bots), bots)
    return _boards([pool for pair in pairs for pool in pair if pool is not None][:most], asker)


def busiest_pools(asker: Asker) -> QuerySet[Any]:
    """Return the pools whose ratings moved last, the latest first: `MOST` with people and `MOST` of bots alone."""
    rated = Exists(current_ratings().filter(fold__pool=OuterRef("pk")))  # a ledger of unrated results has no leaders
    pools = with_ordering_fold(pools_seen_by(asker).filter(rated))
    of_bots = ExpressionWrapper(Q(player_kind=Pool.Kind.BOT), output_field=BooleanField())
    order = F("folded_at").desc()
    among: QuerySet[Any] = pools.annotate(among=Window(RowNumber(), partition_by=of_bots, order_by=order))
    return among.filter(among__lte=MOST).order_by(order)


def leaders_of(pool: Pool, asker: Asker) -> list[Row]:
    """Return those who lead one leaderboard, by the system that orders it."""
    return _leaders_of(list(with_ordering_fold(Pool.objects.filter(pk=pool.pk).select_related("club"))), asker).get(
        pool.pk, []
    )


def _boards(pools: Sequence[Any], asker: Asker) -> list[Board]:
    players = dict(_counted([pool.pk for pool in pools]))
    leaders = _leaders_of(pools, asker)
    return [Board(pool, players.get(pool.pk, 0), pool.folded_count or 0, leaders.get(pool.pk, [])) for pool in pools]


def _leaders_of(pools: Sequence[Pool], asker: Asker) -> dict[int, list[Row]]:
    lines: dict[int, list[Rated]] = defaultdict(list)
    for columns in _leading([pool.pk for pool in pools]):
        line = Rated(*columns)
        lines[line.pool_id].append(line)
    clubs = {pool.pk: pool.club for pool in pools}
    by_club: dict[Club | None, list[Rated]] = defaultdict(list)
    for pk, leaders in lines.items():
        by_club[clubs[pk]] += leaders
    names = names_of(by_club, asker)
    return {pk: _rows(leaders, asker, names[clubs[pk]]) for pk, leaders in lines.items()}


def _rows(leaders: Sequence[Rated], asker: Asker, names: Mapping[int, str]) -> list[Row]:
    values = [line.value for line in leaders]
    return [row_of(line, place_among(values, line.value), asker, names) for line in leaders]


def _leading(pools: list[int]) -> QuerySet[Rating, tuple[Any, ...]]:
    best_first = Window(RowNumber(), partition_by="fold__pool", order_by=[F("value").desc(), F("player_id")])
    rated = current_ratings().filter(fold__pool__in=pools).annotate(at=best_first)
    return rated.filter(at__lte=LEADERS).order_by("fold__pool", "at").values_list(*COLUMNS)


def _counted(pools: list[int]) -> QuerySet[Rating, tuple[int, int]]:
    rated = current_ratings().filter(fold__pool__in=pools)
    return rated.values_list("fold__pool").annotate(count=Count("player"))
