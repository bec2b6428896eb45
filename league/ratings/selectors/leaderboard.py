"""One pool's leaderboard: searched, filtered, sorted, in pages."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.db.models.expressions import OrderBy

from league.clubs.models import Club
from league.members.order import by_name
from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.rows import COLUMNS, Rated, Row, place_among, row_of
from league.results.links import Asker
from league.results.models import Pool

ROWS_A_PAGE = 100
BEST_FIRST = "-rating"
SORTS = {"name": "player__name", "rating": "value", "change": "change", "games": "games", "played": "last_played_at"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader wants to see of a leaderboard. `sort` is one of `SORTS`, downwards with a minus before it."""

    search: str = ""
    club: Club | None = None
    sort: str = BEST_FIRST
    page: int = 1


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard and the lines on it."""

    page: Page[Any]
    rows: list[Row]


def leaderboard_of(pool: Pool, asked: Asked, asker: Asker) -> Leaderboard:
    """Return the page asked for; beyond the last it is the last. Places are those among everybody in the pool."""
    values = list(_ratings_in(pool).order_by("-value").values_list("value", flat=True))
    page = Paginator(_wanted(pool, asked).values_list(*COLUMNS), ROWS_A_PAGE).get_page(asked.page)
    lines = [Rated(*columns) for columns in page]
    return Leaderboard(page, [row_of(line, place_among(values, line.value), asker) for line in lines])


def _ratings_in(pool: Pool) -> QuerySet[Rating]:
    return current_ratings().filter(pool=pool)


def _wanted(pool: Pool, asked: Asked) -> QuerySet[Rating]:
    wanted = _ratings_in(pool)
    if asked.search:
        wanted = wanted.filter(player__name__icontains=asked.search)
    if asked.club:
        wanted = wanted.filter(player__memberships__club=asked.club)
    return wanted.order_by(*_order(asked.sort))


def _order(sort: str) -> list[OrderBy]:
    downwards = sort.startswith("-")
    column = SORTS.get(sort.removeprefix("-"), SORTS["rating"])
    names = column == SORTS["name"]
    first = by_name(column, downwards=downwards) if names else [OrderBy(F(column), descending=downwards)]
    return [*first, F("value").desc(), F("player_id").asc()]
