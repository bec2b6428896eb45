"""Which queues a worker takes from: where no sandbox holds, none of those in which programs of strangers wait.

A message that such a worker took would be gone, and its match would wait for the next sweep though another worker with
a sandbox may be idle. What it found it goes on telling, so that pages can say why programs wait.
"""

from typing import Any, Final

import structlog
from celery import bootsteps

from games.matches.sandboxes import look_for_a_sandbox

log = structlog.get_logger(__name__)

OF_PROGRAMS: Final = frozenset({"bots", "programs"})
EVERY: Final = 60.0  # seconds


class TakeWhatCanBeRun(bootsteps.StartStopStep):
    """A step of the worker's consumer, gone through each time the worker has found its broker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **how: Any) -> None:
        super().__init__(consumer, **how)
        self._served = OF_PROGRAMS & set(consumer.app.amqp.queues.consume_from)

    def start(self, consumer: Any) -> None:
        """Look for a sandbox, once a process, and tell of it from now on."""
        if not self._served:
            return
        if not look_for_a_sandbox().holds:
            log.warning("no sandbox holds here, so this worker takes no programs", queues=sorted(self._served))
            for queue in self._served & set(consumer.app.amqp.queues.consume_from):
                consumer.cancel_task_queue(queue)
        consumer.timer.call_repeatedly(EVERY, look_for_a_sandbox)
