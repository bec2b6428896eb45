"""A line of a leaderboard, wherever one is shown."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from league.ratings.form import shares
from league.ratings.models import Rating
from league.results.links import Asker


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line; rating, uncertainty and change in thousandths."""

    place: int
    public_id: str
    name: str
    href: str
    own: bool
    """Whether it is the asker, or a bot of theirs."""
    rating: int
    uncertainty: int
    change: int
    is_provisional: bool
    form: Sequence[float]
    games: int
    last_played_at: datetime


def row_of(rating: Rating, place: int, asker: Asker) -> Row:
    """Return the line of a rating, whose player was read with it."""
    player = rating.player
    return Row(
        place=place,
        public_id=player.public_id,
        name=player.name,
        href=reverse("ratings:player", args=[player.public_id, player.slug]),
        own=asker.pk is not None and asker.pk in {player.account_id, player.owner_id},
        rating=rating.value,
        uncertainty=rating.uncertainty,
        change=rating.change,
        is_provisional=rating.is_provisional,
        form=shares(rating.form),
        games=rating.games,
        last_played_at=rating.last_played_at,
    )


def place_among(values: Sequence[int], value: int) -> int:
    """Return the place of a rating among all, best first: 1, 2, 2, 4."""
    return 1 + bisect_left(values, -value, key=lambda other: -other)
