"""Celery tasks of matches. The rows are the truth: a message may come twice, or never."""

from datetime import timedelta

import structlog
from celery import shared_task
from django.conf import settings

from games.matches.claims import sweep_matches
from games.matches.pruning import prune_by_policy
from games.matches.queueing import RUN, RUN_APART, SWEEP, default_settings
from games.matches.worker import run_batch, run_sandboxed_batch
from league.common.outages import has_space

log = structlog.get_logger(__name__)


@shared_task(name=RUN)
def run_matches(ids: list[int]) -> None:
    """Play a batch of matches. While the disk is full they wait for a later sweep."""
    if _has_space():
        run_batch(ids, terms=default_settings(), in_turn=True)


@shared_task(name=RUN_APART)
def run_program(ids: list[int]) -> None:
    """Play matches of uploaded bots, if there is a working sandbox and space on the disk."""
    if _has_space():
        run_sandboxed_batch(ids, terms=default_settings(), in_turn=True)


@shared_task(name="games.matches.prune")
def prune() -> None:
    """Prune old records of built-in bots' matches, where the settings say so."""
    if settings.RECORDS_DAYS > 0:
        prune_by_policy(older_than=timedelta(days=settings.RECORDS_DAYS))


@shared_task(name=SWEEP)
def sweep() -> None:
    """Queue again what was lost."""
    sweep_matches(terms=default_settings())


def _has_space() -> bool:
    """Return whether results can be written, and log it if not: the matches wait without another sign."""
    if has_space():
        return True
    log.warning("the disk is full; matches wait", folder=str(settings.VOLUME))
    return False
