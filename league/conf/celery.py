"""The Celery app. The database is the queue and the truth; Celery only wakes workers."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_ready

from league.common.kombu_transport import register_fixed_transport
from league.common.request_ids import connect_task_signals
from league.common.worker_heartbeat import HeartbeatStep
from league.conf.celery_schedule import SCHEDULE, SWEEPS_AT_START

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")
# A process is one of several on a core or two: numpy's threads would mostly wait for one another. Nothing above imports
# numpy, which reads this once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
register_fixed_transport()  # before the first connection

app = Celery("moothill")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].update({HeartbeatStep, "games.matches.tasks:SandboxQueuesStep"})  # by name: needs models
connect_task_signals()


@worker_init.connect
def share_memory(**_: Any) -> None:
    """Keep the garbage collector of child processes from writing to, and so copying, the memory that they share."""
    gc.collect()  # frozen garbage would stay
    gc.freeze()


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """Run the sweeps at start, rather than at beat's next tick, to find work that a stop interrupted."""
    for name in SWEEPS_AT_START:
        app.send_task(name, **SCHEDULE[name]["options"])
