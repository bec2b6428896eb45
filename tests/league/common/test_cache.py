"""The cache speeds pages up; its absence slows them down and nothing else."""

import pytest
from django.core.cache import caches
from pytest_django import Settings

from league.common.redis_client import broker


@pytest.mark.parametrize(
    "value", ["drawn \u2713", "", b"\x89PNG", b"", 0, 7, 1.5, True, None, [1.0, 2.0], {"a": ["b"]}]
)
def test_it_gives_back_what_it_was_given(redis_url: str, value: object) -> None:
    cache = caches["default"]
    cache.set("board", value, 60)
    found = cache.get("board")
    assert (found, type(found)) == (value, type(value))


def test_it_counts(redis_url: str) -> None:
    cache = caches["default"]
    cache.add("count", 0, 60)
    assert [cache.incr("count"), cache.incr("count"), cache.get("count")] == [1, 2, 2]


@pytest.mark.parametrize("planted", [b"\x80\x04}.", b"cos\nsystem\n(S'true'\ntR.", b"[" * 100_000, b"", b"\xff"])
def test_what_somebody_else_wrote_into_redis_is_not_there(redis_url: str, planted: bytes) -> None:
    cache = caches["default"]
    broker().set(cache.make_key("board"), planted)
    assert cache.get("board") is None


def test_what_is_not_plain_is_not_kept(redis_url: str) -> None:
    with pytest.raises(TypeError):
        caches["default"].set("board", object(), 60)


@pytest.fixture
def cache_away(settings: Settings) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}}


def test_it_keeps_what_it_is_given(redis_url: str) -> None:
    cache = caches["default"]
    cache.set("board", "drawn", 60)
    assert cache.get("board") == "drawn"
    assert cache.get_many(["board", "other"]) == {"board": "drawn"}
    assert cache.delete("board")


def test_while_redis_is_away_nothing_is_found_and_nothing_raised(cache_away: None) -> None:
    cache = caches["default"]
    cache.set("board", "drawn", 60)
    assert cache.get("board", "not kept") == "not kept"
    assert cache.get_or_set("board", lambda: "drawn anew") == "drawn anew"
    assert cache.add("board", "drawn") is False
    assert cache.get_many(["board"]) == {}
    assert cache.set_many({"board": "drawn"}) == ["board"]
    assert cache.delete("board") is False


def test_a_full_redis_keeps_nothing_more_and_no_page_is_lost_by_it(full_redis: None) -> None:
    cache = caches["default"]
    cache.set("board", "drawn", 60)
    assert cache.get("board", "not kept") == "not kept"
    assert cache.add("board", "drawn") is False
