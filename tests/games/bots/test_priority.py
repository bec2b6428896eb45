"""A check of a bot comes before matches of programs: those that wait, and one that is being played."""

from itertools import count
from typing import Any

import pytest
from billiard import Process, SimpleQueue
from celery import current_app
from kombu import Consumer, Queue

from games.bots.jobs import CHECKS, QUEUE, SWEEP, TEST_MATCHES, is_check_waiting
from games.bots.test_matches.services import BotTestOrder, order_bot_test, play_bot_test_match, sweep_bot_test_matches
from games.matches.models import Match
from games.matches.queueing import QUEUE_APART, publish, waiting_messages
from games.matches.strategy_registry import BotSource, register_bots
from games.matches.worker import Throttled, check_is_urgent
from league.accounts.models import Account
from league.conf.settings import QUEUES
from league.operations.queues import messages_by_queue
from tests.games.bots.factories import GAME, bare_bot, bot_by, passed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]

PRESSING: list[bool] = []
register_bots(BotSource(find=lambda _slug: None, is_check_waiting=lambda: bool(PRESSING)))


def taken(most: int = 10) -> list[str]:
    """The tasks that a worker of the queues of programs takes, one after the other, as far as there are any."""
    tasks: list[str] = []

    def take(_body: object, message: Any) -> None:
        tasks.append(message.headers["task"])
        message.ack()

    with current_app.connection_for_read() as line:
        channel: Any = line.channel()
        channel.basic_qos(0, 1, False)
        queues = [Queue(name, routing_key=name) for name in (QUEUE, QUEUE_APART)]
        with Consumer(channel, queues, callbacks=[take], accept=["json"]):
            for _ in range(most):
                try:
                    line.drain_events(timeout=1)
                except TimeoutError:
                    break
    return tasks


def test_a_check_is_taken_before_the_matches_and_test_matches_that_wait() -> None:
    for number in range(3):
        publish([Match(pk=number, cost=1, needs_sandbox=True)])
        TEST_MATCHES.publish([number])
    CHECKS.publish([7])
    first, *others = taken()
    assert first == "games.bots.check_version"
    assert sorted(others) == ["games.bots.play_bot_test_match"] * 3 + ["games.matches.run_program"] * 3


def test_messages_that_come_later_are_counted_with_the_others() -> None:
    for number in range(3):
        publish([Match(pk=number, cost=1, needs_sandbox=True)])
    TEST_MATCHES.publish([1])
    CHECKS.publish([7])
    assert waiting_messages(QUEUE_APART) == 3
    counted = messages_by_queue()
    assert (counted[QUEUE_APART], counted[QUEUE]) == (3, 2)


def test_a_check_waits_from_the_upload_until_a_worker_takes_it(morag: Account) -> None:
    current_app.send_task(SWEEP)
    TEST_MATCHES.publish([1])
    assert not is_check_waiting()
    bot_by(morag)
    assert is_check_waiting()
    taken()
    assert not is_check_waiting()


def test_a_worker_that_takes_no_checks_is_not_interrupted_by_them(morag: Account) -> None:
    bot_by(morag)
    queues = current_app.amqp.queues
    queues.select([QUEUE_APART])  # as a worker does for its option -Q
    try:
        assert not is_check_waiting()
    finally:
        queues.select(list(QUEUES))
    assert is_check_waiting()


def told_by_process(number: int) -> bool:
    """Return whether an urgent check exists, as the worker's process of that number sees it."""
    told: Any = SimpleQueue()
    process: Any = Process(target=lambda: told.put(check_is_urgent()))
    process.index = number
    process.start()
    answer: bool = told.get()
    process.join()
    return answer


def test_an_urgent_check_interrupts_only_the_first_process_of_a_worker() -> None:
    assert not told_by_process(0)
    PRESSING.append(True)
    try:
        assert [told_by_process(number) for number in (0, 1)] == [True, False]
        assert not check_is_urgent()
    finally:
        PRESSING.clear()


def test_it_looks_a_few_times_a_second_however_often_it_is_asked() -> None:
    looks = count()
    seldom = Throttled(lambda: next(looks) == 0)
    assert [seldom() for _ in range(100)] == [True] + [False] * 99
    assert next(looks) == 1


def test_a_test_match_that_is_interrupted_is_as_if_it_had_not_begun(morag: Account) -> None:
    version = passed(bot_by(morag))
    order = BotTestOrder(game=GAME, opponents=["wanderer"], seed="7", all_rotations=False)
    match = order_bot_test(account=morag, bot=version.bot.public_id, order=order).bot_test_matches.get()
    assert not play_bot_test_match(match.pk, find=bare_bot, should_stop=lambda: True)
    match.refresh_from_db()
    assert (match.status, match.attempt, match.attempt_log) == ("waiting", 0, "")
    assert (match.token, match.enqueued_at) == (None, None)
    assert sweep_bot_test_matches() == 1
    assert play_bot_test_match(match.pk, find=bare_bot)
