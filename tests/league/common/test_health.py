"""`/health` reports the state of the site within milliseconds, and 503 when the site cannot work."""

import time
from collections.abc import Callable, Iterator

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

from league.common.redis_client import broker
from league.common.worker_heartbeat import KEY, live_workers, record_worker_heartbeat, remove_worker
from tests.factories import account_of, browser_of, operator
from tests.league.assertions import queries_of
from tests.processes import Running, until

pytestmark = pytest.mark.django_db


@pytest.fixture
def no_redis(settings: Settings) -> Iterator[None]:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    broker.cache_clear()
    yield
    broker.cache_clear()


def state_of_the_house() -> tuple[int, dict[str, object]]:
    """The status of the answer, and which part is well."""
    answer = Client().get("/health", {"format": "json"})
    document = answer.json()
    return answer.status_code, {"status": document["status"]} | {
        part["name"]: part["is_well"] for part in document["parts"]
    }


def a_worker_lives() -> None:
    """What a worker tells every few seconds."""
    record_worker_heartbeat("worker1@glen")


def test_all_is_well_when_everything_answers(redis_url: str) -> None:
    a_worker_lives()
    assert state_of_the_house() == (200, {"status": "well", "database": True, "broker": True, "workers": True})


def test_only_operators_read_which_machines_work(redis_url: str) -> None:
    a_worker_lives()
    for user in (None, account_of("Hamish")):
        assert "glen" not in browser_of(user).get("/health").content.decode()
        assert "glen" not in browser_of(user).get("/health", {"format": "json"}).content.decode()
    ishbel = browser_of(operator())
    assert "worker1@glen" in ishbel.get("/health").content.decode()
    assert ishbel.get("/health", {"format": "json"}).json()["workers"] == ["worker1@glen"]


def test_without_workers_pages_answer_and_matches_wait(redis_url: str) -> None:
    assert state_of_the_house() == (200, {"status": "weak", "database": True, "broker": True, "workers": False})


def test_without_redis_the_house_is_down(no_redis: None) -> None:
    assert state_of_the_house() == (503, {"status": "down", "database": True, "broker": False, "workers": False})


def test_without_a_database_the_page_says_so(redis_url: str) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("connection refused")

    with connection.execute_wrapper(refuse):
        page = Client().get("/health")
    assert page.status_code == 503
    assert "PostgreSQL does not respond." in page.content.decode()


def test_it_asks_the_database_one_question(redis_url: str) -> None:
    assert queries_of(Client(), "/health") == 1


def test_a_worker_that_was_not_seen_lately_does_not_count(redis_url: str) -> None:
    broker().zadd(KEY, {"worker1@glen": time.time() - 60})
    assert live_workers() == []


def test_a_worker_that_leaves_in_order_is_off_the_list(redis_url: str) -> None:
    a_worker_lives()
    remove_worker("worker1@glen")
    assert live_workers() == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_is_seen_and_missed(celery_worker_process: Callable[..., Running]) -> None:
    worker = celery_worker_process()
    until(lambda: [name.partition("@")[0] for name in live_workers()] == ["worker1"], "it is seen")
    worker.leave()
    assert live_workers() == []
