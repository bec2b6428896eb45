"""`/events` on the real server: all followers of a topic get its events, hundreds at once, and pages keep answering."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest
from pytest_django import Settings

from league.common.cached_responses import MOMENT
from league.common.live import announce, token_for
from league.common.live.stream import MESSAGES_A_SECOND
from league.common.live.topics import revisions_of
from league.common.redis_client import broker
from league.conf.launcher import process_specs, redis
from tests.league.common.listening import chorus, listening
from tests.processes import Running, Starter

pytestmark = pytest.mark.slow

READERS = 200


def test_a_reader_hears_topic_and_revision_of_what_its_page_watches(live_site: str) -> None:
    with listening(live_site, token_for(["hall"])) as reader:
        assert reader.status == 200
        assert reader.headers["content-type"].startswith("text/event-stream")
        announce("pool:abc")
        announce("hall")
        assert reader.hears_news() == ("hall", revisions_of(["hall"])["hall"])


def test_what_changed_since_the_page_was_made_is_told_at_once(live_site: str) -> None:
    token = token_for(["hall", "pool:abc"])
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


@pytest.mark.parametrize("token", ["", "made-up"])
def test_a_token_that_is_none_is_refused_with_a_sentence(live_site: str, token: str) -> None:
    with listening(live_site, token) as reader:
        assert reader.status == 403
        assert reader.headers["content-type"] == "application/problem+json"
        assert reader.refusal()["detail"]


@pytest.mark.long
def test_two_hundred_readers_hear_while_pages_keep_answering(live_site: str) -> None:
    with chorus(live_site, token_for(["hall"]), READERS) as readers:
        assert {reader.status for reader in readers} == {200}
        with ThreadPoolExecutor(10) as visitors:
            pages = visitors.map(status_of, [f"{live_site}/clubs/"] * 30)
            announce("hall")
            news = [reader.hears_news() for reader in readers]
            assert set(pages) == {200}
        assert set(news) == {("hall", revisions_of(["hall"])["hall"])}


def test_many_readers_hear_one_after_another_so_that_they_do_not_all_fetch_at_once(live_site: str) -> None:
    turn = 60 / MESSAGES_A_SECOND
    with chorus(live_site, token_for(["hall"]), 60) as readers:
        announced = time.monotonic()
        announce("hall")
        for reader in readers:
            reader.hears_news()
        assert time.monotonic() - announced > turn / 3


def test_a_reader_of_a_shared_part_hears_once_everything_shared_is_newer(live_site: str) -> None:
    with listening(live_site, token_for(["hall", "pool:abc"])) as reader:
        announced = time.monotonic()
        announce("pool:abc")
        reader.hears_news()
        assert time.monotonic() - announced < MOMENT.total_seconds()
        announced = time.monotonic()
        announce("hall")
        reader.hears_news()
        assert time.monotonic() - announced >= MOMENT.total_seconds()


@pytest.mark.long
def test_no_more_pages_follow_than_a_place_or_address_may(site_environment: dict[str, str], starter: Starter) -> None:
    bounds = {"MOOTHILL_LIVE_READERS": "3", "MOOTHILL_LIVE_READERS_PER_ADDRESS": "2"}
    site, _ = site_with(site_environment | bounds, starter)
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


@pytest.mark.long
def test_a_server_that_stops_ends_every_line_in_order(site_environment: dict[str, str], starter: Starter) -> None:
    site, web = site_with(site_environment, starter)
    with listening(site, token_for(["hall"])) as reader:
        web.stop()
        with pytest.raises(EOFError):
            reader.hears()
    assert "Traceback" not in web.log.read_text()


@pytest.fixture
def own_redis(tmp_path: Path, settings: Settings) -> Iterator[redis.Server]:
    """A Redis that the test may stop; this process announces to it."""
    server = redis.Server(tmp_path / "own.sock")
    settings.REDIS_URL = server.url
    broker.cache_clear()
    yield server
    broker.cache_clear()


@pytest.mark.long
def test_readers_survive_no_redis(own_redis: redis.Server, site_environment: dict[str, str], starter: Starter) -> None:
    first = running_redis(own_redis, starter)
    site, _ = site_with(site_environment | {"REDIS_URL": own_redis.url}, starter)
    with listening(site, token_for(["hall"])) as reader:
        announce("hall")
        assert reader.hears() == "message"
        first.kill()
        assert reader.hears() == "away"
        assert status_of(f"{site}/clubs/") == 200
        running_redis(own_redis, starter)
        assert reader.hears() == "back"
        announce("hall")
        assert reader.hears() == "message"


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
