"""Reads of a player's ratings: all pools, changes within a time, several players at once."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from league.accounts.errors import NoSuchPlayer
from league.accounts.models import Account, Player
from league.clubs.display_names import show_names, tied_to
from league.clubs.models import Club, Membership
from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by
from league.competition.ratings.system import MILLI
from league.ratings.leaderboards import place_among
from league.ratings.models import Rating, RatingStep
from league.ratings.player_stats import shares
from league.ratings.queries import current_ratings
from league.results.models import Pool
from league.results.queries import pools_seen_by


class RankedRating(NamedTuple):
    """A player's rating and rank in a pool."""

    rating: Rating
    rank: int
    of: int


def ranks_of(players: Collection[int], user: User) -> dict[int, list[RankedRating]]:
    """Return the ratings of these players in every pool that exists for the user, by game and size of tables.

    Two queries, however many players and pools there are.
    """
    pools = pools_seen_by(user).order_by().values("pk")
    own = current_ratings().filter(player__in=players, fold__pool__in=pools)
    ratings = list(
        own.select_related("fold__pool__club").defer("fold__state").order_by("fold__pool__game", "fold__pool__seats")
    )
    values = _values_in({rating.fold_id for rating in ratings})
    found: dict[int, list[RankedRating]] = defaultdict(list)
    for rating in ratings:
        others = values[rating.fold_id]
        found[rating.player_id].append(RankedRating(rating, place_among(others, rating.value), len(others)))
    return dict(found)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating change in a pool, by the system that orders it; thousandths of a point."""

    player: Player
    pool: Pool
    before: int
    after: int
    at: datetime
    """When the last result that changed it was entered."""

    @property
    def change(self) -> int:
        """The change in whole points, as both ends are shown."""
        return round(self.after / MILLI) - round(self.before / MILLI)


def rating_changes_of(account: Account, since: datetime) -> Sequence[RatingChange]:
    """Return the changes of the account's player by results entered since then, in one query."""
    folds = Rating.objects.filter(player__account=account, fold__system=F("fold__pool__rating_system")).values("fold")
    steps = RatingStep.objects.filter(fold__in=folds, player__account=account, result__entered_at__gt=since)
    steps = steps.filter(fold__pool__in=pools_seen_by(account).order_by().values("pk"))
    rows = steps.select_related("fold__pool", "player", "result").defer("fold__state").order_by("fold_id", "ordinal")
    changes = []
    for _fold, group in groupby(rows, key=attrgetter("fold_id")):
        of_fold = list(group)
        first, last = of_fold[0], of_fold[-1]
        at = max(step.result.entered_at for step in of_fold)
        changes.append(RatingChange(first.player, first.fold.pool, first.before, last.after, at))
    return changes


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating and rank in a pool, and the number of ranked players."""

    rating: Rating
    place: int
    of: int
    form: Sequence[float]
    others: Sequence[Rating]
    """By the other systems of the pool."""

    def by(self, system: str) -> Rating:
        """Return the rating by a system; by one that does not know the player, the pool's own."""
        return next((rating for rating in self.others if rating.fold.system == system), self.rating)


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A player's results on one seat, counted from 1."""

    seat: int
    games: int
    wins: int

    @property
    def percent(self) -> int:
        """Games won, in per cent."""
        return round(100 * self.wins / self.games)


def player_seen_by(public_id: str, user: User) -> Player:
    """Return the player at an address, named as this reader names them; see `player_at`."""
    player = player_at(public_id, user)
    owner: Player | None = getattr(player.owner, "player", None)
    show_names([player, owner] if owner else [player], None, user)
    return player


def player_at(public_id: str, user: User) -> Player:
    """Return the player with a public id; for a merged one, the player that it was merged into.

    Raise `NoSuchPlayer`, also for a player of private clubs only, none of which the user may see.
    """
    players: QuerySet[Any] = Player.objects.select_related("account", "owner__player", "merged_into")
    for_all = Exists(Membership.objects.filter(player=OuterRef("pk"), club__is_public=True))
    player = players.annotate(is_for_all=for_all).filter(public_id=public_id).first()
    if player is not None and player.merged_into is not None:
        return player_at(player.merged_into.public_id, user)
    if player is None or not (player.is_for_all or Player.objects.filter(_visible_to(user), pk=player.pk).exists()):
        raise NoSuchPlayer(_("There is no player at this address. Find the name on a leaderboard."))
    found: Player = player
    return found


def standings_of(player: Player, user: User) -> list[Standing]:
    """Return the rating and rank of a player in each pool that the user may see: most games first, then the latest."""
    pools = pools_seen_by(user).order_by().values("pk")
    rated = Rating.objects.filter(player=player, fold__pool__in=pools, generation=F("fold__generation"))
    ratings = rated.select_related("fold__pool__club").defer("fold__state").order_by("-last_played_at", "fold__pool_id")
    by_pool: dict[int, list[Rating]] = defaultdict(list)
    for rating in ratings:
        by_pool[rating.fold.pool_id].append(rating)
    own = [rating for rating in ratings if rating.fold.system == rating.fold.pool.rating_system]
    own.sort(key=lambda rating: -rating.games)
    values = _values_in([rating.fold_id for rating in own])
    return [_standing(rating, values[rating.fold_id], by_pool[rating.fold.pool_id]) for rating in own]


def _visible_to(user: User) -> Q:
    """Return the condition that a player is tied to no hidden club, or to something that the user may see."""
    clubs = clubs_seen_by(user)
    hidden = tied_to(Club.objects.exclude(pk__in=clubs))
    rated = current_ratings().filter(fold__pool__in=pools_seen_by(user).order_by().values("pk"))
    met = tied_to(Club.objects.filter(pk__in=clubs)) | Q(pk__in=rated.values("player"))
    if user.is_authenticated:
        met |= Q(account=user) | Q(owner=user)
    return ~hidden | met


def _standing(rating: Rating, values: Sequence[int], in_pool: Sequence[Rating]) -> Standing:
    return Standing(
        rating,
        place=place_among(values, rating.value),
        of=len(values),
        form=shares(rating.form),
        others=sorted((other for other in in_pool if other is not rating), key=lambda other: other.fold.system),
    )


def clubs_shown(player: Player, user: User) -> list[Club]:
    """Return the clubs of a player that exist for the user, by name."""
    return list(clubs_seen_by(user).filter(memberships__player=player).order_by("name", "id"))


def seats_of(rating: Rating) -> list[SeatRecord]:
    """Return how the player did on each seat, those never sat on left out."""
    numbers = iter(rating.by_seat)
    records = [
        SeatRecord(seat, games, wins) for seat, (games, wins) in enumerate(zip(numbers, numbers, strict=True), 1)
    ]
    return [record for record in records if record.games]


def _values_in(folds: Collection[int]) -> dict[int, list[int]]:
    """Return the ratings of everybody in each fold, best first."""
    values: dict[int, list[int]] = defaultdict(list)
    for fold, value in current_ratings().filter(fold__in=folds).order_by("-value").values_list("fold", "value"):
        values[fold].append(value)
    return values
