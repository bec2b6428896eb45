"""The Celery app. The database is the queue and the truth; Celery only wakes workers."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

from league.shared.heartbeat import SignOfLife
from league.shared.tracing import follow_tasks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")

app = Celery("moothill")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].update({SignOfLife, "games.matches.serving:TakeWhatCanBeRun"})  # which needs Django's models
follow_tasks()


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """Look at once for what a stop left behind, rather than at beat's next tick."""
    app.send_task("games.matches.sweep")
    app.send_task("games.records.sweep")
    app.send_task("games.bots.sweep", expires=10)
