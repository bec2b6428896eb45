"""What workers are woken for. The ledger says what there is to fold; a message may come twice, or never."""

from celery import shared_task

from league.ratings.selectors.folds import is_behind, pools_behind
from league.ratings.services import fit_pool, fold_pool
from league.ratings.waking import FIT, FOLD, SWEEP, forget_waiting, let_rest, wake


@shared_task(name=FOLD)
def fold(pool_id: int) -> None:
    """Bring a pool's ratings up to its ledger; what is fitted to the whole of it is left to a task of its own."""
    forget_waiting(pool_id)
    rate_pool(pool_id)


def rate_pool(pool_id: int) -> None:
    """Rate the new results of a pool in this worker. Systems fitted to the whole history get a task of their own."""
    fold_pool(pool_id=pool_id, fits=False)
    if is_behind(pool_id):
        wake(pool_id, FIT)


@shared_task(name=FIT)
def fit(pool_id: int) -> None:
    """Bring a pool's fits up to its ledger; the next run waits until the rest after this one is over."""
    forget_waiting(pool_id, FIT)
    let_rest(pool_id)
    fit_pool(pool_id=pool_id)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Wake a fold for every pool that a lost message left behind."""
    for pool_id in pools_behind():
        forget_waiting(pool_id)
        wake(pool_id)
