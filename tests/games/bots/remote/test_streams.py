"""Whose time it took: a remote bot's own, the network's, or that in which it was away."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest
from redis import Redis

from games.bots.errors import QuestionOver
from games.bots.remote import mailbox, stream
from games.bots.remote.mailbox import bot_key, line_key
from games.bots.remote.remote_player import MOST_LATENCY, Clock
from games.bots.remote.services import receive_answer
from games.bots.remote.stream import BotNotifications, redis_client
from league.common.redis_client import broker
from tests.concurrency import run


def asked(clock: Clock, *looks: tuple[float, float | None, bool], latency: float = 0.0) -> Clock:
    """One question from the instant 100 on, looked at so, and answered at the last look."""
    clock.begin(100)
    for now, sent, is_here in looks:
        clock.pass_to(now, sent=sent, is_connected=is_here)
    clock.end(latency)
    return clock


def test_time_counts_from_the_writing_of_the_question_less_the_network() -> None:
    clock = asked(Clock(1), (100.5, 100.25, True), (102.25, 100.25, True), latency=0.25)
    assert (clock.thought, clock.away, clock.slowest) == (1.75, 0.25, 1.75)


def test_no_network_takes_more_than_half_a_second_of_a_move() -> None:
    assert asked(Clock(1), (103, 100, True), latency=9).thought == 3 - MOST_LATENCY


def test_its_own_clock_stands_while_it_is_away() -> None:
    clock = asked(Clock(1), (101, 100, True), (111, 100, False), (112, 100, True))
    assert (clock.thought, clock.away, clock.is_absent_too_long) == (2, 10, False)
    assert asked(clock, (155, 100, False)).is_absent_too_long


def test_tables_with_many_remote_bots_end_as_soon() -> None:
    assert [Clock(seats).bank for seats in (1, 2, 4)] == [60, 60, 30]


def test_the_bank_is_of_the_match() -> None:
    clock = asked(asked(Clock(1), (130, 100, True)), (129, 100, True))
    assert (clock.left, clock.is_used_up) == (1, False)
    assert asked(clock, (101.5, 100, True)).is_used_up


async def never(*_: Any) -> Mapping[str, Any]:
    """What does not come to an end."""
    await asyncio.Event().wait()
    return {}


async def unread(message: Mapping[str, Any]) -> None:
    """Writes hang once the stream has begun."""
    if message["type"] == "http.response.body":
        await never()


def test_a_stream_that_is_not_read_ends_as_one_that_its_bot_left(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "WRITE_TIMEOUT", 0.05)

    async def follow() -> None:
        async with redis_client(redis_url) as redis:
            opened = stream.Stream("b" * 12, redis, BotNotifications(redis_url), unread)
            await asyncio.wait_for(opened.run(never), 10)

    run(follow())
    assert broker().exists(bot_key("b" * 12, "here"), bot_key("b" * 12, "was")) == 0


def test_a_request_that_its_client_has_given_up_replaces_no_stream(redis_url: str) -> None:
    """A site that starts slowly reads the request only after the client has opened another stream."""
    here = bot_key("b" * 12, "here")
    broker().set(here, "the live stream", ex=60)
    messages = iter([{"type": "http.request"}, {"type": "http.disconnect"}])
    sent: list[Mapping[str, Any]] = []

    async def given_up() -> Mapping[str, Any]:
        return next(messages)

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    async def follow() -> None:
        async with redis_client(redis_url) as redis:
            await asyncio.wait_for(stream.Stream("b" * 12, redis, BotNotifications(redis_url), send).run(given_up), 10)

    run(follow())
    assert broker().get(here) == "the live stream"
    assert sent == []


def test_the_streams_of_all_bots_share_one_listener_that_hears_of_new_questions(redis_url: str) -> None:
    async def follow() -> bool:
        notifications = BotNotifications(redis_url)
        first, second = (notifications.join(bot * 12) for bot in "45")
        async with redis_client(redis_url) as redis, asyncio.timeout(10):
            await asyncio.gather(first.wait(), second.wait())  # both look once when listening begins
            listeners = dict(await redis.pubsub_numsub(mailbox.CHANNEL))[mailbox.CHANNEL]
            first.clear()
            second.clear()
            mailbox.put("5" * 12, "0123456789abcde5", "{}", life=60)
            await second.wait()
        return listeners == 1 and not first.is_set()

    assert run(follow())


@pytest.mark.parametrize("move", [0, ["pass"], None])
def test_the_announcement_of_a_match_is_no_question(redis_url: str, move: Any) -> None:
    del redis_url
    bot, match = "3" * 12, "0123456789abcdef"
    mailbox.put(bot, match, "{}", life=60)
    with pytest.raises(QuestionOver):
        receive_answer(bot, json.dumps({"id": match, "move": move}).encode())
    assert not broker().hexists(line_key(match), "answered")


class SlowClient(Redis):
    """After its first command the seat's lease ends, and another table takes the seat before the next command."""

    is_late = False

    def execute_command(self, *args: Any, **options: Any) -> Any:
        result = super().execute_command(*args, **options)  # type: ignore[no-untyped-call]  # of the library
        if not self.is_late:
            self.is_late = True
            broker().set(bot_key("c" * 12, "table"), "another", ex=60)
        return result


def test_a_table_that_ends_late_does_not_free_the_seat_of_another(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = "c" * 12
    assert mailbox.take_seats([bot], "first")
    client = SlowClient.from_url(redis_url, decode_responses=True)
    monkeypatch.setattr(mailbox, "broker", lambda: client)
    mailbox.leave_seats([bot], "first")
    assert broker().get(bot_key(bot, "table")) == "another"


def test_a_table_that_ends_late_does_not_prolong_the_seat_of_another(redis_url: str) -> None:
    del redis_url
    first, second = "1" * 12, "2" * 12
    assert mailbox.take_seats([first, second], "ours")
    mailbox.put(first, "question", "{}", legal=[["pass"]], life=60)
    keys = [bot_key(bot, "table") for bot in (first, second)]
    for key in keys:
        broker().expire(key, 30)
    assert not mailbox.refresh_question(first, "question", [first, second], "theirs").is_seated
    assert not mailbox.keep_seats([first, second], "theirs")
    assert [broker().ttl(key) <= 30 for key in keys] == [True, True]
    assert mailbox.keep_seats([first], "ours")
    assert [broker().ttl(key) > 30 for key in keys] == [True, False]
    broker().expire(keys[0], 30)
    assert mailbox.refresh_question(first, "question", [first, second], "ours").is_seated
    assert [broker().ttl(key) > 30 for key in keys] == [True, True]
    broker().delete(keys[1])  # as when the seat's time has passed
    assert not mailbox.keep_seats([first, second], "ours")
    assert not mailbox.refresh_question(first, "question", [first, second], "ours").is_seated


def test_bots_sit_down_together_or_not_at_all(redis_url: str) -> None:
    del redis_url
    first, second, third = "d" * 12, "e" * 12, "f" * 12
    assert mailbox.take_seats([second], "one")
    assert not mailbox.take_seats([first, second, third], "two")
    assert mailbox.take_seats([first, third], "three")
    mailbox.leave_seats([first, second], "one")
    assert not mailbox.take_seats([first], "four")
    assert mailbox.take_seats([second], "four")
