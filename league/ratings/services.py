"""Fold pools by each of their rating systems, in chunks, each a transaction; wake one worker for many announcements."""

from enum import Enum
from functools import partial

import structlog
from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import OperationalError

from league.common.redis_client import RedisError, broker
from league.competition.ratings import rating_systems
from league.competition.ratings.elo import ELO
from league.ratings.models import Checkpoint, Fold, Rating, RatingStep
from league.ratings.queries import fits_of, is_behind, systems_of
from league.ratings.stored_fit import StoredFit
from league.ratings.stored_fold import StoredFold
from league.results.models import Pool

log = structlog.get_logger(__name__)

FOLD = "league.ratings.fold"
FIT = "league.ratings.fit"
SWEEP = "league.ratings.sweep"
KEY = "moothill:{}:{}"  # a task, a pool
LONGEST_WAIT = 20  # seconds after which a message counts as lost
REST = 10  # seconds between the fits of a pool
CHECKPOINT_EVERY = 10_000  # results
LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('league.ratings ' || %s), %s)"  # a system, a pool


def enqueue_fold(pool_id: int, task: str = FOLD) -> None:
    """Enqueue a fold of the pool, or its fit.

    Without a broker, or during a pause, nothing is sent; the sweep finds the pool later.
    """
    try:
        rests = task == FIT and broker().exists(KEY.format(f"{FIT}.rest", pool_id))
        if not rests and broker().set(KEY.format(task, pool_id), 1, nx=True, ex=LONGEST_WAIT):
            current_app.send_task(task, [pool_id])
    except (RedisError, OperationalError) as error:
        log.warning("the update of ratings was not enqueued", pool=pool_id, task=task, cause=str(error))


def clear_pending(pool_id: int, task: str = FOLD) -> None:
    """Let the next announcement send a message again. Call it before reading the ledger, so that none is missed."""
    try:
        broker().delete(KEY.format(task, pool_id))
    except RedisError as error:
        log.warning("Redis is unreachable; the fold continues", pool=pool_id, cause=str(error))


def start_cooldown(pool_id: int) -> None:
    """Send no messages for fits of the pool for `REST` seconds. Call it when a fit begins."""
    try:
        broker().set(KEY.format(f"{FIT}.rest", pool_id), 1, ex=REST)
    except RedisError as error:
        log.warning("Redis is unreachable; the fit continues", pool=pool_id, cause=str(error))


class FoldStatus(Enum):
    """The status of a fold or fit after one chunk."""

    MORE_TO_DO = "more to do"
    UP_TO_DATE = "up to date"
    WAITS_FOR_ELO = "the fold of Elo is not complete yet"
    LOCKED = "another process folds"


def fold_pool(*, pool_id: int, checkpoint_every: int = CHECKPOINT_EVERY, fits: bool = True) -> None:
    """Fold a pool to the end of its ledger by all its systems: folds first, then fits if asked.

    If another process is folding, return at once: it looks again after it has released the lock, so nothing that was
    entered before this call is missed.
    """
    systems = [system.slug for system in systems_of(Pool.objects.get(pk=pool_id))]
    for system in systems:
        if system not in rating_systems():
            continue
        fold_next = partial(fold_chunk, pool_id=pool_id, system=system, checkpoint_every=checkpoint_every)
        while (chunk := fold_next()) != FoldStatus.LOCKED:
            if chunk == FoldStatus.UP_TO_DATE and not is_behind(pool_id, system):
                break
    if fits:
        fit_pool(pool_id=pool_id)


def fit_pool(*, pool_id: int) -> None:
    """Recompute a pool's fits, unless another process does. While Elo is behind they wait for it."""
    for system in fits_of(Pool.objects.get(pk=pool_id)):
        while fit_once(pool_id=pool_id, system=system.slug) != FoldStatus.LOCKED:
            if not is_behind(pool_id, system.slug) or is_behind(pool_id, ELO.slug):
                break


@transaction.atomic
def fit_once(*, pool_id: int, system: str) -> FoldStatus:
    """Recompute one fit of a pool, unless another process does."""
    if not _lock(system, pool_id):
        return FoldStatus.LOCKED
    return FoldStatus.UP_TO_DATE if StoredFit(pool_id, system).update() else FoldStatus.WAITS_FOR_ELO


@transaction.atomic
def fold_chunk(*, pool_id: int, system: str, checkpoint_every: int = CHECKPOINT_EVERY) -> FoldStatus:
    """Fold the next chunk of a pool by a system, or refold it, unless another process does."""
    if not _lock(system, pool_id):
        return FoldStatus.LOCKED
    stored = StoredFold(pool_id, system, checkpoint_every)
    changed = stored.first_changed()
    if changed is None:
        stored.extend()
    else:
        stored.refold(changed)
    return FoldStatus.UP_TO_DATE if stored.is_up_to_date else FoldStatus.MORE_TO_DO


@transaction.atomic
def drop_fold(*, pool_id: int, system: str = "") -> None:
    """Delete the folds of a pool (by one system, or by all); the next fold starts at the ledger's start."""
    folds = Fold.objects.filter(pool_id=pool_id, **({"system": system} if system else {}))
    keys = list(folds.values_list("pk", flat=True))
    for cache in (Checkpoint, Rating, RatingStep):
        cache.objects.filter(fold__in=keys).delete()
    folds.delete()


def _lock(system: str, pool_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [system, pool_id])
        return bool(cursor.fetchone()[0])
