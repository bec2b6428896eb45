"""Arithmetic of the scores of bots in deals: by seat, by opponent and by deal, with their intervals.

A score is the share of the opponents that a seat finished ahead of, ties half, from 0 to 1. The games of a block share
one deal and are not independent: intervals are those of means of blocks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from statistics import fmean, variance
from typing import NamedTuple, TypeVar

from engine.core.maths import wilson

Key = TypeVar("Key")


class Game(NamedTuple):
    """One finished match of a block: players and places by seat."""

    block: int
    players: tuple[int, ...]
    places: tuple[int, ...]


class Share(NamedTuple):
    """A mean score over some blocks with its 95 % interval."""

    mean: float
    low: float
    high: float
    blocks: int
    games: int


class SeatWorth(NamedTuple):
    """The mean score of a seat, counted from 1: the first moves first."""

    number: int
    share: Share

    @property
    def advantage(self) -> tuple[int, int, int]:
        """Its distance from an even score in percentage points, with the interval."""
        mean, low, high = (round(100 * end) - 50 for end in self.share[:3])
        return mean, low, high


def from_every_seat(games: Iterable[Game]) -> list[Game]:
    """Return the games of blocks that were played from every seat; a block with a remote bot has one game."""
    games = list(games)
    played = Counter(game.block for game in games)
    return [game for game in games if played[game.block] == len(game.players)]


def seats_of(games: Iterable[Game], player: int) -> tuple[list[SeatWorth], bool]:
    """Return a player's score from each seat, and whether only blocks played from every seat were counted.

    Those are preferred: a deal played from one seat says as much about its cards as about the seat.
    """
    own = [game for game in games if player in game.players]
    complete = from_every_seat(own)
    return shares_by_seat(by_seat(complete or own, player)), bool(complete)


def shares_by_seat(shares: Mapping[int, Share]) -> list[SeatWorth]:
    """Return the shares by seat as a list, from the first seat on."""
    return [SeatWorth(seat + 1, shares[seat]) for seat in sorted(shares)]


def score(places: Sequence[int], seat: int) -> float:
    """Return the score of a seat."""
    others = [place for number, place in enumerate(places) if number != seat]
    return fmean(_against(places[seat], other) for other in others)


def by_seat(games: Iterable[Game], player: int | None = None) -> dict[int, Share]:
    """Return the mean score of each seat, from 0: of one player, or of everybody who sat there."""
    return _shares(
        games,
        lambda game: [
            (seat, score(game.places, seat)) for seat in _seats(game) if player in (None, game.players[seat])
        ],
    )


def by_opponent(games: Iterable[Game], player: int) -> dict[int, Share]:
    """Return the player's head-to-head score against each opponent, at tables of any size."""
    return _shares(games, lambda game: [(other, value) for (own, other), value in _duels(game) if own == player])


def by_block(games: Iterable[Game], player: int) -> dict[int, float]:
    """Return the player's mean score in each block, in the order of the blocks."""
    return {block: scores[player] for block, scores in of_blocks(games).items() if player in scores}


def extremes(scores: Mapping[int, float], most: int) -> tuple[list[int], list[int]]:
    """Return the worst blocks and the best of the others, at most so many of each.

    A full score is never among the worst, a zero never among the best.
    """
    ordered = sorted(scores, key=lambda block: (scores[block], -block))
    worst = [block for block in ordered if scores[block] < 1][:most]
    best = [block for block in ordered[len(worst) :] if scores[block] > 0]
    return worst, best[: -most - 1 : -1]


def of_blocks(games: Iterable[Game]) -> dict[int, dict[int, float]]:
    """Return each player's mean score in each block, in the order of the blocks."""
    scores: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for seat, player in enumerate(game.players):
            scores[game.block][player].append(score(game.places, seat))
    return {block: {player: fmean(values) for player, values in own.items()} for block, own in scores.items()}


def overall(games: Iterable[Game]) -> dict[int, Share]:
    """Return the mean score of each player."""
    return _shares(games, lambda game: [(game.players[seat], score(game.places, seat)) for seat in _seats(game)])


def head_to_head(games: Iterable[Game]) -> dict[tuple[int, int], Share]:
    """Return the head-to-head score of each pair of players."""
    return _shares(games, _duels)


def _shares(games: Iterable[Game], found: Callable[[Game], Iterable[tuple[Key, float]]]) -> dict[Key, Share]:
    scores: dict[Key, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for key, value in found(game):
            scores[key][game.block].append(value)
    return {key: _share(list(blocks.values())) for key, blocks in scores.items()}


def _share(blocks: Sequence[Sequence[float]]) -> Share:
    """Return the share with Wilson's interval for as many win-or-lose games as vary like these blocks."""
    means = [fmean(block) for block in blocks]
    mean, spread = fmean(means), variance(means) if len(means) > 1 else 0.0
    games = max(1.0, mean * (1 - mean) / spread) * len(means) if spread else float(len(means))
    return Share(mean, *wilson(mean, games), len(blocks), sum(map(len, blocks)))


def _against(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)


def _seats(game: Game) -> range:
    return range(len(game.players))


def _duels(game: Game) -> Iterator[tuple[tuple[int, int], float]]:
    for one, other in permutations(_seats(game), 2):
        yield (game.players[one], game.players[other]), _against(game.places[one], game.places[other])
