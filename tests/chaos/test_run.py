"""A short run of `manage.py chaos`, whole: real workers, a PostgreSQL and a Redis of its own, a schedule, the judge."""

import re
import subprocess
import sys
from collections import Counter

import pytest
from django.db import connection, transaction

from league.conf.launcher.environment import ROOT
from league.results.models import Pool
from league.results.services.ledger import pool_for
from tests.chaos.run import done_once, on
from tests.chaos.schedule import DECK, LEASE, Kind, schedule

SHORT = ("--seed", "2026", "--events", "50", "--matches", "60", "--mains", "2")


def chaos(*options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tests.chaos", *options], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.timeout(600)  # a loaded machine is slow, not wrong
@pytest.mark.long
def test_nothing_is_lost_doubled_or_stuck_and_every_byte_is_that_of_an_undisturbed_run() -> None:
    run = chaos(*SHORT)
    assert run.returncode == 0, run.stdout + run.stderr
    figures = {what: int(count) for count, what in re.findall(r"^ +(\d+)  ([\w ]+)", run.stdout, re.MULTILINE)}
    assert figures["in all"] == 50
    assert figures["matches"] >= 60 + 18  # those of the tournaments too
    assert figures["of them done before the last event"] > 0
    assert figures["faults of any kind"] == 0


def test_a_run_of_nothing_is_refused() -> None:
    run = chaos("--events", "0")
    assert run.returncode == 2
    assert "name a number from 1 on, not '0'" in run.stderr


def test_the_command_is_one_of_ours() -> None:
    run = subprocess.run([sys.executable, "manage.py", "chaso"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Did you mean: python3 manage.py chaos" in run.stderr


def test_the_same_seed_gives_the_same_schedule() -> None:
    assert schedule(7, 200) == schedule(7, 200)
    assert schedule(7, 200) != schedule(8, 200)


def test_a_longer_schedule_begins_as_the_shorter_one() -> None:
    assert schedule(7, 1000)[:200] == schedule(7, 200)


def test_fifty_events_hold_everything_that_can_happen() -> None:
    assert Counter(event.kind for event in schedule(3, 50)) == DECK
    assert set(DECK) == set(Kind)


def test_whoever_is_paused_wakes_after_the_lease() -> None:
    paused = [event for event in schedule(11, 400) if event.kind in (Kind.CHILD_PAUSED, Kind.MAIN_PAUSED)]
    assert min(event.seconds for event in paused) > LEASE


def test_time_goes_forward() -> None:
    times = [event.at for event in schedule(5, 300)]
    assert times == sorted(times)
    assert times[0] > 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_run_does_not_wait_for_a_lock_that_a_paused_worker_holds() -> None:
    pool = pool_for(game="kings-kilt", player_kind="bot", seats=None)

    def lock() -> None:
        with transaction.atomic():
            Pool.objects.select_for_update().get(pk=pool.pk)

    worker = connection.copy()
    with worker.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT FROM results_pool WHERE id = %s FOR UPDATE", [pool.pk])
    with on(connection.settings_dict["NAME"]):
        assert not done_once(lock)
        worker.close()
        assert done_once(lock)
