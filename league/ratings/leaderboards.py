"""Reads of leaderboards: all of them with their leaders, and one of them searched, filtered and sorted, in pages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, Max, OuterRef, Q, QuerySet, Window
from django.db.models.expressions import Case, OrderBy, When
from django.db.models.functions import Rank, RowNumber

from league.accounts.models import Account, Player
from league.accounts.names import by_name
from league.accounts.queries import address_of_player
from league.clubs.club_page_sections import Activity
from league.clubs.display_names import found_by_full_name, show_names, show_names_by_club
from league.clubs.models import Club
from league.clubs.permissions import User
from league.competition.ratings import rating_fits
from league.competition.ratings.system import MILLI
from league.ratings.models import Fold, Rating
from league.ratings.queries import current_ratings, ratings_by, with_ordering_fold
from league.results.models import Pool
from league.results.queries import pools_seen_by

ROWS_A_PAGE = 100
BEST_FIRST = "-rating"
SORTS = {"name": "player__name", "rating": "value", "change": "change", "games": "games", "played": "last_played_at"}
MOST_LEADERS = 5  # players of a leaderboard in a list of leaderboards
_OF_BOTS = ExpressionWrapper(Q(player_kind=Pool.Kind.BOT), output_field=BooleanField())
MOST_BUSIEST = 12  # boards of each kind among the busiest


@dataclass(frozen=True, slots=True)
class Row:
    """A line: a rating, and its player under the name that the user reads."""

    place: int
    rating: Rating
    player: Player
    is_own: bool
    """Whether it is the user, or a bot of theirs."""
    is_close: bool = False
    """Whether it is too close to call with the line above."""
    others: tuple[Figure, ...] = ()
    """The ratings by the other systems of the pool, in their order."""

    @property
    def href(self) -> str:
        """The player's page."""
        return address_of_player(self.player.public_id, self.player.name, self.player.kind)


class Figure(NamedTuple):
    """A rating by another system, in thousandths; None before it is calculated."""

    system: str
    rating: int | None = None
    uncertainty: int | None = None


def differ_significantly(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two (rating, uncertainty) differ by more than the 95 % interval of their difference.

    The half-width of that interval is the root of the sum of both squares, for independent errors. To ask for ratings
    outside each other's interval would be too weak, for disjoint intervals too strict.
    """
    return (one[0] - other[0]) ** 2 > one[1] ** 2 + other[1] ** 2


def place_among(values: Sequence[int], value: int) -> int:
    """Return the rank of a rating among all, best first: 1, 2, 2, 4."""
    return 1 + bisect_left(values, -value, key=lambda other: -other)


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """Filters and order. `sort` is one of `SORTS`, descending with a minus."""

    search: str = ""
    club: Club | None = None
    sort: str = BEST_FIRST
    page: int = 1
    system: str = ""
    """The slug of the system that orders it; of one that the pool does not have, it is the pool's own."""

    @property
    def is_whole(self) -> bool:
        """Whether the lines are all players in the order of their rank."""
        return self.sort == BEST_FIRST and not self.search and self.club is None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard; `fold` orders it, `others` are shown beside it."""

    fold: Fold
    others: Sequence[Fold]
    page: Page[Any]
    rows: Sequence[Row]
    is_everybody: bool
    """Whether the rows are all players of the pool."""

    @property
    def is_fitted(self) -> bool:
        """Whether it is ordered by a fit of the whole history, which knows no last ten."""
        return self.fold.system in rating_fits()

    @property
    def provisional(self) -> str:
        """Whether `all` ratings of the pool are provisional, or `some` on the page; else nothing."""
        marks = {row.rating.is_provisional for row in self.rows}
        return "" if True not in marks else "all" if marks == {True} and self.is_everybody else "some"

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """The ratings on the page with their uncertainty, in points."""
        return [(row.rating.value / MILLI, row.rating.uncertainty / MILLI) for row in self.rows]


def leaderboard_of(pool: Pool, folds: Sequence[Fold], query: LeaderboardQuery, user: User) -> Leaderboard:
    """Return the page of the query, at most the last one. Places count all players of the pool."""
    fold = next((fold for fold in folds if fold.system == query.system), folds[0])
    others = [other for other in folds if other is not fold]
    everybody = list(ratings_by(fold).order_by(*_order(BEST_FIRST)).values_list("value", "uncertainty"))
    paginator = Paginator(_filtered(pool, fold, query, user).select_related("player"), ROWS_A_PAGE)
    if not query.search and query.club is None:
        paginator.count = len(everybody)
    page = paginator.get_page(query.page)
    ratings = list(page)
    values = [value for value, _uncertainty in everybody]
    close_calls = _close_calls(ratings, everybody, page.start_index() - 1) if query.is_whole else [False] * len(ratings)
    show_names((rating.player for rating in ratings), pool.club, user)
    rows = [
        Row(place_among(values, rating.value), rating, rating.player, _is_own(rating.player, user), is_close, figures)
        for rating, is_close, figures in zip(ratings, close_calls, _other_figures(ratings, others), strict=True)
    ]
    return Leaderboard(fold, others, page, rows, is_everybody=len(rows) == len(everybody))


def _is_own(player: Player, user: User) -> bool:
    return user.pk is not None and user.pk in {player.account_id, player.owner_id}


def _filtered(pool: Pool, fold: Fold, query: LeaderboardQuery, user: User) -> QuerySet[Rating]:
    ratings = ratings_by(fold)
    if query.search:
        rated = Player.objects.filter(pk__in=ratings.values("player"))
        hidden = found_by_full_name(query.search, rated, pool.club, user)
        ratings = ratings.filter(player__name__icontains=query.search).exclude(player__in=hidden)
    if query.club:
        ratings = ratings.filter(player__memberships__club=query.club)
    return ratings.order_by(*_order(query.sort))


def _order(sort: str) -> list[OrderBy]:
    downwards = sort.startswith("-")
    column = SORTS.get(sort.removeprefix("-"), SORTS["rating"])
    names = column == SORTS["name"]
    first = by_name(column, downwards=downwards) if names else [OrderBy(F(column), descending=downwards)]
    return [*first, F("value").desc(), F("player_id").asc()]


def _close_calls(ratings: Sequence[Rating], everybody: Sequence[tuple[int, int]], start: int) -> list[bool]:
    """For each rating from `start` on, whether it is too close to call with the one above."""
    figures = [*everybody[max(0, start - 1) : start], *((rating.value, rating.uncertainty) for rating in ratings)]
    close_calls = [not differ_significantly(*pair) for pair in pairwise(figures)]
    return [False] * (len(ratings) - len(close_calls)) + close_calls


def _other_figures(ratings: Sequence[Rating], others: Sequence[Fold]) -> list[tuple[Figure, ...]]:
    """Return the ratings of the same players by the other systems, in one query."""
    calculated = [fold for fold in others if fold.pk]
    figures = _figures(calculated, [rating.player_id for rating in ratings])
    return [
        tuple(Figure(fold.system, *figures.get((fold.pk, rating.player_id), ())) for fold in others)
        for rating in ratings
    ]


def _figures(folds: Sequence[Fold], players: Sequence[int]) -> Mapping[tuple[int, int], tuple[int, int]]:
    ratings = Rating.objects.filter(fold__in=folds, generation=F("fold__generation"), player__in=players)
    return {
        (fold, player): (value, uncertainty)
        for fold, player, value, uncertainty in ratings.values_list("fold", "player", "value", "uncertainty")
    }


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard in a list."""

    pool: Pool
    players: int
    results: int
    leaders: Sequence[Row]

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """The ratings shown with their uncertainty, in points."""
        return [(row.rating.value / MILLI, row.rating.uncertainty / MILLI) for row in self.leaders]


def boards_seen_by(user: User, *, game: str = "", club: str = "") -> list[Board]:
    """Return the leaderboards that exist for the user, of one game or club where those are given; empty ones too."""
    return _boards(list(with_ordering_fold(pools_seen_by(user, game=game, club=club))), user)


def boards_of(pools: Collection[int], user: User) -> dict[int, Board]:
    """Return the leaderboards of the site's pools with these ids, by id; in a fixed number of queries."""
    found = with_ordering_fold(Pool.objects.filter(pk__in=pools).select_related("club"))
    return {board.pool.pk: board for board in _boards(list(found), user)}


def main_leaders(user: User, clubs: Sequence[Club]) -> dict[int, tuple[Pool, list[Row]]]:
    """Return the pool with the most results of each club (id), one of people before those of bots, and its leaders."""
    first = list(_main_pools(user, clubs))
    leaders = _leaders_of(first, user)
    return {pool.club_id: (pool, leaders.get(pool.pk, [])) for pool in first}


def _main_pools(user: User, clubs: Sequence[Club]) -> QuerySet[Any]:
    rated = Exists(current_ratings().filter(fold__pool=OuterRef("pk")))
    pools: QuerySet[Any] = with_ordering_fold(pools_seen_by(user).filter(rated, club__in=clubs))
    busiest = [_OF_BOTS.asc(), F("folded_count").desc(nulls_last=True), F("pk").asc()]
    first: QuerySet[Any] = pools.annotate(at=Window(RowNumber(), partition_by="club", order_by=busiest))
    return first.filter(at=1)


def activities_at(user: User, club: Club, players: Sequence[int]) -> dict[int, Activity]:
    """Return the ratings of players (ids) on the main leaderboard of a club, and their last rated games at the club."""
    main = Q(fold__pool__in=[pool.pk for pool in _main_pools(user, [club])])
    rated = current_ratings().filter(fold__pool__club=club, player__in=players).order_by()
    found = rated.values("player").annotate(rating=Max("value", filter=main), last=Max("last_played_at"))
    return {row["player"]: Activity(row["rating"], row["last"]) for row in found}


def busiest_boards(user: User, pools: Sequence[Any], most: int) -> list[Board]:
    """Return the leaderboards of `busiest_pools` for a page that shows a few.

    Leaderboards with people and those of bots alone take turns, people first, so that neither crowds out the other.
    """
    bots = [pool for pool in pools if pool.player_kind == Pool.Kind.BOT]
    pairs = zip_longest((pool for pool in pools if pool not in bots), bots)
    return _boards([pool for pair in pairs for pool in pair if pool is not None][:most], user)


def busiest_board_of_bots(user: User) -> Board | None:
    """Return the leaderboard of bots alone whose ratings moved last, or `None` without ratings; in four queries."""
    pools = [pool for pool in busiest_pools(user) if pool.player_kind == Pool.Kind.BOT]
    return next(iter(_boards(pools[:1], user)), None)


def busiest_pools(user: User) -> QuerySet[Any]:
    """Return the pools whose ratings moved last, latest first: `MOST_BUSIEST` with people and as many of bots."""
    rated = Exists(current_ratings().filter(fold__pool=OuterRef("pk")))  # a ledger of unrated results has no leaders
    pools = with_ordering_fold(pools_seen_by(user).filter(rated))
    order = F("folded_at").desc()
    ranked: QuerySet[Any] = pools.annotate(rank=Window(RowNumber(), partition_by=_OF_BOTS, order_by=order))
    return ranked.filter(rank__lte=MOST_BUSIEST).order_by(order)


def own_boards(account: Account, most: int) -> list[Board]:
    """Return the leaderboards on which the account's player or bots are, those that moved last first, with their lines.

    The lines of the account replace the last leaders.
    """
    rated = current_ratings().filter(_of_account(account), fold__pool=OuterRef("pk"))
    pools = with_ordering_fold(pools_seen_by(account).filter(Exists(rated)))
    return _boards(list(pools.order_by(F("folded_at").desc())[:most]), account, own=_of_account(account))


def _of_account(account: Account) -> Q:
    return Q(player__account=account) | Q(player__owner=account)


def leaders_of(pool: Pool, user: User) -> list[Row]:
    """Return the first players of one leaderboard, by the system that orders it."""
    return _leaders_of(list(with_ordering_fold(Pool.objects.filter(pk=pool.pk).select_related("club"))), user).get(
        pool.pk, []
    )


def _boards(pools: Sequence[Any], user: User, own: Q | None = None) -> list[Board]:
    rated = current_ratings().filter(fold__pool__in=[pool.pk for pool in pools])
    players = dict(rated.values_list("fold__pool").annotate(count=Count("player")))
    leaders = _leaders_of(pools, user, own)
    return [Board(pool, players.get(pool.pk, 0), pool.folded_count or 0, leaders.get(pool.pk, [])) for pool in pools]


def _leaders_of(pools: Sequence[Pool], user: User, own: Q | None = None) -> dict[int, list[Row]]:
    clubs = {pool.pk: pool.club for pool in pools}
    best = F("value").desc()
    kept_first = [Case(When(own, then=0), default=1)] if own else []
    best_first = Window(RowNumber(), partition_by="fold__pool", order_by=[*kept_first, best, F("player_id")])
    rank = Window(Rank(), partition_by="fold__pool", order_by=best)
    rated: QuerySet[Any] = current_ratings().filter(fold__pool__in=clubs)
    first = rated.annotate(at=best_first, rank=rank, pool=F("fold__pool")).filter(at__lte=MOST_LEADERS)
    leading = list(first.order_by("fold__pool", "rank", "player_id").select_related("player"))
    show_names_by_club(((rating.player, clubs[rating.pool]) for rating in leading), user)
    return {
        pool: [Row(rating.rank, rating, rating.player, _is_own(rating.player, user)) for rating in ratings]
        for pool, ratings in groupby(leading, key=attrgetter("pool"))
    }
