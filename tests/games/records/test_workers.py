"""Real workers, killed while they check: no record is lost, and none speaks twice."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest

from games.records.models import SubmittedRecord
from games.records.verification import CheckSettings, sweep_records
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.models import Report
from tests.games.records.factories import sent, text
from tests.processes import Running

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = {"MOOTHILL_RECORD_LEASE": "2", "MOOTHILL_RECORD_STALE": "1", "MOOTHILL_RECORD_ATTEMPTS": "20"}
PATIENCE = 90.0  # seconds; the machine of a test may be busy
RECORDS = 5
KILLED = 2
BRIEF = CheckSettings(lease=timedelta(seconds=2), stale_after=timedelta(seconds=1), attempts=20)
Status = SubmittedRecord.Status


def verified() -> int:
    return SubmittedRecord.objects.filter(status=Status.VERIFIED).count()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, list(
            SubmittedRecord.objects.values_list("status", "attempt", "attempt_log")
        )
        time.sleep(0.02)


def something_is_being_checked() -> bool:
    return SubmittedRecord.objects.filter(status=Status.RUNNING, lease_until__isnull=False).exists()


@pytest.mark.timeout(400)
@pytest.mark.long
def test_workers_that_are_killed_lose_nothing(
    club: Club, hamish: Account, table: list[Player], celery_worker_process: Callable[..., Running]
) -> None:
    for number in range(RECORDS):
        sent(hamish.player, club, text(secret=bytes([number])), table)
    for _ in range(KILLED):
        worker = celery_worker_process(queues="records,ratings", env=SHORT)
        wait_until(something_is_being_checked)
        worker.kill()
    celery_worker_process(queues="records,ratings", env=SHORT)

    def all_are_verified() -> bool:
        sweep_records(terms=BRIEF)
        return verified() == RECORDS

    wait_until(all_are_verified)
    assert Report.objects.count() == RECORDS
    assert SubmittedRecord.objects.filter(attempt__gt=1).exists()
