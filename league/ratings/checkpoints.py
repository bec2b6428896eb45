"""Which checkpoints of a fold are kept: the farther back one stands, the wider apart from the next.

A refold goes over everything that follows a place anyway. Where checkpoints are at most a quarter of that apart, it
goes over at most a third more than it must, and a long ledger has a few of them for every doubling. One for every
stretch would cost players times results, since each holds everybody in the pool.
"""

from league.ratings.models import Checkpoint, Fold

FEWEST = 4  # in what follows one, where it is not among the last


def is_kept(count: int, length: int, every: int) -> bool:
    """Whether a checkpoint after so many lines is kept in a ledger of that length.

    What is kept of a longer ledger was kept of every shorter one.
    """
    return count % _apart(length - length % every - count, every) == 0


def thin(fold: Fold, length: int, every: int) -> None:
    """Forget the checkpoints that are no longer kept."""
    counts = Checkpoint.objects.filter(fold=fold).values_list("count", flat=True)
    gone = [count for count in counts if not is_kept(count, length, every)]
    if gone:
        Checkpoint.objects.filter(fold=fold, count__in=gone).delete()


def _apart(following: int, every: int) -> int:
    apart = every
    while 2 * FEWEST * apart <= following:
        apart *= 2
    return apart
