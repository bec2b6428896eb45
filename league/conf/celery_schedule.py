"""The schedule of Celery beat."""

from datetime import timedelta
from typing import Any

from celery.schedules import schedule

# How often a task is sent, and the seconds after which its message expires, so that messages do not pile up while no
# worker runs; None: never.
TASKS: dict[str, tuple[timedelta, int | None]] = {
    "games.matches.sweep": (timedelta(seconds=5), 5),
    "games.matches.prune": (timedelta(minutes=1), 60),
    "games.records.sweep": (timedelta(seconds=10), 10),
    "games.bots.sweep": (timedelta(seconds=10), 10),
    "games.reviews.sweep": (timedelta(seconds=10), 10),
    "league.tournaments.sweep": (timedelta(seconds=10), None),
    "league.results.settle": (timedelta(minutes=1), 60),
    "league.tournaments.announce_rounds": (timedelta(minutes=5), 300),
    "league.tournaments.remind": (timedelta(minutes=30), 600),
    "league.ratings.sweep": (timedelta(seconds=10), None),
    "games.ladder.plan": (timedelta(seconds=5), 5),
    "games.contests.go_on": (timedelta(seconds=5), 5),
    "games.bots.prune_logs": (timedelta(minutes=30), 600),
    "games.ladder.send_daily_reports": (timedelta(minutes=10), 600),
    "league.integrations.sweep": (timedelta(seconds=15), 15),
    "league.integrations.tidy": (timedelta(hours=1), 600),
    "league.accounts.tidy": (timedelta(hours=1), 600),
    "league.operations.keep_size": (timedelta(hours=1), 600),
    "games.play.sweep": (timedelta(minutes=30), 600),
}
SCHEDULE: dict[str, dict[str, Any]] = {
    task: {"task": task, "schedule": schedule(every), "options": {"expires": expires} if expires else {}}
    for task, (every, expires) in TASKS.items()
}
SWEEPS_AT_START = (
    "games.matches.sweep",
    "games.records.sweep",
    "games.bots.sweep",
    "games.reviews.sweep",
)  # of jobs with a lease

# Only where mail goes out through a server.
DELIVER_MAIL: dict[str, Any] = {"task": "league.accounts.deliver_mail", "schedule": schedule(timedelta(seconds=30))}
