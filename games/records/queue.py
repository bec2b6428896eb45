"""Wakes the workers. The rows are the queue; a message only says which record to look at."""

from functools import partial
from typing import Final

from games.records.models import BroughtRecord
from league.shared import jobs

CHECK: Final = "games.records.check"
SWEEP: Final = "games.records.sweep"

publish = partial(jobs.publish, BroughtRecord, CHECK)
send = partial(jobs.send, BroughtRecord, CHECK)
