"""The cache speeds pages up; its absence slows them down and nothing else."""

import pytest
from django.core.cache import caches
from pytest_django import Settings


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
