"""Fold pools by each of their rating systems, in chunks, each a transaction; wake one worker for many announcements."""

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from league.common.live import announce
from league.common.redis_client import RedisError, broker
from league.competition.ratings import rating_fit_named, rating_systems
from league.competition.ratings.elo import ELO
from league.competition.ratings.system import Rating as Fitted
from league.ratings.elo_fold import RatingRow
from league.ratings.ledger import Eras, eras_in, tables_between
from league.ratings.models import Checkpoint, Fold, Rating, RatingStep
from league.ratings.queries import fits_of, is_behind, systems_of
from league.ratings.stored_fold import Book, ratings_stored, write_ratings
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


class Chunk(Enum):
    """The status after one chunk."""

    MORE_TO_DO = "more to do"
    UP_TO_DATE = "up to date"
    NOT_YET = "what it is read off is not there yet"
    SOMEBODY_ELSE_FOLDS = "somebody else folds"


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
        while (chunk := fold_next()) != Chunk.SOMEBODY_ELSE_FOLDS:
            if chunk == Chunk.UP_TO_DATE and not is_behind(pool_id, system):
                break
    if fits:
        fit_pool(pool_id=pool_id)


def fit_pool(*, pool_id: int) -> None:
    """Recompute a pool's fits, unless another process does. While Elo is behind they wait for it."""
    for system in fits_of(Pool.objects.get(pk=pool_id)):
        while fit_once(pool_id=pool_id, system=system.slug) != Chunk.SOMEBODY_ELSE_FOLDS:
            if not is_behind(pool_id, system.slug) or is_behind(pool_id, ELO.slug):
                break


@transaction.atomic
def fit_once(*, pool_id: int, system: str) -> Chunk:
    """Recompute one fit of a pool, unless another process does."""
    if not _lock(system, pool_id):
        return Chunk.SOMEBODY_ELSE_FOLDS
    return Chunk.UP_TO_DATE if Fitting(pool_id, system).go_on() else Chunk.NOT_YET


@transaction.atomic
def fold_chunk(*, pool_id: int, system: str, checkpoint_every: int = CHECKPOINT_EVERY) -> Chunk:
    """Fold the next chunk of a pool by a system, or refold it, unless another process does."""
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


AT_ONCE = 50_000  # results


class Fitting:
    """One recomputation of a pool's fit, within one transaction, while its lock is held.

    Tallies follow the ledger by number, ratings follow from the tallies. A tally does not depend on the order of
    results: a late result is added, a correction subtracts the superseded row and adds its own; only a merge recounts
    everything. The other columns of a leaderboard (games, form, seats) are the same for every system and read from the
    fold of Elo, which has to exist first.
    """

    def __init__(self, pool_id: int, system: str) -> None:
        self._pool = Pool.objects.get(pk=pool_id)
        self._fit = rating_fit_named(system)
        self._fold, _ = Fold.objects.get_or_create(pool_id=pool_id, system=system)

    def go_on(self) -> bool:
        """Update the fit to the state of the fold of Elo; return False while that is incomplete."""
        elo = Fold.objects.defer("state").filter(pool=self._pool, system=ELO.slug).first()
        if elo is None or elo.folded_number != elo.seen_number:
            return False
        rows = ratings_stored(elo)
        if Fold.objects.values_list("revision", flat=True).get(pk=elo.pk) != elo.revision:
            return False
        if (self._fold.folded_number, self._fold.merges) != (elo.folded_number, elo.merges):
            eras = eras_in(self._pool.pk, elo.folded_number, elo.merge_targets_read())
            tallies = self._count(elo, eras)
            self._write(fitted_rows(rows, eras.as_they_are(self._fit.ratings(tallies))))
            self._close(elo, self._fit.dump(tallies))
        return True

    def _count(self, elo: Fold, eras: Eras) -> Any:
        """Return the tallies with the results since the last fit."""
        goes_on = self._fold.merges == elo.merges and self._fold.folded_number <= elo.folded_number
        tallies = self._fit.load(bytes(self._fold.state)) if goes_on and self._fold.state else self._fit.start()
        seen = self._fold.folded_number if goes_on else 0
        merges = elo.merge_targets_read()
        for first in range(seen, elo.folded_number, AT_ONCE):
            bound = min(first + AT_ONCE, elo.folded_number)
            for times, tables in tables_between(self._pool.pk, first, bound, merges, eras):
                self._fit.count(tallies, tables, times)
        return tallies

    def _write(self, rows: list[RatingRow]) -> None:
        Rating.objects.filter(fold=self._fold).exclude(player__in=[row.player for row in rows]).delete()
        write_ratings(self._fold.pk, self._fold.generation, rows)

    def _close(self, elo: Fold, state: bytes) -> None:
        for column in ("seen_number", "folded_number", "folded_count", "last_played_at", "last_number", "merges"):
            setattr(self._fold, column, getattr(elo, column))
        self._fold.state = state
        self._fold.revision = F("revision") + 1
        self._fold.folded_at = Now()
        self._fold.save()
        announce(f"pool:{self._pool.public_id}")


def fitted_rows(elo: Iterable[RatingRow], fitted: Mapping[int, Fitted]) -> list[RatingRow]:
    """Return the rows of a fit from those of Elo: its values and intervals, and no change, for it has no steps."""
    return [
        row._replace(value=fitted[row.player].value, uncertainty=fitted[row.player].uncertainty, change=0)
        for row in elo
    ]
