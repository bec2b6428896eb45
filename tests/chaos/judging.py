"""The judge in a directed test, where nobody sweeps and nobody folds unless the test says so."""

from collections.abc import Collection

from league.ratings.services import fold_pool
from league.results.models import Pool
from tests.chaos.checking import Faults, examine


def found(*, attempts: int, given_up: Collection[int] = ()) -> Faults:
    """What the judge finds when all ratings are folded."""
    for pool in Pool.objects.all():
        fold_pool(pool_id=pool.pk)
    return examine(attempts=attempts, given_up=given_up)
