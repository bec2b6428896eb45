"""A Redis cache whose outage does not break pages: without Redis every read misses and writes do nothing."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ResponseError

from league.common.outages import OUTAGES

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")


class PlainSerializer:
    """Cache serializer for JSON values and bytes.

    Django's default is pickle, which would let anybody who can write to Redis run code in the site.
    """

    BYTES = b"\0"  # no text of JSON begins so

    def dumps(self, value: Any) -> int | str | bytes:
        """Return the value for Redis; integers stay integers, so that INCR works. Raise TypeError for other types."""
        if type(value) is int:
            return value
        return self.BYTES + value if isinstance(value, bytes) else json.dumps(value)

    def loads(self, kept: bytes) -> Any:
        """Return the value, or None if it was not written by `dumps`."""
        if kept.startswith(self.BYTES):
            return kept.removeprefix(self.BYTES)
        try:
            return json.loads(kept)
        except (ValueError, RecursionError):
            return None


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, without errors while Redis is unreachable: pages are only slower."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value of the key, or the default."""
        return _unless_away(partial(super().get, key, default, version), default)

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Store a value, if possible."""
        return _unless_away(partial(super().set, key, value, *args, **kwargs), None)

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Store a value unless the key exists; return whether it was stored."""
        return _unless_away(partial(super().add, key, value, *args, **kwargs), False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Delete a value; return whether there was one."""
        return _unless_away(partial(super().delete, key, version), False)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return the values of those keys that exist."""
        return _unless_away(partial(super().get_many, keys, version), {})

    def set_many(self, data: Any, *args: Any, **kwargs: Any) -> list[Any]:
        """Store many values; return the keys that failed."""
        return _unless_away(partial(super().set_many, data, *args, **kwargs), list(data))


def _unless_away(ask: Callable[[], Answer], otherwise: Answer) -> Answer:
    try:
        return ask()
    except (*OUTAGES, ResponseError) as error:  # it takes nothing while its disk is full
        log.warning("the cache is unreachable", cause=str(error))
        return otherwise
