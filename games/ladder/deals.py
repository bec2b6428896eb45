"""What the matches of blocks came to, for whoever tells of finished ones: everybody's places, and one bot's turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.ladder.statistics import Game, score
from games.matches.models import MatchSeat

Blocks = Iterable[int | None] | QuerySet[Any, Any]


class Turn(NamedTuple):
    """One game of a deal: the seat that a bot had, counted from 1, what it scored there, and the match."""

    seat: int
    score: float
    match: str


class Deal(NamedTuple):
    """A finished deal of a bot: who else sat there, and what it scored, seat by seat."""

    number: int
    against: tuple[str, ...]
    turns: Sequence[Turn]

    @property
    def score(self) -> float:
        """The mean of its games."""
        return fmean(turn.score for turn in self.turns)


class _Seat(NamedTuple):
    match: str
    player: int
    name: str
    place: int


def games_of(blocks: Blocks) -> list[Game]:
    """The finished games of these blocks, the oldest block first."""
    seats = MatchSeat.objects.filter(match__block__in=blocks, place__isnull=False)
    rows = seats.order_by("match__block", "match", "seat").values_list("match__block", "match", "player", "place")
    tables: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for block, match, player, place in rows:
        tables[block, match].append((player or 0, place or 0))
    return [Game(block, *map(tuple, zip(*seats, strict=True))) for (block, _), seats in tables.items()]


def deals_of(player: int, numbers: dict[int, int]) -> list[Deal]:
    """A player's deals, in the order of the blocks that are given with the number that each has."""
    seats = MatchSeat.objects.filter(match__block__in=list(numbers), place__isnull=False)
    rows = seats.order_by("match__rotation", "seat").values_list(
        "match__block", "match__public_id", "player", "player__name", "place"
    )
    tables: dict[int, dict[str, list[_Seat]]] = defaultdict(lambda: defaultdict(list))
    for block, match, who, name, place in rows:
        tables[block][match].append(_Seat(match, who or 0, name or "", place or 0))
    return [_deal(number, player, list(tables[block].values())) for block, number in numbers.items() if block in tables]


def _deal(number: int, player: int, tables: Sequence[Sequence[_Seat]]) -> Deal:
    against = tuple(seat.name for seat in tables[0] if seat.player != player)
    turns = [_turn(player, table) for table in tables]
    return Deal(number, against, sorted(turns))


def _turn(player: int, table: Sequence[_Seat]) -> Turn:
    (seat,) = (number for number, each in enumerate(table) if each.player == player)
    return Turn(seat + 1, score([each.place for each in table], seat), table[seat].match)
