"""Additions to the workers of tests, by `--include tests.chaos.worker_additions`: odd bots, a witness, shorter waits.

`MOOTHILL_CHAOS_WITHOUT` names a safeguard to remove (`tests.chaos.mutations`); Moothill itself never reads it.
"""

import os
from datetime import timedelta
from typing import Any

from celery.signals import task_failure, worker_process_init
from django.db import connection

from league.tournaments import tasks as tournament_tasks
from league.tournaments.services import publishing
from tests.chaos.mutations import without
from tests.chaos.witness import note_failure
from tests.games import odd_bots  # noqa: F401  (importing it makes the bots known here)

LACKING = "MOOTHILL_CHAOS_WITHOUT"
HURRY = "MOOTHILL_CHAOS_HURRY"


@worker_process_init.connect
def give_a_name(**_: Any) -> None:
    """The database knows each process by its worker's name and its own number: `worker1.2/4711`."""
    options = connection.settings_dict["OPTIONS"]
    options["application_name"] = f"{options.get('application_name', 'worker')}/{os.getpid()}"


@task_failure.connect
def tell_the_witness(sender: Any = None, exception: BaseException | None = None, **_: Any) -> None:
    """A task that raised is a fault, unless a service was away."""
    if exception is not None:
        note_failure(getattr(sender, "name", "a task"), exception)


if os.environ.get(HURRY):  # what was lost is said again after a second
    publishing.SILENCE_BEFORE_REPEATING = timedelta(seconds=1)
    tournament_tasks.MESSAGE_LASTS = 1_000

if os.environ.get(LACKING):
    without(os.environ[LACKING])
