"""All leaderboards that a reader may see, each with its leaders."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber

from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.rows import COLUMNS, Rated, Row, place_among, row_of
from league.results.links import Asker
from league.results.models import Pool
from league.results.selectors import pools_seen_by

LEADERS = 5


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard at a glance."""

    pool: Pool
    players: int
    results: int
    leaders: Sequence[Row]


def boards_seen_by(asker: Asker, *, game: str = "", club: str = "") -> list[Board]:
    """Return the leaderboards that exist for the asker, of one game or club where those are given; empty ones too."""
    return _boards(pools_seen_by(asker, game=game, club=club), asker)


def busiest_boards(asker: Asker, most: int) -> list[Board]:
    """Return the leaderboards with results that moved last, the latest first, for a page that shows a few."""
    rated = Exists(current_ratings().filter(pool=OuterRef("pk")))  # a ledger of unrated results has no leaders
    return _boards(pools_seen_by(asker).filter(rated).order_by("-fold__folded_at")[:most], asker)


def _boards(asked: QuerySet[Pool], asker: Asker) -> list[Board]:
    pools = list(asked.annotate(folded_count=F("fold__folded_count")))
    players = dict(_ratings_in(pools).values_list("pool").annotate(count=Count("player")))
    leaders = _leaders_of(pools, asker)
    return [Board(pool, players.get(pool.pk, 0), pool.folded_count or 0, leaders.get(pool.pk, [])) for pool in pools]


def _leaders_of(pools: Sequence[Pool], asker: Asker) -> dict[int, list[Row]]:
    best_first = Window(RowNumber(), partition_by="pool", order_by=[F("value").desc(), F("player_id")])
    leading = _ratings_in(pools).annotate(at=best_first).filter(at__lte=LEADERS).order_by("pool", "at")
    lines: dict[int, list[Rated]] = defaultdict(list)
    for columns in leading.values_list(*COLUMNS):
        line = Rated(*columns)
        lines[line.pool_id].append(line)
    return {pool: _rows(leaders, asker) for pool, leaders in lines.items()}


def _rows(leaders: Sequence[Rated], asker: Asker) -> list[Row]:
    values = [line.value for line in leaders]
    return [row_of(line, place_among(values, line.value), asker) for line in leaders]


def _ratings_in(pools: Sequence[Pool]) -> QuerySet[Rating]:
    return current_ratings().filter(pool__in=pools)
