"""A player: where they stand in every pool, and how they came there."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.naming import show_names, tied_to
from league.clubs.rules import Asker
from league.clubs.selectors import clubs_seen_by
from league.members.models import Player
from league.ratings.errors import NoSuchPlayer
from league.ratings.form import shares
from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.rows import place_among
from league.results.selectors import pools_seen_by


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating in a pool, their place in it, and how many have one."""

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
    """How a player did on one seat, counted from 1."""

    seat: int
    games: int
    wins: int

    @property
    def percent(self) -> int:
        """How many of a hundred games were won."""
        return round(100 * self.wins / self.games)


def player_seen_by(public_id: str, asker: Asker) -> Player:
    """Return the player at an address, named as this reader names them; see `player_at`."""
    player = player_at(public_id, asker)
    owner: Player | None = getattr(player.owner, "player", None)
    show_names([player, owner] if owner else [player], None, asker)
    return player


def player_at(public_id: str, asker: Asker) -> Player:
    """Return the player at an address; of a merged one, who stands for both.

    Raises `NoSuchPlayer`, also for who has to do with private clubs alone, where the asker may see none of them.
    """
    players = Player.objects.select_related("account", "owner__player", "merged_into")
    player = players.filter(Q(merged_into__isnull=False) | _exists_for(asker), public_id=public_id).first()
    if player is None:
        raise NoSuchPlayer(_("There is no player at this address. Find the name on a leaderboard."))
    return player_at(player.merged_into.public_id, asker) if player.merged_into else player


def standings_of(player: Player, asker: Asker) -> list[Standing]:
    """Return where a player stands in each pool that exists for the asker, the one last played in first."""
    seen = pools_seen_by(asker).order_by().values("pk")
    rated = Rating.objects.filter(player=player, fold__pool__in=seen, generation=F("fold__generation"))
    ratings = rated.select_related("fold__pool__club").defer("fold__state").order_by("-last_played_at", "fold__pool_id")
    by_pool: dict[int, list[Rating]] = defaultdict(list)
    for rating in ratings:
        by_pool[rating.fold.pool_id].append(rating)
    own = [rating for rating in ratings if rating.fold.system == rating.fold.pool.rating_system]
    values = _values_in([rating.fold_id for rating in own])
    return [_standing(rating, values[rating.fold_id], by_pool[rating.fold.pool_id]) for rating in own]


def _exists_for(asker: Asker) -> Q:
    """Whom the asker may know of: everybody but those whose clubs are all hidden from them, and their games too."""
    seen = clubs_seen_by(asker).order_by().values("pk")
    hidden = tied_to(Club.objects.exclude(pk__in=seen))
    rated = current_ratings().filter(fold__pool__in=pools_seen_by(asker).order_by().values("pk"))
    met = tied_to(Club.objects.filter(pk__in=seen)) | Q(pk__in=rated.values("player"))
    if asker.is_authenticated:
        met |= Q(account=asker) | Q(owner=asker)
    return ~hidden | met


def _standing(rating: Rating, values: Sequence[int], in_pool: Sequence[Rating]) -> Standing:
    return Standing(
        rating,
        place=place_among(values, rating.value),
        of=len(values),
        form=shares(rating.form),
        others=sorted((other for other in in_pool if other is not rating), key=lambda other: other.fold.system),
    )


def clubs_shown(player: Player, asker: Asker) -> list[Club]:
    """Return the clubs of a player that exist for the asker, by name."""
    return list(clubs_seen_by(asker).filter(memberships__player=player))


def seats_of(rating: Rating) -> list[SeatRecord]:
    """Return how the player did on each seat, those never sat on left out."""
    numbers = iter(rating.by_seat)
    records = [
        SeatRecord(seat, games, wins) for seat, (games, wins) in enumerate(zip(numbers, numbers, strict=True), 1)
    ]
    return [record for record in records if record.games]


def _values_in(folds: Sequence[int]) -> dict[int, list[int]]:
    """Return the ratings of everybody in each fold, best first."""
    values: dict[int, list[int]] = defaultdict(list)
    for fold, value in current_ratings().filter(fold__in=folds).order_by("-value").values_list("fold", "value"):
        values[fold].append(value)
    return values
