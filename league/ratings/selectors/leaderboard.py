"""One pool's leaderboard by one of its systems, the others beside it: searched, filtered, sorted, in pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.db.models.expressions import OrderBy

from league.clubs.models import Club
from league.clubs.naming import found_by_full_name
from league.clubs.rules import Asker
from league.members.models import Player
from league.members.names import by_name
from league.ratings.models import Fold, Rating
from league.ratings.selectors.current import ratings_by
from league.ratings.selectors.rows import COLUMNS, Figure, Rated, Row, are_apart, names_of, place_among, row_of
from league.results.models import Pool
from league.rules.ratings import rating_fits
from league.rules.ratings.system import MILLI

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
    system: str = ""
    """The slug of the system that orders it; of one that the pool does not have, it is the pool's own."""

    @property
    def is_whole(self) -> bool:
        """Whether the lines stand in the order of their places, nobody left out."""
        return self.sort == BEST_FIRST and not self.search and self.club is None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard and the lines on it; `fold` orders it, `others` stand beside it."""

    fold: Fold
    others: Sequence[Fold]
    page: Page[Any]
    rows: Sequence[Row]

    @property
    def is_fitted(self) -> bool:
        """Whether it is ordered by a fit of the whole history, which knows no last ten."""
        return self.fold.system in rating_fits()

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """The ratings on the page with their uncertainty, in points."""
        return [(row.rating / MILLI, row.uncertainty / MILLI) for row in self.rows]


def leaderboard_of(pool: Pool, folds: Sequence[Fold], asked: Asked, asker: Asker) -> Leaderboard:
    """Return the page asked for; beyond the last it is the last. Places are those among everybody in the pool."""
    fold = next((one for one in folds if one.system == asked.system), folds[0])
    others = [one for one in folds if one is not fold]
    everybody = list(ratings_by(fold).order_by(*_order(BEST_FIRST)).values_list("value", "uncertainty"))
    paginator = Paginator(_wanted(pool, fold, asked, asker).values_list(*COLUMNS), ROWS_A_PAGE)
    if not asked.search and asked.club is None:
        paginator.count = len(everybody)
    page = paginator.get_page(asked.page)
    lines = [Rated(*columns) for columns in page]
    values = [value for value, _uncertainty in everybody]
    joined = _joined(lines, everybody, page.start_index() - 1) if asked.is_whole else [False] * len(lines)
    beside = _beside(lines, others)
    names = names_of({pool.club: lines}, asker)[pool.club]
    rows = [
        row_of(line, place_among(values, line.value), asker, names, joined=mark, others=figures)
        for line, mark, figures in zip(lines, joined, beside, strict=True)
    ]
    return Leaderboard(fold, others, page, rows)


def _wanted(pool: Pool, fold: Fold, asked: Asked, asker: Asker) -> QuerySet[Rating]:
    wanted = ratings_by(fold)
    if asked.search:
        rated = Player.objects.filter(pk__in=wanted.values("player"))
        hidden = found_by_full_name(asked.search, rated, pool.club, asker)
        wanted = wanted.filter(player__name__icontains=asked.search).exclude(player__in=hidden)
    if asked.club:
        wanted = wanted.filter(player__memberships__club=asked.club)
    return wanted.order_by(*_order(asked.sort))


def _order(sort: str) -> list[OrderBy]:
    downwards = sort.startswith("-")
    column = SORTS.get(sort.removeprefix("-"), SORTS["rating"])
    names = column == SORTS["name"]
    first = by_name(column, downwards=downwards) if names else [OrderBy(F(column), descending=downwards)]
    return [*first, F("value").desc(), F("player_id").asc()]


def _joined(lines: Sequence[Rated], everybody: Sequence[tuple[int, int]], start: int) -> list[bool]:
    """Tell of each line, of which the first stands at `start`, whether it cannot be told apart from the one above."""
    figures = [*everybody[max(0, start - 1) : start], *((line.value, line.uncertainty) for line in lines)]
    joined = [not are_apart(*pair) for pair in pairwise(figures)]
    return [False] * (len(lines) - len(joined)) + joined


def _beside(lines: Sequence[Rated], others: Sequence[Fold]) -> list[tuple[Figure, ...]]:
    """Return the ratings of the players of the lines by the other systems, in one query."""
    begun = [fold for fold in others if fold.pk]
    figures = _figures(begun, [line.player_id for line in lines])
    return [
        tuple(Figure(fold.system, *figures.get((fold.pk, line.player_id), ())) for fold in others) for line in lines
    ]


def _figures(folds: Sequence[Fold], players: Sequence[int]) -> Mapping[tuple[int, int], tuple[int, int]]:
    ratings = Rating.objects.filter(fold__in=folds, generation=F("fold__generation"), player__in=players)
    return {
        (fold, player): (value, uncertainty)
        for fold, player, value, uncertainty in ratings.values_list("fold", "player", "value", "uncertainty")
    }
