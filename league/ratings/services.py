"""Folds pools: one fold of a pool at a time, in chunks, each a transaction that leaves a state to go on from.

A chunk ends where a checkpoint is due or where the ledger ends. Results that belong before the last one folded (played
earlier, or correcting an earlier one) make a refold: from the nearest checkpoint it goes over what stays, and from the
first place touched on writes anew. That is one transaction too, so readers see the old ratings or the new.
"""

from enum import Enum

from django.db import connection, transaction

from league.ratings.book import Book
from league.ratings.models import Checkpoint, Fold, Rating, RatingStep
from league.ratings.selectors import is_behind

CHECKPOINT_EVERY = 10_000  # results
LOCK_SPACE = 0x666F_6C64  # "fold": the first half of the advisory lock's key; the second is the pool


class Chunk(Enum):
    """What came of one chunk."""

    MORE_TO_DO = "more to do"
    UP_TO_DATE = "up to date"
    SOMEBODY_ELSE_FOLDS = "somebody else folds"


def fold_pool(*, pool_id: int, checkpoint_every: int = CHECKPOINT_EVERY) -> None:
    """Fold a pool up to the end of its ledger.

    Where somebody else folds already this returns at once: they look again after they have let go of the lock, so
    nothing that was entered before this call stays behind.
    """
    while True:
        match fold_chunk(pool_id=pool_id, checkpoint_every=checkpoint_every):
            case Chunk.SOMEBODY_ELSE_FOLDS:
                return
            case Chunk.UP_TO_DATE if not is_behind(pool_id):
                return


@transaction.atomic
def fold_chunk(*, pool_id: int, checkpoint_every: int = CHECKPOINT_EVERY) -> Chunk:
    """Fold the next chunk of a pool, or refold it, unless somebody else is at it."""
    if not _lock(pool_id):
        return Chunk.SOMEBODY_ELSE_FOLDS
    book = Book(pool_id, checkpoint_every)
    touched = book.first_touched()
    if touched is None:
        book.go_on()
    else:
        book.refold(touched)
    return Chunk.UP_TO_DATE if book.is_up_to_date else Chunk.MORE_TO_DO


@transaction.atomic
def drop_fold(*, pool_id: int) -> None:
    """Forget everything folded of a pool; the next fold begins at the start of its ledger."""
    for cache in (Fold, Checkpoint, Rating, RatingStep):
        cache.objects.filter(pool_id=pool_id)._raw_delete("default")


def _lock(pool_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [LOCK_SPACE, pool_id])
        return bool(cursor.fetchone()[0])
