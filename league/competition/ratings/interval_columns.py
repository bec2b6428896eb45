"""The intervals of many Elo results at once: what `elo` and `spread` come to one by one, in columns by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from league.competition.ratings.columns import Numbers, Tables
from league.competition.ratings.curve import ONE
from league.competition.ratings.elo import sums_over
from league.competition.ratings.spread import DECAY, LAST, STEPS, Spread, Sums, estimated

if TYPE_CHECKING:
    from league.competition.ratings.elo import Pool

_DECAY: Final = np.array([*DECAY, 0], np.int64)


class Columns(NamedTuple):
    """By seat, in the order of the ledger: ratings, exposures and noise before and after the result."""

    before: Numbers
    after: Numbers
    exposure_before: Numbers
    exposure: Numbers
    noise_before: Numbers
    noise: Numbers


def intervals(
    state: Pool, tables: Tables, columns: Columns, is_first: NDArray[np.bool_], anchors: Numbers, variances: Numbers
) -> tuple[Spread, Numbers]:
    """Return the spread after all results, and by seat the variance after its result.

    `is_first` marks the first results of players who are new to the pool. `variances`, by player, change to those
    after all results; at seats that are not rated the variance stays.
    """
    spread, used = _spreads(state, tables, columns, is_first, anchors)
    rated = np.repeat(tables.rated, tables.sizes)
    variance, pace, calm = np.repeat(used, tables.sizes[tables.rated], axis=0).T
    fresh = np.empty(len(rated), np.int64)
    fresh[rated] = _variances(variance, pace, calm, columns.exposure[rated], columns.noise[rated])
    return spread, _carried_on(tables, rated, fresh, variances)


def _spreads(
    state: Pool, tables: Tables, columns: Columns, is_first: NDArray[np.bool_], anchors: Numbers
) -> tuple[Spread, Numbers]:
    """Return the last spread, and for every rated result the variance, pace and calm that hold for it."""
    sums = _sums(state, tables, columns, is_first, anchors)
    used = np.empty((len(sums), 3), np.int64)
    spread, at = state.spread, 0
    while at < len(sums):
        due = at + spread.due - spread.results - 1  # the result after which the spread is estimated again
        used[at:due] = spread[:3]
        if due >= len(sums):
            return spread._replace(results=spread.results + len(sums) - at), used
        spread = estimated(Sums(*sums[due].tolist()), spread.due)
        used[due] = spread[:3]
        at = due + 1
    return spread, used


def _sums(state: Pool, tables: Tables, columns: Columns, is_first: NDArray[np.bool_], anchors: Numbers) -> Numbers:
    """Return the sums over the pool after every rated result."""
    after = _terms(columns.after - anchors, columns.exposure, columns.noise)
    before = _terms(columns.before - anchors, columns.exposure_before, columns.noise_before)
    rated = np.repeat(tables.rated, tables.sizes)
    changes = np.column_stack((is_first & rated, *(new - old for new, old in zip(after, before, strict=True))))
    last_seats = np.cumsum(tables.sizes)[tables.rated] - 1
    sums: Numbers = np.array(sums_over(state)[:5], np.int64) + np.cumsum(changes, axis=0)[last_seats]
    return sums


def _terms(apart: Numbers, exposure: Numbers, noise: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return what each seat adds to `Sums`, but for the number of players."""
    tenths = apart // 100
    closed = ONE - _DECAY[np.minimum(exposure * STEPS // ONE, LAST + 1)]
    return tenths * tenths, noise, closed, closed * closed


def _variances(variance: Numbers, pace: Numbers, calm: Numbers, exposure: Numbers, noise: Numbers) -> Numbers:
    """Compute `spread.variance_of` in columns."""
    left = _DECAY[np.minimum(exposure * pace // ONE * STEPS // ONE, LAST + 1)]
    found: Numbers = variance * left // ONE * left // ONE + noise * calm // ONE
    return found


def _carried_on(tables: Tables, rated: NDArray[np.bool_], fresh: Numbers, variances: Numbers) -> Numbers:
    """Return by seat the variance of its player: the last fresh one, or the one before all these results."""
    seats = np.arange(len(rated))
    ordered, own = tables.order, tables.who[tables.order]
    latest = np.maximum.accumulate(np.where(rated[ordered], seats, -1))
    first = np.searchsorted(own, own)
    found = np.where(latest >= first, fresh[ordered][latest], variances[own])
    variances[own] = found  # of several seats of a player the last stays
    by_seat = np.empty_like(found)
    by_seat[ordered] = found
    return by_seat
