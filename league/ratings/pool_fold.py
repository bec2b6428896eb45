"""Fold the lines of a ledger into rating steps and ratings, by any rating system. Pure."""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from league.competition.ratings.columns import Numbers, Tables, tables_from
from league.competition.ratings.system import RatingSystem
from league.ratings.player_stats import Tallies, Tally, packed, tally_all, unpacked

_LENGTH = struct.Struct("<Q")


Position = tuple[int, int]
"""The position of a line in the order of a fold: when it was played, in microseconds since 1970, and its number."""


class Line(NamedTuple):
    """One subject of the ledger as it counts now. A withdrawn one has no players."""

    position: Position
    result: int
    is_rated: bool
    players: tuple[int, ...]
    places: tuple[int, ...]
    begin_again: tuple[int, ...] = ()
    """Who begins again directly before it, because another strength plays under their name."""


Steps = NDArray[np.int64]
"""A row for each seat of each line, as `RatingStep` holds it: player, ordinal, result, rating before and after,
uncertainty, rated results so far, model uncertainty."""


class RatingRow(NamedTuple):
    """A player's rating, as stored in `Rating`; `last_played` in microseconds since 1970."""

    player: int
    value: int
    uncertainty: int
    model_uncertainty: int
    is_provisional: bool
    games: int
    wins: int
    change: int
    form: str
    last_played: int
    by_seat: tuple[int, ...]


class PoolFold:
    """A pool after so many lines; mutable."""

    def __init__(self, system: RatingSystem[Any], state: bytes = b"") -> None:
        self._system = system
        self._ratings, self._tallies = _load(system, state) if state else (system.start(), {})

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self._tallies)

    def take_all(self, lines: "Lines") -> Steps:
        """Fold the next lines and return the step of each seat."""
        if not lines.beginnings:
            return self._take_columns(lines)
        steps = []
        for players, part in lines.segments():
            for player in players:
                self._begin_again(player)
            steps.append(self._take_columns(part))
        return np.concatenate(steps)

    def _take_columns(self, lines: "Lines") -> Steps:
        moves = self._system.apply_all(self._ratings, lines.tables)
        ordinals = tally_all(self._tallies, lines.tables, lines.played, moves.before)
        results = np.repeat(lines.results, lines.tables.sizes)
        return np.column_stack((lines.tables.players, ordinals, results, *moves))

    def standings(self, players: Iterable[int] | None = None) -> list[RatingRow]:
        """Return the ratings of players (None: all) with a rated result, by ascending player id."""
        wanted = sorted(self._tallies if players is None else players)
        return [self._standing(player, self._tallies[player]) for player in wanted if self._tallies[player].letters]

    def ordinals(self) -> dict[int, int]:
        """Return how many lines each player has so far."""
        return {player: tally.ordinal for player, tally in self._tallies.items()}

    def dump(self) -> bytes:
        """Return the state as bytes; equal states give equal bytes."""
        ratings = self._system.dump(self._ratings)
        return b"".join([_LENGTH.pack(len(ratings)), ratings, *packed(self._tallies)])

    def _begin_again(self, player: int) -> None:
        """A new version of a bot: rating and form stay, uncertainty and counts restart."""
        self._system.begin_again(self._ratings, player)
        if player in self._tallies:
            self._tallies[player].begin_again()

    def _standing(self, player: int, tally: Tally) -> RatingRow:
        tally.cut()
        value, uncertainty, games, provisional, model = self._system.rating(self._ratings, player)
        return RatingRow(
            player=player,
            value=value,
            uncertainty=uncertainty,
            model_uncertainty=model,
            is_provisional=provisional,
            games=games,
            wins=sum(tally.by_seat[1::2]),
            change=value - tally.befores[0],
            form="".join(tally.letters),
            last_played=tally.last_played,
            by_seat=tuple(tally.by_seat),
        )


def _load(system: RatingSystem[Any], state: bytes) -> tuple[Any, Tallies]:
    (length,) = _LENGTH.unpack_from(state)
    end = _LENGTH.size + length
    return system.load(state[_LENGTH.size : end]), unpacked(state[end:])


class Restart(NamedTuple):
    """A player restarts directly before the line at that index."""

    at: int
    player: int


@dataclass(frozen=True, slots=True)
class Lines:
    """Subjects of the ledger as columns, in the fold's order, as they count now."""

    played: Numbers
    """In microseconds since 1970."""
    numbers: Numbers
    results: Numbers
    tables: Tables
    beginnings: tuple[Restart, ...] = ()
    """In order."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def first(self) -> Position:
        """The position of the first line."""
        return int(self.played[0]), int(self.numbers[0])

    @property
    def last(self) -> Position:
        """The position of the last line."""
        return int(self.played[-1]), int(self.numbers[-1])

    def before(self, position: Position) -> int:
        """Return how many lines come before a position."""
        played, number = position
        return int(((self.played < played) | ((self.played == played) & (self.numbers < number))).sum())

    def split_at(self, at: int) -> "tuple[Lines, Lines]":
        """Return the first so many, and the rest."""
        return self._part(0, at), self._part(at, len(self))

    def segments(self) -> "Iterator[tuple[list[int], Lines]]":
        """Yield the lines in stretches, each with the players who restart directly before it."""
        edges = sorted({0, len(self), *(restart.at for restart in self.beginnings)})
        for start, end in pairwise(edges):
            players = [restart.player for restart in self.beginnings if restart.at == start]
            yield players, self._part(start, end)

    def _part(self, start: int, end: int) -> "Lines":
        sizes, rated, players, places = self.tables.sizes, self.tables.rated, self.tables.players, self.tables.places
        first, last = int(sizes[:start].sum()), int(sizes[:end].sum())
        tables = tables_from(sizes[start:end], rated[start:end], players[first:last], places[first:last])
        own = tuple(Restart(at - start, player) for at, player in self.beginnings if start <= at < end)
        return Lines(self.played[start:end], self.numbers[start:end], self.results[start:end], tables, own)


def lines_of(lines: Sequence[Line]) -> Lines:
    """Return lines as columns."""
    sizes = np.fromiter((len(line.players) for line in lines), np.int64, len(lines))
    positions = np.array([line.position for line in lines], np.int64).reshape(-1, 2)
    tables = tables_from(
        sizes,
        np.fromiter((line.is_rated for line in lines), np.bool_, len(lines)),
        _flat_array([line.players for line in lines], sizes),
        _flat_array([line.places for line in lines], sizes),
    )
    own = tuple(Restart(at, player) for at, line in enumerate(lines) for player in line.begin_again)
    return Lines(positions[:, 0], positions[:, 1], np.array([line.result for line in lines], np.int64), tables, own)


def _flat_array(rows: Sequence[Sequence[int]], sizes: NDArray[np.int64]) -> Numbers:
    return np.fromiter(chain.from_iterable(rows), np.int64, int(sizes.sum()))
