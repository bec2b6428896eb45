"""One pool's leaderboard: searched, filtered, sorted, in pages."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet
from django.db.models.expressions import OrderBy
from django.urls import reverse

from league.clubs.models import Club
from league.members.models import Player
from league.ratings.form import shares
from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
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
class Row:
    """A player's line; rating, uncertainty and change in thousandths."""

    place: int
    public_id: str
    name: str
    href: str
    own: bool
    rating: int
    uncertainty: int
    change: int
    is_provisional: bool
    form: Sequence[float]
    games: int
    last_played_at: datetime


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard and the lines on it."""

    page: Page[Rating]
    rows: list[Row]


def leaderboard_of(pool: Pool, asked: Asked, asker: Asker) -> Leaderboard:
    """Return the page asked for; beyond the last it is the last. Places are those among everybody in the pool."""
    page = Paginator(_wanted(pool, asked), ROWS_A_PAGE).get_page(asked.page)
    values = list(_ratings_in(pool).order_by("-value").values_list("value", flat=True))
    return Leaderboard(page, [_row(rating, values, asker) for rating in page])


def players_in(pool: Pool) -> int:
    """Return how many have a rating in the pool."""
    return _ratings_in(pool).count()


def place_among(values: Sequence[int], value: int) -> int:
    """Return the place of a rating among all, best first: 1, 2, 2, 4."""
    return 1 + bisect_left(values, -value, key=lambda other: -other)


def is_own(player: Player, asker: Asker) -> bool:
    """Whether a player is the asker, or a bot of theirs."""
    return asker.pk is not None and asker.pk in {player.account_id, player.owner_id}


def _ratings_in(pool: Pool) -> QuerySet[Rating]:
    return current_ratings().filter(pool=pool)


def _wanted(pool: Pool, asked: Asked) -> QuerySet[Rating]:
    wanted = _ratings_in(pool)
    if asked.search:
        wanted = wanted.filter(player__name__icontains=asked.search)
    if asked.club:
        wanted = wanted.filter(player__memberships__club=asked.club)
    return wanted.select_related("player").order_by(*_order(asked.sort))


def _order(sort: str) -> list[OrderBy]:
    downwards = sort.startswith("-")
    column = SORTS.get(sort.removeprefix("-"), SORTS["rating"])
    return [OrderBy(F(column), descending=downwards), F("value").desc(), F("player_id").asc()]


def _row(rating: Rating, values: Sequence[int], asker: Asker) -> Row:
    player = rating.player
    return Row(
        place=place_among(values, rating.value),
        public_id=player.public_id,
        name=player.name,
        href=reverse("ratings:player", args=[player.public_id, player.slug]),
        own=is_own(player, asker),
        rating=rating.value,
        uncertainty=rating.uncertainty,
        change=rating.change,
        is_provisional=rating.is_provisional,
        form=shares(rating.form),
        games=rating.games,
        last_played_at=rating.last_played_at,
    )
