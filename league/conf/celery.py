"""The Celery app. The database is the queue and the truth; Celery only wakes workers."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")

app = Celery("moothill")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
