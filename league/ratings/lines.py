"""Lines of the ledger as columns: what a long fold reads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from league.ratings.folding import Line, Place
from league.rules.ratings.columns import Numbers, Tables, tables_from


class Beginning(NamedTuple):
    """Directly before the line at that index a player begins again."""

    at: int
    player: int


@dataclass(frozen=True, slots=True)
class Lines:
    """Subjects of the ledger in the fold's order, as they count now."""

    played: Numbers
    """In microseconds since 1970."""
    numbers: Numbers
    results: Numbers
    tables: Tables
    beginnings: tuple[Beginning, ...] = ()
    """In order."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def last(self) -> Place:
        """The place of the last of them."""
        return int(self.played[-1]), int(self.numbers[-1])

    def before(self, place: Place) -> int:
        """How many come before a place."""
        played, number = place
        return int(((self.played < played) | ((self.played == played) & (self.numbers < number))).sum())

    def parted(self, at: int) -> "tuple[Lines, Lines]":
        """The first so many, and the rest."""
        return self._part(0, at), self._part(at, len(self))

    @property
    def touched(self) -> list[int]:
        """Whose standing these lines change, ascending."""
        return sorted({*self.tables.names.tolist(), *(one.player for one in self.beginnings)})

    def stretches(self) -> "Iterator[tuple[list[int], Lines]]":
        """The lines in stretches, each with the players who begin again directly before it."""
        edges = sorted({0, len(self), *(one.at for one in self.beginnings)})
        for start, end in pairwise(edges):
            players = [one.player for one in self.beginnings if one.at == start]
            yield players, self._part(start, end)

    def _part(self, start: int, end: int) -> "Lines":
        sizes, rated, players, places = self.tables.sizes, self.tables.rated, self.tables.players, self.tables.places
        first, last = int(sizes[:start].sum()), int(sizes[:end].sum())
        tables = tables_from(sizes[start:end], rated[start:end], players[first:last], places[first:last])
        own = tuple(Beginning(at - start, player) for at, player in self.beginnings if start <= at < end)
        return Lines(self.played[start:end], self.numbers[start:end], self.results[start:end], tables, own)


def lines_of(lines: Sequence[Line]) -> Lines:
    """Return lines as columns."""
    sizes = np.fromiter((len(line.players) for line in lines), np.int64, len(lines))
    places = np.array([line.place for line in lines], np.int64).reshape(-1, 2)
    tables = tables_from(
        sizes,
        np.fromiter((line.is_rated for line in lines), np.bool_, len(lines)),
        _flat([line.players for line in lines], sizes),
        _flat([line.places for line in lines], sizes),
    )
    own = tuple(Beginning(at, player) for at, line in enumerate(lines) for player in line.begin_again)
    return Lines(places[:, 0], places[:, 1], np.array([line.result for line in lines], np.int64), tables, own)


def _flat(rows: Sequence[Sequence[int]], sizes: NDArray[np.int64]) -> Numbers:
    return np.fromiter(chain.from_iterable(rows), np.int64, int(sizes.sum()))
