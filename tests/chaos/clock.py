"""Moothill's beat in a hurry: every sweep each second. `celery -A tests.chaos.clock beat`."""

from datetime import timedelta

from celery.schedules import schedule

from league.conf.celery import app

__all__ = ["app"]

EVERY = schedule(timedelta(seconds=1))
SWEEPS = ("games.matches.sweep", "league.tournaments.sweep", "league.ratings.sweep")

app.conf.beat_schedule = {name: {"task": name, "schedule": EVERY, "options": {"expires": 5}} for name in SWEEPS}
