"""What many blocks say of bots: scores by seat, by opponent and by block, with their intervals. Pure.

A score is what a seat made of its table: the share of the others that it left behind, shared places half, from 0 to 1.
The games of a block have one deal, so they do not count as so many: intervals are those of means of blocks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from statistics import fmean, variance
from typing import NamedTuple, TypeVar

from engine.core.intervals import wilson

Key = TypeVar("Key")


class Game(NamedTuple):
    """One finished match of a block: who sat where, from the first seat on, and the place that each came to."""

    block: int
    players: tuple[int, ...]
    places: tuple[int, ...]


class Share(NamedTuple):
    """A mean score over some blocks, between the ends of its 95 % interval."""

    mean: float
    low: float
    high: float
    blocks: int
    games: int


class SeatWorth(NamedTuple):
    """What a seat is worth, counted from 1: the first is the first to move."""

    number: int
    share: Share

    @property
    def advantage(self) -> tuple[int, int, int]:
        """How far it is above an even score, in points of a hundred, and the ends of the interval of that."""
        mean, low, high = (round(100 * end) - 50 for end in self.share[:3])
        return mean, low, high


def from_every_seat(games: Iterable[Game]) -> list[Game]:
    """Those of blocks that were played from every seat; where a bot plays from afar a block has one game alone."""
    found = list(games)
    played = Counter(game.block for game in found)
    return [game for game in found if played[game.block] == len(game.players)]


def seats_of(games: Iterable[Game], player: int) -> tuple[list[SeatWorth], bool]:
    """What a player scored from each seat, and whether in blocks that were played from all of them.

    Those are taken alone where there are any: from one seat a deal says as much of its cards as of the seat.
    """
    own = [game for game in games if player in game.players]
    turned = from_every_seat(own)
    return worths(by_seat(turned or own, player)), bool(turned)


def worths(shares: Mapping[int, Share]) -> list[SeatWorth]:
    """What `by_seat` found, from the first seat on."""
    return [SeatWorth(seat + 1, shares[seat]) for seat in sorted(shares)]


def score(places: Sequence[int], seat: int) -> float:
    """What the seat made of its table."""
    others = [place for number, place in enumerate(places) if number != seat]
    return fmean(_against(places[seat], other) for other in others)


def by_seat(games: Iterable[Game], player: int | None = None) -> dict[int, Share]:
    """The mean score of each seat, from 0: of one player, or of whoever sat there, which shows what a seat is worth."""
    return _shares(games, lambda game: _seats_of(game, player))


def by_opponent(games: Iterable[Game], player: int) -> dict[int, Share]:
    """Head-to-head: what the player scored against everybody met, at tables of any size."""
    return _shares(games, lambda game: _duels_of(game, player))


def by_block(games: Iterable[Game], player: int) -> dict[int, float]:
    """The player's mean score in each block, in the order in which the blocks come."""
    return {block: scores[player] for block, scores in of_blocks(games).items() if player in scores}


def extremes(scores: Mapping[int, float], most: int) -> tuple[list[int], list[int]]:
    """Return the worst blocks and the best of the others, at most so many of each.

    None is among the worst in which nothing was lost, none among the best in which nothing was won.
    """
    ordered = sorted(scores, key=lambda block: (scores[block], -block))
    worst = [block for block in ordered if scores[block] < 1][:most]
    best = [block for block in ordered[len(worst) :] if scores[block] > 0]
    return worst, best[: -most - 1 : -1]


def of_blocks(games: Iterable[Game]) -> dict[int, dict[int, float]]:
    """Everybody's mean score in each block, in the order in which the blocks come."""
    scores: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for seat, player in enumerate(game.players):
            scores[game.block][player].append(score(game.places, seat))
    return {block: {player: fmean(each) for player, each in of.items()} for block, of in scores.items()}


def overall(games: Iterable[Game]) -> dict[int, Share]:
    """The mean score of everybody."""
    return _shares(games, lambda game: [(game.players[seat], score(game.places, seat)) for seat in _seats(game)])


def head_to_head(games: Iterable[Game]) -> dict[tuple[int, int], Share]:
    """What everybody scored against everybody met."""
    return _shares(games, _all_duels_of)


def _shares(games: Iterable[Game], found: Callable[[Game], Iterable[tuple[Key, float]]]) -> dict[Key, Share]:
    scores: dict[Key, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for key, value in found(game):
            scores[key][game.block].append(value)
    return {key: _share(list(blocks.values())) for key, blocks in scores.items()}


def _share(blocks: Sequence[Sequence[float]]) -> Share:
    means = [fmean(block) for block in blocks]
    mean = fmean(means)
    return Share(mean, *_interval(means, mean), len(blocks), sum(map(len, blocks)))


def _interval(means: Sequence[float], mean: float) -> tuple[float, float]:
    """That of as many games of all or nothing as would spread as these blocks do, one a block at least."""
    spread = variance(means) if len(means) > 1 else 0.0
    games = max(1.0, mean * (1 - mean) / spread) * len(means) if spread else float(len(means))
    return wilson(mean, games)


def _against(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)


def _seats(game: Game) -> range:
    return range(len(game.players))


def _seats_of(game: Game, player: int | None) -> list[tuple[int, float]]:
    return [(seat, score(game.places, seat)) for seat in _seats(game) if player in (None, game.players[seat])]


def _duels_of(game: Game, player: int) -> Iterator[tuple[int, float]]:
    for (one, other), value in _all_duels_of(game):
        if one == player:
            yield other, value


def _all_duels_of(game: Game) -> Iterator[tuple[tuple[int, int], float]]:
    for one, other in permutations(_seats(game), 2):
        yield (game.players[one], game.players[other]), _against(game.places[one], game.places[other])
