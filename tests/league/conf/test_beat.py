"""The clock may forget what it sent, as it does in containers at every restart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from celery.beat import PersistentScheduler

from league.conf.celery import app

HOUR = 3600  # seconds


@pytest.fixture
def clock(tmp_path: Path) -> Iterator[PersistentScheduler]:
    """The clock as it begins where there is no file of what it sent."""
    begun = PersistentScheduler(app, schedule_filename=str(tmp_path / "schedule"))
    yield begun
    begun.close()


def test_a_new_clock_sends_nothing_at_once_and_everything_within_the_hour(clock: PersistentScheduler) -> None:
    told = {name: entry.is_due() for name, entry in clock.schedule.items()}
    assert len(told) >= len(app.conf.beat_schedule)
    assert [name for name, (is_due, seconds) in told.items() if is_due or seconds > HOUR] == []
