"""The schedule of Celery beat. `expires` keeps messages from piling up while no worker runs."""

from datetime import timedelta
from typing import Any

from celery.schedules import schedule

SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep matches": {
        "task": "games.matches.sweep",
        "schedule": schedule(timedelta(seconds=5)),
        "options": {"expires": 5},  # without a worker sweeps do not pile up
    },
    "prune records of matches": {
        "task": "games.matches.prune",
        "schedule": schedule(timedelta(minutes=1)),
        "options": {"expires": 60},
    },
    "sweep records": {
        "task": "games.records.sweep",
        "schedule": schedule(timedelta(seconds=10)),
        "options": {"expires": 10},
    },
    "sweep bots": {
        "task": "games.bots.sweep",
        "schedule": schedule(timedelta(seconds=10)),
        "options": {"expires": 10},
    },
    "sweep tournaments": {
        "task": "league.tournaments.sweep",
        "schedule": schedule(timedelta(seconds=10)),
    },
    "settle reports": {
        "task": "league.results.settle",
        "schedule": schedule(timedelta(minutes=1)),
        "options": {"expires": 60},
    },
    "tell players of rounds": {
        "task": "league.tournaments.announce_rounds",
        "schedule": schedule(timedelta(minutes=5)),
        "options": {"expires": 300},
    },
    "remind players of deadlines": {
        "task": "league.tournaments.remind",
        "schedule": schedule(timedelta(minutes=30)),
        "options": {"expires": 600},
    },
    "sweep ratings": {
        "task": "league.ratings.sweep",
        "schedule": schedule(timedelta(seconds=10)),
    },
    "begin blocks of ladders": {
        "task": "games.ladder.plan",
        "schedule": schedule(timedelta(seconds=5)),
        "options": {"expires": 5},
    },
    "go on with contests": {
        "task": "games.contests.go_on",
        "schedule": schedule(timedelta(seconds=5)),
        "options": {"expires": 5},
    },
    "prune logs of bots": {
        "task": "games.bots.prune_logs",
        "schedule": schedule(timedelta(minutes=30)),
        "options": {"expires": 600},
    },
    "tell owners of their bots": {
        "task": "games.ladder.write_mornings",
        "schedule": schedule(timedelta(minutes=10)),
        "options": {"expires": 600},
    },
    "sweep webhooks": {
        "task": "league.integrations.sweep",
        "schedule": schedule(timedelta(seconds=15)),
        "options": {"expires": 15},
    },
    "tidy webhooks": {
        "task": "league.integrations.tidy",
        "schedule": schedule(timedelta(hours=1)),
        "options": {"expires": 600},
    },
    "tidy": {
        "task": "league.accounts.tidy",
        "schedule": schedule(timedelta(hours=1)),
        "options": {"expires": 600},
    },
    "keep the size of the day": {
        "task": "league.operations.keep_size",
        "schedule": schedule(timedelta(hours=1)),
        "options": {"expires": 600},
    },
    "sweep practice games": {
        "task": "games.play.sweep",
        "schedule": schedule(timedelta(minutes=30)),
        "options": {"expires": 600},
    },
}

# Only where mail goes out through a server.
DELIVER_MAIL: dict[str, Any] = {
    "task": "league.accounts.deliver_mail",
    "schedule": schedule(timedelta(seconds=30)),
}
