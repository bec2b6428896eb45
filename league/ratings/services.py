"""Folds pools by each of their rating systems: one fold at a time, in chunks, each a transaction that leaves a state to
go on from. A fit is no fold: it is recomputed whole, from tallies that follow the ledger.

A chunk ends where the ledger does, or after one stretch from checkpoint to checkpoint; in a large pool after several,
since what is done once a chunk is done for all its players. Results that belong before the last one folded (played
earlier, or correcting an earlier one) make a refold: from the nearest checkpoint it goes over what stays, and from the
first place touched on writes anew. That is one transaction too, so readers see the old ratings or the new.
"""

from enum import Enum

from django.db import connection, transaction

from league.ratings.book import Book
from league.ratings.fitting import Fitting
from league.ratings.models import Checkpoint, Fold, Rating, RatingStep
from league.ratings.refolding import Folded, refolded, stored
from league.ratings.selectors.folds import is_behind
from league.ratings.systems import fits_of, systems_of
from league.results.models import Pool
from league.rules.ratings import rating_systems
from league.rules.ratings.elo import SYSTEM as ELO

__all__ = [
    "CHECKPOINT_EVERY",
    "Chunk",
    "Folded",
    "drop_fold",
    "fit_once",
    "fit_pool",
    "fold_chunk",
    "fold_pool",
    "refolded",
    "stored",
]

CHECKPOINT_EVERY = 10_000  # results
LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('league.ratings ' || %s), %s)"  # a system, a pool


class Chunk(Enum):
    """What came of one chunk."""

    MORE_TO_DO = "more to do"
    UP_TO_DATE = "up to date"
    NOT_YET = "what it is read off is not there yet"
    SOMEBODY_ELSE_FOLDS = "somebody else folds"


def fold_pool(*, pool_id: int, checkpoint_every: int = CHECKPOINT_EVERY, fits: bool = True) -> None:
    """Bring a pool up to the end of its ledger by all its systems: the folds first, then the fits if asked.

    Where somebody else folds already this returns at once: they look again after they have let go of the lock, so
    nothing that was entered before this call stays behind.
    """
    systems = [system.slug for system in systems_of(Pool.objects.get(pk=pool_id))]
    for system in systems:
        if system in rating_systems():
            _fold_by(system, pool_id, checkpoint_every)
    if fits:
        fit_pool(pool_id=pool_id)


def fit_pool(*, pool_id: int) -> None:
    """Recompute a pool's fits, unless somebody is at it. While Elo is behind they wait for whoever folds it."""
    for system in fits_of(Pool.objects.get(pk=pool_id)):
        while fit_once(pool_id=pool_id, system=system.slug) != Chunk.SOMEBODY_ELSE_FOLDS:
            if not is_behind(pool_id, system.slug) or is_behind(pool_id, ELO.slug):
                break


@transaction.atomic
def fit_once(*, pool_id: int, system: str) -> Chunk:
    """Recompute one fit of a pool, unless somebody else is at it."""
    if not _lock(system, pool_id):
        return Chunk.SOMEBODY_ELSE_FOLDS
    return Chunk.UP_TO_DATE if Fitting(pool_id, system).go_on() else Chunk.NOT_YET


@transaction.atomic
def fold_chunk(*, pool_id: int, system: str, checkpoint_every: int = CHECKPOINT_EVERY) -> Chunk:
    """Fold the next chunk of a pool by a system, or refold it, unless somebody else is at it."""
    if not _lock(system, pool_id):
        return Chunk.SOMEBODY_ELSE_FOLDS
    book = Book(pool_id, system, checkpoint_every)
    touched = book.first_touched()
    if touched is None:
        book.go_on()
    else:
        book.refold(touched)
    return Chunk.UP_TO_DATE if book.is_up_to_date else Chunk.MORE_TO_DO


@transaction.atomic
def drop_fold(*, pool_id: int, system: str = "") -> None:
    """Forget everything folded of a pool (by one system, or by all); the next fold begins at the ledger's start."""
    folds = Fold.objects.filter(pool_id=pool_id, **({"system": system} if system else {}))
    keys = list(folds.values_list("pk", flat=True))
    for cache in (Checkpoint, Rating, RatingStep):
        cache.objects.filter(fold__in=keys)._raw_delete("default")
    folds._raw_delete("default")


def _fold_by(system: str, pool_id: int, checkpoint_every: int) -> None:
    while True:
        match fold_chunk(pool_id=pool_id, system=system, checkpoint_every=checkpoint_every):
            case Chunk.SOMEBODY_ELSE_FOLDS:
                return
            case Chunk.UP_TO_DATE if not is_behind(pool_id, system):
                return


def _lock(system: str, pool_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [system, pool_id])
        return bool(cursor.fetchone()[0])
