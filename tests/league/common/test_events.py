"""`/events` on the real server: all followers of a topic get its events, hundreds at once, and pages keep answering."""

import asyncio
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from pytest_django import Settings

from league.common.cached_responses import MOMENT
from league.common.live import announce, stream, subscribers, token_for
from league.common.live.stream import MESSAGES_A_SECOND, Events
from league.common.live.subscribers import Readers
from league.common.live.topics import CHANNEL, count_up, revisions_of
from league.common.redis_client import broker
from league.conf.launcher import process_specs, redis
from tests.league.common.listening import Reader, chorus, listening
from tests.processes import WORK_SECONDS, Running, Starter, until

pytestmark = pytest.mark.slow

READERS = 200


def test_a_reader_hears_topic_and_revision_at_once_what_changed_before_and_what_is_shared_later(live_site: str) -> None:
    """A part that many pages share is told once every copy of it is newer."""
    with listening(live_site, token_for(["hall", "pool:abc"])) as reader:
        assert reader.status == 200
        assert reader.headers["content-type"].startswith("text/event-stream")
        announced = time.monotonic()
        announce("pool:other")
        announce("pool:abc")
        assert reader.hears_news() == ("pool:abc", revisions_of(["pool:abc"])["pool:abc"])
        assert time.monotonic() - announced < MOMENT.total_seconds()
        announced = time.monotonic()
        announce("hall")
        assert reader.hears_news() == ("hall", revisions_of(["hall"])["hall"])
        assert time.monotonic() - announced >= MOMENT.total_seconds()
    token = token_for(["hall"])
    announce("hall")
    with listening(live_site, token) as reader:
        assert reader.hears_news() == ("hall", revisions_of(["hall"])["hall"])


def test_a_flurry_of_announcements_reaches_a_reader_as_few(live_site: str) -> None:
    with listening(live_site, token_for(["hall"])) as reader:
        for _ in range(300):
            announce("hall")
        last = revisions_of(["hall"])["hall"]
        revisions = [reader.hears_news()[1]]
        while revisions[-1] < last:
            revisions.append(reader.hears_news()[1])
    assert len(revisions) < 30
    assert revisions == sorted(set(revisions))


def test_readers_hear_on_after_a_message_that_cannot_be_read(live_site: str) -> None:
    with listening(live_site, token_for(["hall"])) as reader:
        announce("hall")
        assert reader.wait_for_message() == "message"
        broker().publish(CHANNEL, "no JSON")
        assert [reader.wait_for_message() for _ in range(2)] == ["away", "back"]
        announce("hall")
        assert reader.wait_for_message() == "message"


def test_a_line_on_which_news_must_wait_is_kept_open_meanwhile(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.REDIS_URL = redis_url
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr(stream, "MIN_GAP", 0.0)
    monkeypatch.setattr(stream, "COMMENT", b": news wait\n\n")  # another than on a line without news
    monkeypatch.setattr(stream, "MESSAGES_A_SECOND", 0.001)  # so news wait for up to 1,000 s

    query = urlencode({"token": token_for(["pool:abc"])}).encode()
    count_up(["pool:abc"])

    async def follow() -> None:
        parts: asyncio.Queue[Any] = asyncio.Queue()
        scope = {"type": "http", "path": "/events", "method": "GET", "query_string": query, "client": ("127.0.0.1", 1)}
        never: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        line = asyncio.create_task(Events(app=lambda *_: never)(scope, lambda: never, parts.put))
        async with asyncio.timeout(WORK_SECONDS):
            while (await parts.get()).get("body") != b": news wait\n\n":
                pass
        line.cancel()

    asyncio.run(follow())


def test_a_listener_that_is_cancelled_ends_wherever_it_is(redis_url: str) -> None:
    """`asyncio.wait_for` may swallow that at each command to Redis; the server would wait for it at its end."""

    async def ends(turns: int) -> bool:
        tasks_before = asyncio.all_tasks()
        await Readers(redis_url).join(subscribers.Reader({"pool:abc": 0}))
        (listener,) = asyncio.all_tasks() - tasks_before
        for _ in range(turns):
            await asyncio.sleep(0)
        listener.cancel()
        await asyncio.wait({listener}, timeout=WORK_SECONDS)
        return listener.done()

    async def every_moment() -> list[int]:
        return [turns for turns in range(40) if not await ends(turns)]

    assert asyncio.run(every_moment()) == []


@pytest.mark.parametrize("token", ["", "made-up"])
def test_a_token_that_is_none_is_refused_with_a_sentence(live_site: str, token: str) -> None:
    with listening(live_site, token) as reader:
        assert reader.status == 403
        assert reader.headers["content-type"] == "application/problem+json"
        assert reader.refusal()["detail"]


@pytest.mark.long
def test_two_hundred_readers_hear_one_after_another_while_pages_keep_answering(live_site: str) -> None:
    turn = 60 / MESSAGES_A_SECOND
    with chorus(live_site, token_for(["hall"]), READERS) as readers:
        assert {reader.status for reader in readers} == {200}
        with ThreadPoolExecutor(10) as visitors:
            pages = visitors.map(status_of, [f"{live_site}/clubs/"] * 30)
            announced = time.monotonic()
            announce("hall")
            news = [reader.hears_news() for reader in readers]
            assert time.monotonic() - announced > turn / 3, "they would all fetch at once"
            assert set(pages) == {200}
        assert set(news) == {("hall", revisions_of(["hall"])["hall"])}


@pytest.fixture
def own_redis(tmp_path: Path, settings: Settings) -> Iterator[redis.Server]:
    """A Redis that the test may stop; this process announces to it."""
    server = redis.Server(tmp_path / "own.sock")
    settings.REDIS_URL = server.url
    broker.cache_clear()
    yield server
    broker.cache_clear()


@pytest.mark.long
def test_readers_are_few_survive_no_redis_and_hear_the_end_of_the_server(
    own_redis: redis.Server, site_environment: dict[str, str], starter: Starter
) -> None:
    first = running_redis(own_redis, starter)
    bounds = {"MOOTHILL_LIVE_READERS": "3", "MOOTHILL_LIVE_READERS_PER_ADDRESS": "2"}
    site, web = site_with(site_environment | bounds | {"REDIS_URL": own_redis.url}, starter)
    no_more_pages_follow_than_a_place_or_address_may(site)
    with admitted(site, token_for(["hall"])) as reader:
        announce("hall")
        assert reader.wait_for_message() == "message"
        first.kill()
        assert reader.wait_for_message() == "away"
        assert status_of(f"{site}/clubs/") == 200
        running_redis(own_redis, starter)
        assert reader.wait_for_message() == "back"
        announce("hall")
        assert reader.wait_for_message() == "message"
        before = web.log.read_text()
        web.stop()
        with pytest.raises(EOFError):
            reader.wait_for_message()
    assert "Traceback" not in web.log.read_text().removeprefix(before)


def no_more_pages_follow_than_a_place_or_address_may(site: str) -> None:
    token = token_for(["hall"])
    with chorus(site, token, 2):
        with listening(site, token) as third:
            assert third.status == 429
            assert third.headers["retry-after"] == "5"
        with listening(site, token, address="203.0.113.5") as elsewhere:
            assert elsewhere.status == 200
            with listening(site, token, address="203.0.113.6") as fourth:
                assert fourth.status == 503
                assert fourth.headers["retry-after"] == "5"
        assert status_of(f"{site}/clubs/") == 200


@contextmanager
def admitted(site: str, token: str) -> Iterator[Reader]:
    """One open page; the server may notice late that earlier ones were closed, and refuses it until then."""
    with ExitStack() as tries:
        readers: list[Reader] = []

        def is_admitted() -> bool:
            readers.append(tries.enter_context(listening(site, token)))
            return readers[-1].status == 200

        until(is_admitted, "the server admits the page")
        yield readers[-1]


def site_with(environment: dict[str, str], starter: Starter) -> tuple[str, Running]:
    """The address of a site with an environment of its own, and its server."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        web = starter.start(process_specs.web(listener, environment))
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    web.wait_for_line("Uvicorn running")
    return address, web


def running_redis(server: redis.Server, starter: Starter) -> Running:
    """Start a Redis and return it when it answers."""
    server.prepare()
    running = starter.start(server.child())
    while not server.is_ready(running.pid):
        time.sleep(0.02)
    return running


def status_of(address: str) -> int:
    """The status of a page, fetched as a browser would."""
    with urlopen(address, timeout=30) as answer:
        return int(answer.status)
