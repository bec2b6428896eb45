"""A line of a leaderboard, wherever one is shown."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from league.members.models import Player
from league.results.links import Asker

ADDRESSES_KEPT = 20_000


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
    form: str
    """A letter a rated result, oldest first; see `league.ratings.form`."""
    games: int
    played_on: date


class Rated(NamedTuple):
    """What is read of a rating and its player; instances of their models would take three times as long."""

    pool_id: int
    value: int
    uncertainty: int
    change: int
    is_provisional: bool
    form: str
    games: int
    last_played_at: datetime
    public_id: str
    name: str
    kind: str
    account_id: int | None
    owner_id: int | None


COLUMNS = (
    *("pool_id", "value", "uncertainty", "change", "is_provisional", "form", "games", "last_played_at"),
    *(f"player__{column}" for column in ("public_id", "name", "kind", "account_id", "owner_id")),
)
"""The columns of a `Rated`, for `values_list`."""


def row_of(one: Rated, place: int, asker: Asker) -> Row:
    """Return the line of a rating."""
    return Row(
        place=place,
        public_id=one.public_id,
        name=one.name,
        href=_address_of(one.public_id, one.name, one.kind),
        own=asker.pk is not None and asker.pk in {one.account_id, one.owner_id},
        rating=one.value,
        uncertainty=one.uncertainty,
        change=one.change,
        is_provisional=one.is_provisional,
        form=one.form,
        games=one.games,
        played_on=timezone.localdate(one.last_played_at),
    )


def place_among(values: Sequence[int], value: int) -> int:
    """Return the place of a rating among all, best first: 1, 2, 2, 4."""
    return 1 + bisect_left(values, -value, key=lambda other: -other)


@lru_cache(ADDRESSES_KEPT)
def _address_of(public_id: str, name: str, kind: str) -> str:
    return reverse("ratings:player", args=[public_id, Player(name=name, kind=kind).slug])
