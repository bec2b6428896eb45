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
from league.ratings.elo_fold import Lines, PoolFold, RatingRow, StepRow
from league.ratings.fit import fitted_rows
from league.ratings.ledger import BEGINNING, columns_after, eras_in, merges_in
from league.ratings.models import Fold
from league.ratings.stored_fold import ratings_stored
from league.results.models import Pool

AT_ONCE = 10_000

STEPS = """
SELECT player_id, ordinal, result_id, before, after, uncertainty, games, model_uncertainty FROM ratings_ratingstep
WHERE fold_id = %s ORDER BY player_id, ordinal
"""
_STEP = struct.Struct("<8q")
ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
NAMED = 5  # players whose ratings differ are named, up to so many


class Folded(NamedTuple):
    """The result of a fold."""

    state: bytes
    ratings: tuple[RatingRow, ...]
    """By ascending player."""
    steps: bytes
    """A digest of every step, player by player."""


def refolded(pool_id: int, system: str, until: Fold | None = None) -> Folded:
    """Fold or fit a pool's whole ledger in memory, without locks.

    With `until`, as far as that fold is, with its merges: the result has to be equal to it.
    """
    if system in rating_fits():
        return _refitted(pool_id, system, until)
    digest, state = StepDigest(), PoolFold(rating_system_named(system))
    for lines in _ledger(pool_id, until):
        digest.add(state.take_all(lines).tolist())
    return Folded(state.dump(), tuple(state.standings()), digest.value())


def stored(pool_id: int, system: str) -> Folded:
    """Return what is stored of a fold, in the same shape; of one that never began, nothing at all."""
    fold = Fold.objects.filter(pool=pool_id, system=system).first()
    digest = StepDigest()
    if fold is None:
        return Folded(_nothing(system), (), digest.value())
    digest.add(_stored_steps(fold.pk))
    return Folded(bytes(fold.state), tuple(ratings_stored(fold)), digest.value())


class StepDigest:
    """Hashes steps, in any order that keeps each player's own."""

    def __init__(self) -> None:
        self._players: dict[int, Any] = defaultdict(hashlib.sha256)

    def add(self, steps: Iterable[Sequence[int]]) -> None:
        """Add the next steps."""
        for step in steps:
            self._players[step[0]].update(_STEP.pack(*step))

    def value(self) -> bytes:
        """Return the digest of all steps so far."""
        whole = hashlib.sha256()
        for player in sorted(self._players):
            whole.update(self._players[player].digest())
        return whole.digest()


def _refitted(pool_id: int, system: str, until: Fold | None) -> Folded:
    fit, beside = rating_fit_named(system), PoolFold(ELO)
    tallies, eras = fit.start(), eras_in(pool_id, *_reach(pool_id, until))
    for lines in _ledger(pool_id, until):
        beside.take_all(lines)
        fit.count(tallies, eras.results_in(lines))
    rows = fitted_rows(beside.standings(), eras.as_they_are(fit.ratings(tallies)))
    return Folded(fit.dump(tallies), tuple(rows), StepDigest().value())


def _nothing(system: str) -> bytes:
    if system in rating_fits():
        fit = rating_fit_named(system)
        return fit.dump(fit.start())
    return PoolFold(rating_system_named(system)).dump()


def _ledger(pool_id: int, until: Fold | None) -> Iterator[Lines]:
    bound, merges = _reach(pool_id, until)
    place = BEGINNING
    while lines := columns_after(pool_id, place, bound, AT_ONCE, merges):
        yield lines
        place = lines.last


def _reach(pool_id: int, until: Fold | None) -> tuple[int, dict[int, int]]:
    if until is not None:
        return until.folded_number, until.whom_it_read()
    return Pool.objects.values_list("next_number", flat=True).get(pk=pool_id) - 1, merges_in(pool_id)


def _stored_steps(fold_id: int) -> Iterator[StepRow]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(STEPS, [fold_id])
        yield from cursor


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison of one fold: the differences, and `behind`, the rows of the ledger that it has not folded yet."""

    pool: Pool
    system: str
    results: int
    players: int
    behind: int
    differences: tuple[str, ...] = ()

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to compare."""
        return self.results > 0


def compare(pool_id: int, system: str) -> Compared:
    """Compare one fold with the ledger as far as it is folded, in one snapshot.

    Must not run within a transaction.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(ONE_MOMENT)
        pool = Pool.objects.get(pk=pool_id)
        fold = Fold.objects.filter(pool=pool, system=system).first()
        if fold is None:
            return Compared(pool, system, 0, 0, pool.next_number - 1)
        kept, anew = stored(pool_id, system), refolded(pool_id, system, fold)
        behind = pool.next_number - 1 - fold.folded_number
        return Compared(
            pool, system, fold.folded_number, len(anew.ratings), behind, tuple(_differences(fold, kept, anew))
        )


def _differences(fold: Fold, kept: Folded, anew: Folded) -> Iterator[str]:
    if fold.folded_number != fold.seen_number:  # a chunk of a long ledger: the places after it are still to come
        return
    if kept.state != anew.state:
        yield f"the state ({len(kept.state)} bytes are stored, {len(anew.state)} come out)"
    if kept.ratings != anew.ratings:
        yield from _ratings(kept.ratings, anew.ratings)
    if kept.steps != anew.steps:
        yield "the steps"


def _ratings(kept: tuple[RatingRow, ...], anew: tuple[RatingRow, ...]) -> Iterator[str]:
    before, after = ({row.player: row for row in rows} for rows in (kept, anew))
    differing = sorted(player for player in before | after if before.get(player) != after.get(player))
    players = Player.objects.in_bulk(differing[:NAMED])
    for player in differing[:NAMED]:
        values = (_value(before.get(player)), _value(after.get(player)))
        yield f"the rating of {players[player].public_id} ({values[0]} is stored, {values[1]} comes out)"
    if len(differing) > NAMED:
        yield f"the ratings of {len(differing) - NAMED} more"


def _value(row: RatingRow | None) -> str:
    return "none" if row is None else f"{row.value}, {row.games} results"
