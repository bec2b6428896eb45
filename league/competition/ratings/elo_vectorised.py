"""Elo of many results at once: the sums of `elo`, number for number, in whole columns.

Results between which nobody plays twice form a wave, and are computed side by side. A result is of wave 0 if nobody at
its table played before, else of the wave after the latest of theirs. Within a wave every player sits once, so going
wave by wave gives the same as going line by line. Among 1,000 players a wave holds some 130 tables of two, 55 of three,
30 of four; among a few it holds one or two.

What a pair exchanges needs no uncertainty, and its K only how many results both had, which is known beforehand. So
there are three passes: ratings, wave by wave; what follows from them, for all results at once; and exposure and noise,
wave by wave again. All are 64-bit integers: the widest number, the noise at a table of five, stays below 10^18.

Arrays of one size of table have the shape (results, seats) or, by pair, (results, seats, seats). A pair with oneself
has K = 0, and so has every pair of a result that is not rated: it moves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from league.competition.errors import WrongResult
from league.competition.ratings.columns import Indices, Moves, Numbers, Tables
from league.competition.ratings.curve import DEVIATION, EXPECTED, ONE, VARIANCE, WIDEST
from league.competition.ratings.elo import (
    INTERVAL,
    K_PROVISIONAL,
    PROVISIONAL_RESULTS,
    SLOPE,
    TENTHS,
    K,
    Pool,
    newcomer,
    sums_over,
)
from league.competition.ratings.spread import DECAY, LAST, STEPS, Spread, Sums, estimate_spread

NARROW: Final = 10  # waves of fewer seats are slower than single results

# E for differences of -WIDEST to WIDEST points.
_EXPECTED: Final = np.array([ONE - expected for expected in EXPECTED[:0:-1]] + list(EXPECTED), np.int64)
_VARIANCE: Final = np.array(VARIANCE, np.int64)
_DEVIATION: Final = np.array(DEVIATION, np.int64)
_LEVEL: Final = 1000 * WIDEST + 500
_DECAY: Final = np.array([*DECAY, 0], np.int64)


class Columns(NamedTuple):
    """By seat, in the order of the ledger: ratings, exposures and noise before and after the result."""

    before: Numbers
    after: Numbers
    exposure_before: Numbers
    exposure: Numbers
    noise_before: Numbers
    noise: Numbers


@dataclass(slots=True)
class _Tables:
    """All results of one size of table, in the order of their waves."""

    seats: Indices  # the index of each seat in the columns
    who: Indices
    edges: list[int]  # the first row of each wave, and the end of the last
    k: Numbers  # K of every pair
    scored: Numbers  # 2 K times the score
    before: Numbers
    after: Numbers
    keep: Numbers = field(init=False)
    gain: Numbers = field(init=False)
    added: Numbers = field(init=False)  # noise that each seat adds
    exposure: Numbers = field(init=False)  # after the result
    noise: Numbers = field(init=False)
    noise_before: Numbers = field(init=False)

    @property
    def opponents(self) -> int:
        return int(self.who.shape[1]) - 1


def fold_in_waves(state: Pool, tables: Tables) -> Moves | None:
    """Apply results to `state`, unless their waves are too narrow: then do nothing and return None."""
    names, who = tables.names.tolist(), tables.who
    if len(who) < NARROW:  # not even one wave is wide enough
        return None
    waves = np.array(waves_of(who.tolist(), tables.sizes.tolist(), len(names)), np.int64)
    depth = int(waves.max(initial=-1)) + 1
    if len(who) < NARROW * depth:
        return None
    rows = np.array([state.players.get(player) or newcomer() for player in names], np.int64).reshape(-1, 6)
    rating, variance, results, exposure, noise, anchor = rows.T.copy()
    rated = np.repeat(tables.rated, tables.sizes)
    played = results[who] + _earlier(tables, rated)
    groups = [_tables_of(size, tables, waves, played) for size in np.unique(tables.sizes).tolist() if size]
    _walk_ratings(rating, groups, depth)
    for group in groups:
        _compute_errors(group)
    _walk_errors(exposure, noise, groups, depth)
    columns = _in_ledger_order(groups, len(who))
    is_new = np.array([player not in state.players for player in names], np.bool_)
    state.spread, variances = interval_columns(
        state, tables, columns, is_new[who] & (played == 0), anchor[who], variance
    )
    results += np.bincount(who, rated, len(names)).astype(np.int64)
    states = np.column_stack((rating, variance, results, exposure, noise, anchor)).tolist()
    state.players.update((player, row) for player, row in zip(names, states, strict=True) if row[2])
    uncertainty = np.sqrt(variances * INTERVAL).astype(np.int64)  # exact below 2^52, and cut to the whole
    return Moves(columns.before, columns.after, uncertainty, played + rated, np.zeros_like(played))


def _earlier(tables: Tables, rated: NDArray[np.bool_]) -> Numbers:
    """Return for each seat how many of the rated results before it have the same player."""
    ordered = tables.who[tables.order]
    so_far: Numbers = np.cumsum(rated[tables.order]) - rated[tables.order]
    first = np.searchsorted(ordered, np.arange(len(tables.names)))
    earlier = np.empty_like(so_far)
    earlier[tables.order] = so_far - so_far[first][ordered]
    return earlier


def _tables_of(size: int, tables: Tables, waves: Numbers, played: Numbers) -> _Tables:
    rows = np.flatnonzero(tables.sizes == size)
    rows = rows[np.argsort(waves[rows], kind="stable")]
    seats = tables.first_seats[rows][:, None] + np.arange(size)
    _check(tables, rows, seats)
    places = tables.places[seats]
    own = np.where(played[seats] < PROVISIONAL_RESULTS, K_PROVISIONAL, K)
    k = (own[:, :, None] + own[:, None, :]) // 2 * tables.rated[rows][:, None, None]
    k[:, range(size), range(size)] = 0
    score = (np.sign(places[:, None, :] - places[:, :, None]) + 1) * (ONE // 2)
    edges = np.searchsorted(waves[rows], np.arange(waves.max() + 2)).tolist()
    return _Tables(
        seats=seats,
        who=tables.who[seats],
        edges=edges,
        k=k,
        scored=2 * k * score,
        before=np.empty_like(seats),
        after=np.empty_like(seats),
    )


def _check(tables: Tables, rows: Indices, seats: Indices) -> None:
    """Raise `WrongResult` for a rated result of one player, or with a player twice."""
    ordered = np.sort(tables.players[seats], axis=1)
    wrong = tables.rated[rows] & ((ordered[:, 1:] == ordered[:, :-1]).any(axis=1) | (seats.shape[1] < 2))
    for table in seats[wrong]:
        raise WrongResult(seats=tuple(tables.players[table].tolist()), places=tuple(tables.places[table].tolist()))


def _walk_ratings(ratings: Numbers, groups: list[_Tables], depth: int) -> None:
    """Exchange, wave by wave. Halves are rounded away from 0, as in `elo`."""
    for wave in range(depth):
        for group in groups:
            start, end = group.edges[wave], group.edges[wave + 1]
            if start == end:
                continue
            who = group.who[start:end]
            group.before[start:end] = before = ratings[who]
            apart = before[:, :, None] - before[:, None, :]
            expected = _EXPECTED.take((apart + _LEVEL - (apart < 0)) // 1000, mode="clip")
            divisor = 1000 * group.opponents
            doubled = group.scored[start:end] - group.k[start:end] * expected * 2
            ratings[who] = group.after[start:end] = before + ((doubled + divisor - (doubled < 0)) // (2 * divisor)).sum(
                axis=2
            )


def _compute_errors(group: _Tables) -> None:
    """Compute how much of every error stays, and the noise that is added."""
    apart = np.abs(group.before[:, :, None] - group.before[:, None, :])
    index = np.minimum((apart + 500) // 1000, WIDEST)
    k, opponents = group.k, max(1, group.opponents)
    variance = _VARIANCE[index]
    spread = variance * k
    group.gain = (spread * 1000 // (SLOPE * opponents)).sum(axis=2)
    group.keep = ONE - group.gain
    if opponents == 1:
        group.added = (TENTHS * k * k * variance // ONE).sum(axis=2)
        return
    square, deviation = (spread * k).sum(axis=2), (k * _DEVIATION[index]).sum(axis=2)
    group.added = (2 * square * ONE + deviation * deviation) * TENTHS // (3 * ONE * ONE * opponents**2)


def _walk_errors(exposures: Numbers, noises: Numbers, groups: list[_Tables], depth: int) -> None:
    for group in groups:
        group.exposure, group.noise, group.noise_before = (np.empty_like(group.before) for _ in range(3))
    for wave in range(depth):
        for group in groups:
            start, end = group.edges[wave], group.edges[wave + 1]
            if start == end:
                continue
            who, keep = group.who[start:end], group.keep[start:end]
            group.noise_before[start:end] = before = noises[who]
            noises[who] = group.noise[start:end] = before * keep // ONE * keep // ONE + group.added[start:end]
            exposures[who] = group.exposure[start:end] = exposures[who] + group.gain[start:end]


def _in_ledger_order(groups: list[_Tables], seats: int) -> Columns:
    """Return the seats in the order of the ledger."""
    columns = Columns(*(np.empty(seats, np.int64) for _ in Columns._fields))
    for group in groups:
        columns.before[group.seats] = group.before
        columns.after[group.seats] = group.after
        columns.exposure_before[group.seats] = group.exposure - group.gain
        columns.exposure[group.seats] = group.exposure
        columns.noise_before[group.seats] = group.noise_before
        columns.noise[group.seats] = group.noise
    return columns


def interval_columns(
    state: Pool, tables: Tables, columns: Columns, is_first: NDArray[np.bool_], anchors: Numbers, variances: Numbers
) -> tuple[Spread, Numbers]:
    """Return the spread after all results, and by seat the variance after its result.

    `is_first` marks the first results of players who are new to the pool. `variances`, by player, change to those
    after all results; at seats that are not rated the variance stays.
    """
    spread, used = _spreads(state, tables, columns, is_first, anchors)
    rated = np.repeat(tables.rated, tables.sizes)
    variance, pace, noise_factor = np.repeat(used, tables.sizes[tables.rated], axis=0).T
    fresh = np.empty(len(rated), np.int64)
    fresh[rated] = _variances(variance, pace, noise_factor, columns.exposure[rated], columns.noise[rated])
    return spread, _latest_variances(tables, rated, fresh, variances)


def _spreads(
    state: Pool, tables: Tables, columns: Columns, is_first: NDArray[np.bool_], anchors: Numbers
) -> tuple[Spread, Numbers]:
    """Return the last spread, and for every rated result the variance, pace and noise factor that hold for it."""
    sums = _sums(state, tables, columns, is_first, anchors)
    used = np.empty((len(sums), 3), np.int64)
    spread, at = state.spread, 0
    while at < len(sums):
        due = at + spread.due - spread.results - 1  # the result after which the spread is estimated again
        used[at:due] = spread[:3]
        if due >= len(sums):
            return spread._replace(results=spread.results + len(sums) - at), used
        spread = estimate_spread(Sums(*sums[due].tolist()), spread.due)
        used[due] = spread[:3]
        at = due + 1
    return spread, used


def _sums(state: Pool, tables: Tables, columns: Columns, is_first: NDArray[np.bool_], anchors: Numbers) -> Numbers:
    """Return the sums over the pool after every rated result."""
    after = _summands(columns.after - anchors, columns.exposure, columns.noise)
    before = _summands(columns.before - anchors, columns.exposure_before, columns.noise_before)
    rated = np.repeat(tables.rated, tables.sizes)
    changes = np.column_stack((is_first & rated, *(new - old for new, old in zip(after, before, strict=True))))
    last_seats = np.cumsum(tables.sizes)[tables.rated] - 1
    sums: Numbers = np.array(sums_over(state)[:5], np.int64) + np.cumsum(changes, axis=0)[last_seats]
    return sums


def _summands(apart: Numbers, exposure: Numbers, noise: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return what each seat adds to `Sums`, but for the number of players."""
    tenths = apart // 100
    closed = ONE - _DECAY[np.minimum(exposure * STEPS // ONE, LAST + 1)]
    return tenths * tenths, noise, closed, closed * closed


def _variances(variance: Numbers, pace: Numbers, noise_factor: Numbers, exposure: Numbers, noise: Numbers) -> Numbers:
    """Compute `spread.variance_of` in columns."""
    left = _DECAY[np.minimum(exposure * pace // ONE * STEPS // ONE, LAST + 1)]
    found: Numbers = variance * left // ONE * left // ONE + noise * noise_factor // ONE
    return found


def _latest_variances(tables: Tables, rated: NDArray[np.bool_], fresh: Numbers, variances: Numbers) -> Numbers:
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


def waves_of(players: Sequence[int], sizes: Sequence[int], count: int) -> list[int]:
    """Return the wave of each result. Players are numbered below `count` and follow one another, result by result."""
    last, waves, end = [-1] * count, [], 0
    for size in sizes:
        start, end = end, end + size
        table = players[start:end]
        wave = -1
        for player in table:
            if last[player] > wave:
                wave = last[player]
        wave += 1
        for player in table:
            last[player] = wave
        waves.append(wave)
    return waves
