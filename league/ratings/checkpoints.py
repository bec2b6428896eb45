"""Which checkpoints of a fold are kept: the older they are, the wider apart."""

from typing import Final

from league.ratings.models import Checkpoint, Fold

FEWEST_BETWEEN: Final = 4
"""The distance between checkpoints doubles where at least so many of the doubled distance follow."""


def is_stored(count: int, length: int, every: int) -> bool:
    """Return whether a checkpoint after `count` lines is kept in a ledger of that length.

    What is kept in a longer ledger was kept in every shorter one.
    """
    return count % _spacing(length - length % every - count, every) == 0


def thin_checkpoints(fold: Fold, length: int, every: int) -> None:
    """Delete checkpoints: the older they are, the wider apart they are kept."""
    counts = Checkpoint.objects.filter(fold=fold).values_list("count", flat=True)
    superfluous = [count for count in counts if not is_stored(count, length, every)]
    if superfluous:
        Checkpoint.objects.filter(fold=fold, count__in=superfluous).delete()


def _spacing(following: int, every: int) -> int:
    """Return the distance of checkpoints that so many lines follow, in lines."""
    apart = every
    while 2 * FEWEST_BETWEEN * apart <= following:
        apart *= 2
    return apart
