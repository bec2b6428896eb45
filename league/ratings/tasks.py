"""Celery tasks of ratings. The ledger is the truth: a message may come twice, or never."""

from celery import shared_task

from league.ratings.queries import is_behind, pools_behind
from league.ratings.services import FIT, FOLD, SWEEP, clear_pending, enqueue_fold, fit_pool, fold_pool, start_cooldown


@shared_task(name=FOLD)
def fold(pool_id: int) -> None:
    """Fold a pool's ledger; fits have a task of their own."""
    clear_pending(pool_id)
    rate_pool(pool_id)


def rate_pool(pool_id: int) -> None:
    """Rate the new results of a pool in this worker. Systems fitted to the whole history get a task of their own."""
    fold_pool(pool_id=pool_id, fits=False)
    if is_behind(pool_id):
        enqueue_fold(pool_id, FIT)


@shared_task(name=FIT)
def fit(pool_id: int) -> None:
    """Update a pool's fits; the next run waits for the pause after this one."""
    clear_pending(pool_id, FIT)
    start_cooldown(pool_id)
    fit_pool(pool_id=pool_id)


@shared_task(name=SWEEP)
def sweep() -> None:
    """Enqueue a fold of every pool that a lost message left behind."""
    for pool_id in pools_behind():
        clear_pending(pool_id)
        enqueue_fold(pool_id)
