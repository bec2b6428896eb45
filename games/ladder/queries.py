"""Reads of finished deals: their games, and a bot's deals with its opponents and scores."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.ladder.stats import Game, score
from games.matches.models import MatchSeat

Blocks = Iterable[int | None] | QuerySet[Any, Any]


class DealGame(NamedTuple):
    """One game of a deal: the bot's seat from 1, its score and the match."""

    seat: int
    score: float
    match: str


class Deal(NamedTuple):
    """A finished deal of a bot: its opponents, and its score from each seat."""

    number: int
    against: tuple[str, ...]
    games: Sequence[DealGame]

    @property
    def score(self) -> float:
        """The mean score of its games."""
        return fmean(game.score for game in self.games)


def games_of(blocks: Blocks) -> list[Game]:
    """Return the finished games of these blocks, the oldest block first."""
    seats = MatchSeat.objects.filter(match__block__in=blocks, place__isnull=False)
    rows = seats.order_by("match__block", "match", "seat").values_list("match__block", "match", "player", "place")
    tables: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for block, match, player, place in rows:
        tables[block, match].append((player or 0, place or 0))
    return [Game(block, *map(tuple, zip(*seats, strict=True))) for (block, _), seats in tables.items()]


def deals_of(player: int, numbers: dict[int, int]) -> list[Deal]:
    """Return a player's deals; `numbers` gives the blocks in order, each with its number."""
    seats = MatchSeat.objects.filter(match__block__in=list(numbers), place__isnull=False)
    tables: dict[int, dict[str, list[MatchSeat]]] = defaultdict(lambda: defaultdict(list))
    for seat in seats.select_related("match", "player").order_by("match__rotation", "seat"):
        tables[seat.match.block_id][seat.match.public_id].append(seat)
    return [_deal(number, player, tables[block]) for block, number in numbers.items() if block in tables]


def _deal(number: int, player: int, tables: Mapping[str, Sequence[MatchSeat]]) -> Deal:
    first = next(iter(tables.values()))
    against = tuple(seat.player.name for seat in first if seat.player and seat.player_id != player)
    games = []
    for match, table in tables.items():
        own = [seat.player_id for seat in table].index(player)
        games.append(DealGame(own + 1, score([seat.place or 0 for seat in table], own), match))
    return Deal(number, against, sorted(games))
