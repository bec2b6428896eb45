"""Announcements arrive once and after commit; without Redis the announcement is lost, never the change."""

import json
from collections.abc import Iterator
from itertools import takewhile

import pytest
from django.db import transaction
from pytest_django import Settings
from redis import Redis
from redis.client import PubSub

from league.clubs.models import Club
from league.common.live import announce
from league.common.live.topics import CHANNEL, key_of, revisions_of
from league.common.redis_client import broker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ear(redis_url: str) -> Iterator[PubSub]:
    with Redis.from_url(redis_url) as client, client.pubsub(ignore_subscribe_messages=True) as line:
        line.subscribe(CHANNEL)
        line.get_message(timeout=5)
        revisions_of(["hall", "pool:abc", "match:xyz"])  # a page watches them
        yield line


def heard(ear: PubSub) -> list[set[str]]:
    """The topics of every message so far."""
    broker().publish(CHANNEL, "[]")  # after all of them
    messages = iter(lambda: ear.get_message(timeout=60), None)
    return list(takewhile(bool, (set(json.loads(message["data"])) for message in messages)))


def test_a_transaction_announces_each_topic_once_and_all_together(ear: PubSub) -> None:
    with transaction.atomic():
        for _ in range(50):
            announce("hall", "pool:abc")
        announce("match:xyz")
        assert heard(ear) == []
    assert heard(ear) == [{"hall", "pool:abc", "match:xyz"}]


def test_outside_of_a_transaction_it_is_announced_at_once(ear: PubSub) -> None:
    announce("hall")
    assert heard(ear) == [{"hall"}]


def test_what_is_rolled_back_is_not_announced(ear: PubSub) -> None:
    with transaction.atomic():
        announce("hall")
        transaction.set_rollback(True)
    assert heard(ear) == []


def test_a_savepoint_that_is_rolled_back_silences_nothing_else(ear: PubSub) -> None:
    with transaction.atomic():
        with transaction.atomic():
            announce("hall")
            transaction.set_rollback(True)
        announce("hall")
    assert heard(ear) == [{"hall"}]


def test_revisions_grow_even_when_redis_forgot_them(redis_url: str) -> None:
    first = revisions_of(["hall"])["hall"]
    announce("hall")
    second = revisions_of(["hall"])["hall"]
    broker().flushall()
    assert first < second < revisions_of(["hall"])["hall"]


def test_a_topic_that_no_page_watches_costs_nothing(ear: PubSub) -> None:
    announce("match:unseen", "hall")
    assert heard(ear) == [{"hall"}]
    assert not broker().exists(key_of("match:unseen"))


def test_without_redis_the_change_stands(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    broker.cache_clear()
    try:
        with transaction.atomic():
            Club.objects.create(name="Glen Orchy Games", slug="glen-orchy-games")
            announce("hall")
    finally:
        broker.cache_clear()
    assert Club.objects.filter(slug="glen-orchy-games").exists()
