"""Celery tasks of matches, and the worker's step that looks for a sandbox.

The rows are the truth: a message may come twice, or never.
"""

from collections.abc import Set as AbstractSet
from datetime import timedelta
from typing import Any, Final

import structlog
from celery import bootsteps, shared_task
from django.conf import settings

from games.matches.claims import sweep_matches
from games.matches.pruning import prune_by_policy
from games.matches.queueing import QUEUE_APART, QUEUE_MIXED, RUN, RUN_APART, SWEEP, default_settings
from games.matches.worker import run_batch, run_sandboxed_batch
from league.common.outages import has_space
from league.common.sandboxes import retry_sandbox

log = structlog.get_logger(__name__)

SANDBOX_QUEUES: Final = frozenset({"bots", QUEUE_APART, QUEUE_MIXED})
LOOK_SECONDS: Final = 60.0  # between two looks for a sandbox


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


class SandboxQueuesStep(bootsteps.StartStopStep):
    """A step of the worker at each connection to the broker: it serves uploaded bots only with a working sandbox."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self._served = SANDBOX_QUEUES & set(consumer.app.amqp.queues.consume_from)

    def start(self, consumer: Any) -> None:
        """Look for a sandbox now and periodically."""
        if self._served:
            self._look(consumer)
            consumer.timer.call_repeatedly(LOOK_SECONDS, self._look, (consumer,))

    def _look(self, consumer: Any) -> None:
        consume_if_sandboxed(consumer, self._served, holds=retry_sandbox().holds)


def consume_if_sandboxed(consumer: Any, served: AbstractSet[str], *, holds: bool) -> None:
    """Consume these queues if there is a sandbox, else cancel them."""
    taken = served & set(consumer.app.amqp.queues.consume_from)
    if holds and served - taken:
        log.info("a sandbox works now; this worker runs uploaded bots", queues=sorted(served - taken))
        for queue in served - taken:
            consumer.add_task_queue(queue)
    if not holds and taken:
        log.warning("no sandbox works; this worker runs no uploaded bots", queues=sorted(taken))
        for queue in taken:
            consumer.cancel_task_queue(queue)
