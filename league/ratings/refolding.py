"""A fold made anew in memory, beside the one that is stored: two values that are equal, or something is wrong."""

import hashlib
import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import connection

from league.ratings.fitting import fitted_rows
from league.ratings.folding import PoolFold, RatingRow, StepRow
from league.ratings.ledger import BEGINNING, columns_after, eras_in, merges_in
from league.ratings.lines import Lines
from league.ratings.models import Fold
from league.ratings.store import ratings_stored
from league.results.models import Pool
from league.rules.ratings import rating_fit_named, rating_fits, rating_system_named
from league.rules.ratings.elo import SYSTEM as ELO

AT_ONCE = 10_000

STEPS = """
SELECT player_id, ordinal, result_id, before, after, uncertainty, games, model_uncertainty FROM ratings_ratingstep
WHERE fold_id = %s ORDER BY player_id, ordinal
"""


class Folded(NamedTuple):
    """What a fold came to."""

    state: bytes
    ratings: tuple[RatingRow, ...]
    """By ascending player."""
    steps: bytes
    """A digest of every step, player by player."""


def refolded(pool_id: int, system: str, until: Fold | None = None) -> Folded:
    """Fold or fit a pool's whole ledger in memory, writing nothing and holding no lock.

    With `until`, as far as that fold is, and reading whom it read as whom: what it has to be equal to.
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
    """Takes steps in any order that keeps each player's own, and comes to the same bytes."""

    def __init__(self) -> None:
        self._players: dict[int, Any] = defaultdict(hashlib.sha256)

    def add(self, steps: Iterable[Sequence[int]]) -> None:
        """Take the next steps."""
        for step in steps:
            self._players[step[0]].update(_STEP.pack(*step))

    def value(self) -> bytes:
        """Return the digest of all steps so far."""
        whole = hashlib.sha256()
        for player in sorted(self._players):
            whole.update(self._players[player].digest())
        return whole.digest()


_STEP = struct.Struct("<8q")


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
