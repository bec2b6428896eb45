"""A worker takes from those queues alone whose programs it can run."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from celery import current_app

from games.bots.jobs import MOST_WAITING, QUEUE, TERMS
from games.bots.models import Version
from games.bots.test_matches.services import sweep_bot_test_matches
from games.bots.version_checks import sweep_versions
from games.matches.models import Match
from games.matches.queueing import waiting_messages
from games.matches.tasks import SANDBOX_QUEUES, consume_if_sandboxed
from league.common.redis_client import broker
from league.common.sandboxes import sandboxes_by_worker
from league.common.worker_heartbeat import workers_seen
from league.conf.settings import QUEUES
from tests.engine.sandbox.programs import tiers_here
from tests.games.bots.factories import author, bot_by, match_between, passed
from tests.processes import Running, until

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = "import platform\nplatform.machine = lambda: 'aarch64'\n"  # for which there is no filter of calls
NOT_AGAIN = {"MOOTHILL_MATCH_STALE": "600"}  # lost matches are not queued again while a test waits for them
TO_TAKE = 2.0  # seconds in which a worker would long have taken a message


@pytest.fixture
def start(celery_worker_process: Callable[..., Running], tmp_path: Path) -> Callable[..., Running]:
    """Starts a worker for uploaded bots; with `elsewhere`, as on another machine where no sandbox works."""
    (tmp_path / "sitecustomize.py").write_text(ELSEWHERE)

    def started(*, elsewhere: bool = False) -> Running:
        env = {"PYTHONPATH": str(tmp_path)} if elsewhere else {}
        return celery_worker_process(queues="bots,programs", env=NOT_AGAIN | env)

    return started


@pytest.mark.long
def test_one_without_a_sandbox_leaves_messages_to_others_and_says_why(start: Callable[..., Running]) -> None:
    bot_by(author())
    worker = start(elsewhere=True)
    until(lambda: bool(sandboxes_by_worker()), "it says what it found")
    (found,) = sandboxes_by_worker().values()
    assert (found.holds, "this machine is another" in found.reasons[0]) == (False, True)
    until(lambda: [each.info.queues for each in workers_seen()] == [()], "it says that it takes from no queue")
    time.sleep(TO_TAKE)
    assert waiting_messages(QUEUE) == 1
    assert Version.objects.get().attempt == 0
    assert worker.process.poll() is None


@pytest.mark.long
@pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine.")
def test_beside_one_without_a_sandbox_another_plays_all_at_once(start: Callable[..., Running]) -> None:
    morag = author()
    versions = [passed(bot_by(morag, name)) for name in ("Grouse", "Ptarmigan")]
    start(elsewhere=True)
    start()
    matches = [match_between(*versions) for _ in range(8)]
    until(lambda: Match.objects.filter(pk__in=matches, status="done").count() == 8, "all are played")


class Consumer:
    """Celery's, as far as it begins and ends to take from queues."""

    app = current_app

    def add_task_queue(self, queue: str) -> None:
        self.app.amqp.queues.select_add(self.app.amqp.queues[queue])

    def cancel_task_queue(self, queue: str) -> None:
        self.app.amqp.queues.deselect([queue])


def test_one_whose_sandbox_holds_only_later_takes_its_queues_then() -> None:
    queues = current_app.amqp.queues
    queues.select(["records", "bots", "programs", "mixed"])
    try:
        for holds, taken in [(True, 4), (False, 1), (False, 1), (True, 4)]:
            consume_if_sandboxed(Consumer(), SANDBOX_QUEUES, holds=holds)
            assert len(queues.consume_from) == taken
        assert set(queues.consume_from) == {"records", *SANDBOX_QUEUES}
    finally:
        queues.select(list(QUEUES))


def test_while_nobody_takes_them_the_sweep_adds_few_messages(redis_url: str) -> None:
    version = bot_by(author())
    stale = replace(TERMS, stale_after=timedelta(seconds=-1))
    assert sweep_versions(terms=stale) == 1
    broker().rpush(QUEUE, *["one more"] * MOST_WAITING)
    assert sweep_versions(terms=stale) == 0
    assert sweep_bot_test_matches() == 0
    broker().delete(QUEUE)
    assert sweep_versions(terms=stale) == 1
    assert version.verdict == "waiting"
