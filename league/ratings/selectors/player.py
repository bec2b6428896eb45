"""A player: where they stand in every pool, and how they came there."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.selectors import clubs_seen_by
from league.members.models import Player
from league.ratings.errors import NoSuchPlayer
from league.ratings.form import shares
from league.ratings.models import Rating
from league.ratings.selectors.current import current_ratings
from league.ratings.selectors.rows import place_among
from league.results.links import Asker
from league.results.selectors import pools_seen_by


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating in a pool, their place in it, and how many have one."""

    rating: Rating
    place: int
    of: int
    form: Sequence[float]


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


def player_at(public_id: str) -> Player:
    """Return the player at an address; of a merged one, who stands for both. Raises `NoSuchPlayer`."""
    player = (
        Player.objects.select_related("account", "owner__player", "merged_into").filter(public_id=public_id).first()
    )
    if player is None:
        raise NoSuchPlayer(_("There is no player at this address. Look for the name on a leaderboard."))
    return player_at(player.merged_into.public_id) if player.merged_into else player


def standings_of(player: Player, asker: Asker) -> list[Standing]:
    """Return where a player stands in each pool that exists for the asker, the one last played in first."""
    seen = pools_seen_by(asker).values("pk")
    ratings = current_ratings().filter(player=player, pool__in=seen).select_related("pool", "pool__fold")
    own = list(ratings.order_by("-last_played_at", "pool_id"))
    values = _values_in([rating.pool_id for rating in own])
    return [
        Standing(
            rating,
            place=place_among(values[rating.pool_id], rating.value),
            of=len(values[rating.pool_id]),
            form=shares(rating.form),
        )
        for rating in own
    ]


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


def _values_in(pools: Sequence[int]) -> dict[int, list[int]]:
    """Return the ratings of everybody in each pool, best first."""
    values: dict[int, list[int]] = defaultdict(list)
    for pool, value in current_ratings().filter(pool__in=pools).order_by("-value").values_list("pool", "value"):
        values[pool].append(value)
    return values
