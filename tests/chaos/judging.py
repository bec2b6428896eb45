"""The judge in a directed test, where nobody sweeps and nobody folds unless the test says so."""

from collections.abc import Collection

from league.ratings.queries import is_behind
from league.ratings.services import fold_pool
from league.results.models import Pool
from tests.chaos.checking import Faults, examine
from tests.chaos.gates import eventually


def found(*, attempts: int, given_up: Collection[int] = ()) -> Faults:
    """Return the violated invariants once all ratings are up to date."""
    eventually(all_folded, "a pool stays behind its ledger although nobody enters anything")
    return examine(attempts=attempts, given_up=given_up)


def all_folded() -> bool:
    """Fold every pool; not all are up to their ledgers while a worker is at one, for then a fold leaves it alone."""
    pools = list(Pool.objects.values_list("pk", flat=True))
    for pool in pools:
        fold_pool(pool_id=pool)
    return not any(is_behind(pool) for pool in pools)
