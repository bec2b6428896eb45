"""A line of a leaderboard, wherever one is shown."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from league.clubs.models import Club
from league.clubs.naming import names_by_club, told_apart
from league.clubs.rules import Asker
from league.members.models import Player
from league.members.queries import address_of_player


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line; rating, uncertainty and change in thousandths."""

    place: int
    player_id: int
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
    joined: bool = False
    """Whether it cannot be told apart from the line above."""
    others: tuple[Figure, ...] = ()
    """The ratings by the other systems of the pool, in their order."""


class Figure(NamedTuple):
    """A rating by another system than the one that orders the table, in thousandths; None before it is calculated."""

    system: str
    rating: int | None = None
    uncertainty: int | None = None


class Rated(NamedTuple):
    """What is read of a rating and its player; instances of their models would take three times as long."""

    pool_id: int
    player_id: int
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
    *(
        "fold__pool_id",
        "player_id",
        "value",
        "uncertainty",
        "change",
        "is_provisional",
        "form",
        "games",
        "last_played_at",
    ),
    *(f"player__{column}" for column in ("public_id", "name", "kind", "account_id", "owner_id")),
)
"""The columns of a `Rated`, for `values_list`."""


def names_of(lines: Mapping[Club | None, Sequence[Rated]], asker: Asker) -> dict[Club | None, Mapping[int, str]]:
    """Return what the reader calls the players of these lines, by the club whose pools they stand in."""
    names: dict[Club | None, Mapping[int, str]] = {}
    for club, group in lines.items():
        if club is not None and not club.shortens_names:
            full = {line.player_id: line.name for line in group}
            names[club] = full | told_apart(full, club)
    groups = {club: [_player(line) for line in group] for club, group in lines.items() if club not in names}
    return {**names, **names_by_club(groups, asker)}


def _player(line: Rated) -> Player:
    return Player(
        pk=line.player_id,
        public_id=line.public_id,  # or else a new one would be made up
        name=line.name,
        kind=line.kind,
        account_id=line.account_id,
    )


def row_of(
    one: Rated,
    place: int,
    asker: Asker,
    names: Mapping[int, str],
    *,
    joined: bool = False,
    others: tuple[Figure, ...] = (),
) -> Row:
    """Return the line of a rating, under the name that `names` has for its player."""
    name = names[one.player_id]
    return Row(
        place=place,
        player_id=one.player_id,
        public_id=one.public_id,
        name=name,
        href=address_of_player(one.public_id, name, one.kind),
        own=asker.pk is not None and asker.pk in {one.account_id, one.owner_id},
        rating=one.value,
        uncertainty=one.uncertainty,
        change=one.change,
        is_provisional=one.is_provisional,
        form=one.form,
        games=one.games,
        played_on=timezone.localdate(one.last_played_at),
        joined=joined,
        others=others,
    )


def are_apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two (rating, uncertainty) can be told apart: by more than the 95 % interval of their difference.

    That interval is the root of the sum of both squares, as errors of two ratings add up where neither knows of the
    other's. Each lying outside the other's own interval would be too little, both intervals being apart too much.
    """
    return (one[0] - other[0]) ** 2 > one[1] ** 2 + other[1] ** 2


def place_among(values: Sequence[int], value: int) -> int:
    """Return the place of a rating among all, best first: 1, 2, 2, 4."""
    return 1 + bisect_left(values, -value, key=lambda other: -other)
