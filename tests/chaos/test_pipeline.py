"""Real workers are killed, cut off and told everything thrice; no match is lost and none counts twice.

Which test proves which step (on this page where no other is named):

killed before and after the claim       test_steps: test_a_match_is_finished_and_counts_once_at_whatever_step_...
killed in the middle of a match         test_workers_killed_again_and_again_lose_nothing_...
killed before the commit, or after it   test_steps: test_a_match_is_finished_and_counts_once_at_whatever_step_...
two claimants at once                   tests/games/matches/test_claims: test_two_claimants_at_once_...
paused, awake after the lease           test_safeguards: test_a_paused_worker_that_wakes_after_its_lease_...; test_run
Redis flushed with a full queue         test_a_worker_sweeps_as_it_starts
Redis away, also as a task ends         test_a_worker_waits_for_a_broker_that_is_away_...
PostgreSQL stopped in a finish          test_postgres; its connections broken: test_a_worker_sweeps_as_it_starts_...
every message three times               test_workers_killed_again_and_again_lose_nothing_...
a match that kills its workers          test_a_match_that_kills_its_workers_takes_no_other_along
an old result corrected                 test_ratings: test_an_old_result_corrected_...
the whole ledger refolded               test_ratings: test_a_ledger_folded_anew_...
each safeguard taken away               test_safeguards; late acknowledgement and the sweep: test_steps
all of it at random                     test_run, and `manage.py chaos`
"""

import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import environ
import pytest
import redis
from celery import Celery
from django.db import connection

from games.matches.claims import sweep_matches
from games.matches.models import Block, Match, MatchRecord
from games.matches.queueing import SWEEP, LeaseSettings, publish
from league.common.kombu_transport import broker_address
from league.conf.launcher.postgres import dump, fill
from league.conf.launcher.redis import Server
from league.results.models import Pool
from tests.chaos.arena import PREFIX, Arena
from tests.chaos.checking import found
from tests.chaos.conftest import Hire, Work
from tests.chaos.forked_workers import plays
from tests.chaos.gates import RESULT, gate
from tests.chaos.restartable import send
from tests.chaos.witness import watch
from tests.embedded_services import ServicesForTests
from tests.games.factories import blocks, cut_off_everybody_else, ids_of, numbers
from tests.processes import Running, Starter, environment_on

pytestmark = pytest.mark.django_db(transaction=True)

TERMS = LeaseSettings(lease=timedelta(seconds=1), stale_after=timedelta(seconds=0.2), attempts=4)
OFTEN = 100  # attempts, for whom many come to nothing
CALM = {"MOOTHILL_MATCH_LEASE": "60"}  # nobody loses a match for being slow
PATIENCE = 80.0  # seconds; a loaded machine is slow, not wrong


def eventually(condition: Callable[[], bool], *, sweeping: bool = True, terms: LeaseSettings = TERMS) -> None:
    """Wait until it holds, sweeping as beat would."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"It did not come to pass: {counts()}"
        if sweeping:
            sweep_matches(terms=terms)
        time.sleep(0.1)


def counts() -> dict[str, int]:
    statuses = list(Match.objects.values_list("status", flat=True))
    return {status: statuses.count(status) for status in set(statuses)}


def all_done() -> bool:
    return set(counts()) == {"done"}


def runs() -> bool:
    return "running" in counts()


def claims() -> int:
    """How often a match was claimed."""
    return sum(Match.objects.values_list("attempt", flat=True))


def assert_each_counts_once(how_many: int) -> None:
    assert numbers() == list(range(1, how_many + 1))
    assert Pool.objects.get().next_number == how_many + 1
    assert MatchRecord.objects.count() == how_many
    assert not Block.objects.filter(finished_at=None).exists()


def kill_at_work(work: Work) -> None:
    """Start a worker, and kill it as soon as it claims."""
    before, worker = claims(), work(processes=2)
    eventually(lambda: claims() > before)
    worker.kill()


@pytest.mark.long
def test_workers_killed_again_and_again_lose_nothing_and_those_told_everything_thrice_double_nothing(
    work: Work,
) -> None:
    blocks(30, "ambler-3", "ambler-4")
    for _ in range(2):
        kill_at_work(work)
    work(processes=2, **CALM)
    eventually(all_done)
    assert_each_counts_once(60)
    assert claims() > 60  # a kill came between claim and result

    work(processes=2, **CALM)
    ids = ids_of(blocks(50))
    for _ in range(3):
        publish([Match(pk=number, cost=900) for number in ids])
    eventually(all_done, sweeping=False)
    assert_each_counts_once(160)
    assert set(Match.objects.filter(pk__in=ids).values_list("attempt", flat=True)) == {1}


@pytest.mark.long
def test_a_match_that_kills_its_workers_takes_no_other_along(work: Work) -> None:
    work(MOOTHILL_MATCH_ATTEMPTS="2")
    poison, good = blocks(1, "killer", "wanderer"), blocks(3)
    publish([Match(pk=number, cost=1) for number in ids_of([*poison, *good])])
    eventually(lambda: counts() == {"done": 6, "dead": 2}, terms=replace(TERMS, attempts=2))
    for match in Match.objects.filter(status="dead"):
        assert match.attempt == 2
        assert match.attempt_log.count("its worker was lost") == 2
        assert not match.seats.exclude(place=None).exists()
    assert numbers() == [1, 2, 3, 4, 5, 6]


@pytest.mark.long
def test_a_worker_sweeps_as_it_starts_and_outlives_its_connections_to_the_database(work: Work, redis_url: str) -> None:
    blocks(20)
    with redis.Redis.from_url(redis_url) as broker:
        broker.flushall()
    time.sleep(TERMS.stale_after.total_seconds())
    work(processes=2, MOOTHILL_MATCH_ATTEMPTS=str(OFTEN))
    eventually(all_done, sweeping=False)
    assert_each_counts_once(40)

    blocks(40, "ambler-3", "ambler-4")
    for _ in range(15):
        cut_off_everybody_else()
        time.sleep(0.1)
    eventually(all_done, terms=replace(TERMS, attempts=OFTEN))
    assert_each_counts_once(120)


@pytest.fixture
def broker_of_its_own(tmp_path: Path) -> Server:
    """A Redis that a test may kill."""
    return Server(tmp_path / "redis.sock")


@pytest.mark.long
def test_a_worker_waits_for_a_broker_that_is_away_also_where_it_could_not_acknowledge_a_task(
    work: Work, starter: Starter, broker_of_its_own: Server
) -> None:
    broker = started(broker_of_its_own, starter)
    worker = work(REDIS_URL=broker_of_its_own.url)
    broker.kill()
    blocks(5)
    broker = started(broker_of_its_own, starter)
    ask_for_a_sweep(broker_of_its_own)
    eventually(all_done, sweeping=False)
    assert worker.process.poll() is None
    assert_each_counts_once(10)

    blocks(1, "dawdler", "wanderer")
    ask_for_a_sweep(broker_of_its_own)
    eventually(runs, sweeping=False)
    broker.kill()
    worker.wait_for_line("Couldn't ack")
    blocks(5)
    started(broker_of_its_own, starter)
    ask_for_a_sweep(broker_of_its_own)
    eventually(all_done, sweeping=False)
    assert worker.process.poll() is None
    assert_each_counts_once(22)


def ask_for_a_sweep(server: Server) -> None:
    """Have a worker look for matches that wait, once those there are have waited for long enough."""
    time.sleep(TERMS.stale_after.total_seconds())
    Celery(broker=broker_address(server.url), set_as_current=False).send_task(SWEEP, queue="ratings")


def started(server: Server, starter: Starter) -> Running:
    server.prepare()
    running = starter.start(server.child())
    eventually(lambda: server.is_ready(running.pid), sweeping=False)
    return running


DATABASE = "chaos_postgres"
LONG = replace(LeaseSettings(), lease=timedelta(seconds=60))


@pytest.fixture
def arena(transactional_db: None, trial: ServicesForTests, redis_url: str) -> Iterator[Arena]:
    """A PostgreSQL of this test's own with a copy of the test database; Django works on it meanwhile."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder, ExitStack() as at_end:
        made = Arena(Path(folder), at_end, mains=0, children=0)
        made.postgres.begin()
        made.make_database(DATABASE)
        address = made.addresses(DATABASE, "judge")["DATABASE_URL"]
        dump(environment_on(trial, redis_url)["DATABASE_URL"], Path(folder) / "dump")
        fill(address, Path(folder) / "dump")
        connection.close()
        before = dict(connection.settings_dict)
        connection.settings_dict |= environ.Env.db_url_config(address)
        try:
            watch()
            yield made
        finally:
            connection.close()
            connection.settings_dict.update(before)


@pytest.mark.long
def test_a_finish_that_a_crash_of_the_database_cut_short_is_done_once(arena: Arena, hire: Hire) -> None:
    for at_commit in (False, True):
        with gate(*RESULT, at_commit=at_commit) as closed:
            worker = hire(f"worker {at_commit}", plays(ids_of(blocks(2)), LONG))
            closed.await_somebody()
            send(arena.postgres.pid, signal.SIGQUIT)
            arena.postgres.await_end()
            arena.postgres.begin()
            closed.forget()
            worker.join()
    assert found(attempts=1) == {}
    assert list(Match.objects.values_list("status", "attempt")) == [("done", 1)] * 8
