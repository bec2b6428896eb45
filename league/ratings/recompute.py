"""Recompute a pool's fold in memory, and compare the result with the stored one, byte by byte."""

import hashlib
import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection, transaction

from league.accounts.models import Player
from league.competition.ratings import rating_fit_named, rating_fits, rating_system_named
from league.competition.ratings.elo import ELO
from league.ratings.fold_rows import ratings_stored
from league.ratings.ledger import BEGINNING, eras_in, lines_after, merges_in
from league.ratings.models import Fold
from league.ratings.pool_fold import Lines, PoolFold, RatingRow
from league.ratings.stored_fit import fitted_rows
from league.results.models import Pool

STEPS = """
SELECT player_id, ordinal, result_id, before, after, uncertainty, games, model_uncertainty FROM ratings_ratingstep
WHERE fold_id = %s ORDER BY player_id, ordinal
"""
_STEP = struct.Struct("<8q")
READ_SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
MOST_NAMED = 5  # players named in the list of differences


class FoldContent(NamedTuple):
    """The content of a fold: what is stored of it, or what comes out when it is computed again."""

    state: bytes
    ratings: tuple[RatingRow, ...]
    """By ascending player."""
    steps: bytes
    """A digest of every step, player by player."""


def recompute_fold(pool_id: int, system: str, until: Fold | None = None) -> FoldContent:
    """Fold or fit a pool's whole ledger in memory, without locks.

    With `until`, stop where that fold stops and use the merges that it has read: the result has to be equal to it.
    """
    if system in rating_fits():
        return _recompute_fit(pool_id, system, until)
    digest, state = StepDigest(), PoolFold(rating_system_named(system))
    for lines in _ledger(pool_id, until):
        digest.add(state.take_all(lines).tolist())
    return FoldContent(state.dump(), tuple(state.standings()), digest.value())


def stored_content(pool_id: int, system: str) -> FoldContent:
    """Return what is stored of a fold; an empty content for one that does not exist or has read no result."""
    fold = Fold.objects.filter(pool=pool_id, system=system).first()
    digest = StepDigest()
    if fold is None:
        return FoldContent(_empty_state(system), (), digest.value())
    digest.add(_stored_steps(fold.pk))
    return FoldContent(bytes(fold.state) or _empty_state(system), tuple(ratings_stored(fold)), digest.value())


class StepDigest:
    """A digest of rating steps. Steps of one player are added in order; players may alternate."""

    def __init__(self) -> None:
        self._players: dict[int, Any] = defaultdict(hashlib.sha256)

    def add(self, steps: Iterable[Sequence[int]]) -> None:
        """Add the next steps."""
        for step in steps:
            self._players[step[0]].update(_STEP.pack(*step))

    def value(self) -> bytes:
        """Return the digest of all steps so far."""
        digest = hashlib.sha256()
        for player in sorted(self._players):
            digest.update(self._players[player].digest())
        return digest.digest()


def _recompute_fit(pool_id: int, system: str, until: Fold | None) -> FoldContent:
    fit, elo = rating_fit_named(system), PoolFold(ELO)
    tallies, eras = fit.start(), eras_in(pool_id, *_bounds(pool_id, until))
    for lines in _ledger(pool_id, until):
        elo.take_all(lines)
        fit.count(tallies, eras.results_in(lines))
    rows = fitted_rows(elo.standings(), eras.ratings_since_restart(fit.ratings(tallies)))
    return FoldContent(fit.dump(tallies), tuple(rows), StepDigest().value())


def _empty_state(system: str) -> bytes:
    if system in rating_fits():
        fit = rating_fit_named(system)
        return fit.dump(fit.start())
    return PoolFold(rating_system_named(system)).dump()


def _ledger(pool_id: int, until: Fold | None) -> Iterator[Lines]:
    return lines_after(pool_id, BEGINNING, *_bounds(pool_id, until))


def _bounds(pool_id: int, until: Fold | None) -> tuple[int, dict[int, int]]:
    if until is not None:
        return until.folded_number, until.merge_targets_read()
    return Pool.objects.values_list("next_number", flat=True).get(pk=pool_id) - 1, merges_in(pool_id)


def _stored_steps(fold_id: int) -> Iterator[Sequence[int]]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(STEPS, [fold_id])
        yield from cursor


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of a stored fold with the ledger. `behind` counts ledger rows that it has not folded yet."""

    pool: Pool
    system: str
    results: int
    players: int
    behind: int
    differences: tuple[str, ...] = ()

    @property
    def is_begun(self) -> bool:
        """Whether the fold has any results to compare."""
        return self.results > 0


def compare(pool_id: int, system: str) -> Comparison:
    """Compare a stored fold with the ledger up to the same row, in one snapshot of the database.

    Raise RuntimeError if called within a transaction.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(READ_SNAPSHOT)
        pool = Pool.objects.get(pk=pool_id)
        fold = Fold.objects.filter(pool=pool, system=system).first()
        if fold is None:
            return Comparison(pool, system, 0, 0, pool.next_number - 1)
        before, recomputed = stored_content(pool_id, system), recompute_fold(pool_id, system, fold)
        behind = pool.next_number - 1 - fold.folded_number
        return Comparison(
            pool,
            system,
            fold.folded_number,
            len(recomputed.ratings),
            behind,
            tuple(_differences(fold, before, recomputed)),
        )


def _differences(fold: Fold, stored_content: FoldContent, recomputed: FoldContent) -> Iterator[str]:
    if fold.folded_number != fold.seen_number:  # a chunk of a long ledger: the positions after it are still to come
        return
    if stored_content.state != recomputed.state:
        yield f"the state ({len(stored_content.state)} bytes are stored, {len(recomputed.state)} come out)"
    if stored_content.ratings != recomputed.ratings:
        yield from _rating_differences(stored_content.ratings, recomputed.ratings)
    if stored_content.steps != recomputed.steps:
        yield "the steps"


def _rating_differences(stored_content: tuple[RatingRow, ...], recomputed: tuple[RatingRow, ...]) -> Iterator[str]:
    before, after = ({row.player: row for row in rows} for rows in (stored_content, recomputed))
    differing = sorted(player for player in before | after if before.get(player) != after.get(player))
    players = Player.objects.in_bulk(differing[:MOST_NAMED])
    for player in differing[:MOST_NAMED]:
        values = (_value(before.get(player)), _value(after.get(player)))
        yield f"the rating of {players[player].public_id} ({values[0]} is stored, {values[1]} comes out)"
    if len(differing) > MOST_NAMED:
        yield f"the ratings of {len(differing) - MOST_NAMED} more"


def _value(row: RatingRow | None) -> str:
    return "none" if row is None else f"{row.value}, {row.games} results"
