"""What workers are woken for. The ledger says what there is to fold; a message may come twice, or never."""

from celery import shared_task

from league.ratings.selectors import pools_behind
from league.ratings.services import fold_pool
from league.ratings.waking import FOLD, SWEEP, forget_waiting, wake


@shared_task(name=FOLD)
def fold(pool_id: int) -> None:
    """Bring a pool's ratings up to its ledger."""
    forget_waiting(pool_id)
    fold_pool(pool_id=pool_id)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Wake a fold for every pool that a lost message left behind."""
    for pool_id in pools_behind():
        forget_waiting(pool_id)
        wake(pool_id)
