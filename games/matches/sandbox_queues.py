"""Workers without a working sandbox do not consume the queues of uploaded bots.

A message taken by such a worker would be lost until the next sweep, while another worker may be idle. The worker
looks for a sandbox again and again, and reports what it found, so that pages can say why programs wait.
"""

from collections.abc import Set as AbstractSet
from typing import Any, Final

import structlog
from celery import bootsteps

from league.shared.sandboxes import look_again

log = structlog.get_logger(__name__)


OF_PROGRAMS: Final = frozenset({"bots", "programs"})
EVERY: Final = 60.0  # seconds


class TakeWhatCanBeRun(bootsteps.StartStopStep):
    """A bootstep of the worker's consumer, run at each connection to the broker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **how: Any) -> None:
        super().__init__(consumer, **how)
        self._served = OF_PROGRAMS & set(consumer.app.amqp.queues.consume_from)

    def start(self, consumer: Any) -> None:
        """Look for a sandbox now and periodically."""
        if self._served:
            self._look(consumer)
            consumer.timer.call_repeatedly(EVERY, self._look, (consumer,))

    def _look(self, consumer: Any) -> None:
        take_or_leave(consumer, self._served, holds=look_again().holds)


def take_or_leave(consumer: Any, served: AbstractSet[str], *, holds: bool) -> None:
    """Consume these queues if there is a sandbox, else cancel them."""
    taken = served & set(consumer.app.amqp.queues.consume_from)
    if holds and served - taken:
        log.info("a sandbox holds here now, so this worker takes programs", queues=sorted(served - taken))
        for queue in served - taken:
            consumer.add_task_queue(queue)
    if not holds and taken:
        log.warning("no sandbox holds here, so this worker takes no programs", queues=sorted(taken))
        for queue in taken:
            consumer.cancel_task_queue(queue)
