"""Many results at once, as columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from league.competition.ratings.system import RatedResult

if TYPE_CHECKING:
    from league.competition.ratings.system import RatingSystem

Numbers = NDArray[np.int64]
Indices = NDArray[np.intp]
SMALL = 1 << 16  # numbers below it are sorted in a quarter of the time


class Tables(NamedTuple):
    """Results in the order of the ledger; seats follow one another, result by result."""

    sizes: Numbers  # seats of each table; 0 if the result was withdrawn
    rated: NDArray[np.bool_]  # whether the result moves ratings
    names: Numbers  # every player, ascending
    who: Indices  # by seat: the index in `names`
    order: Indices  # the seats by player, each player's own in the order of the ledger
    places: Numbers  # by seat

    @property
    def players(self) -> Numbers:
        """By seat."""
        return self.names[self.who]

    @property
    def first_seats(self) -> Numbers:
        """By result: where its seats begin."""
        return np.cumsum(self.sizes) - self.sizes


class Moves(NamedTuple):
    """What results did, by seat: the fields of `Step`."""

    before: Numbers
    after: Numbers
    uncertainty: Numbers
    results: Numbers
    model_uncertainty: Numbers


def tables_of(players: Sequence[Sequence[int]], places: Sequence[Sequence[int]], rated: Sequence[bool]) -> Tables:
    """Return the columns of results that are given one by one."""
    sizes = np.fromiter(map(len, players), np.int64, len(players))
    seats = int(sizes.sum())
    return tables_from(
        sizes,
        np.fromiter(rated, np.bool_, len(rated)),
        np.fromiter(chain.from_iterable(players), np.int64, seats),
        np.fromiter(chain.from_iterable(places), np.int64, seats),
    )


def tables_from(sizes: Numbers, rated: NDArray[np.bool_], players: Numbers, places: Numbers) -> Tables:
    """Return the tables of these columns; the last two go by seat."""
    names, who = np.unique(players, return_inverse=True)
    order = np.argsort(who.astype(np.uint16) if len(names) < SMALL else who, kind="stable")
    return Tables(sizes, rated, names, who, order, places)


def results_in(tables: Tables) -> list[RatedResult]:
    """Return the rated results of these tables, one by one."""
    players, places, first = tables.players.tolist(), tables.places.tolist(), tables.first_seats.tolist()
    return [
        RatedResult(tuple(players[start : start + size]), tuple(places[start : start + size]))
        for start, size, rated in zip(first, tables.sizes.tolist(), tables.rated.tolist(), strict=True)
        if rated
    ]


def one_by_one(system: RatingSystem[Any], state: Any, tables: Tables) -> Moves:
    """Apply one result after the other."""
    players, places = tables.players.tolist(), tables.places.tolist()
    rows: list[tuple[int, int, int, int, int]] = []
    end = 0
    for size, rated in zip(tables.sizes.tolist(), tables.rated.tolist(), strict=True):
        start, end = end, end + size
        if rated:
            result = RatedResult(tuple(players[start:end]), tuple(places[start:end]))
            rows += [step[1:] for step in system.apply(state, result)]
        else:
            rows += [_unmoved(system, state, player) for player in players[start:end]]
    return Moves(*np.array(rows, np.int64).reshape(-1, 5).T)


def _unmoved(system: RatingSystem[Any], state: Any, player: int) -> tuple[int, int, int, int, int]:
    value, uncertainty, results, _provisional, model_uncertainty = system.rating(state, player)
    return value, value, uncertainty, results, model_uncertainty
