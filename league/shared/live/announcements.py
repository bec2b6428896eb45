"""Saying that something changed: once a topic and transaction, after commit, and never at the cost of the change."""

import json
import threading
from collections.abc import Iterable

import structlog
from django.db import transaction

from league.shared.broker import RedisError, broker

log = structlog.get_logger(__name__)

CHANNEL = "moothill:live"
REVISIONS_LAST = 2 * 24 * 3600  # seconds; longer than any page's token, so a counter never starts anew under a reader

# One step for Redis: count every topic's revision up, and tell all web processes in one message. A counter starts at
# the clock's microseconds, so that one which was lost with Redis' memory goes on above where it was.
_PUBLISH = """
local now = redis.call('TIME')
local revisions = {}
for place, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.0f', now[1] * 1000000 + now[2]), 'NX')
  redis.call('INCR', key)
  redis.call('EXPIRE', key, ARGV[2])
  revisions[ARGV[place + 2]] = redis.call('GET', key)
end
redis.call('PUBLISH', ARGV[1], cjson.encode(revisions))
"""


class _Pending(threading.local):
    """Topics announced by this thread and not yet published."""

    def __init__(self) -> None:
        self.topics: set[str] = set()


_pending = _Pending()


def announce(*topics: str) -> None:
    """Tell every page that watches one of `topics` that it changed.

    Inside a transaction the announcements are gathered and published once after commit; what is rolled back is not
    announced by it. Without Redis the change stands and the log says that nobody heard of it.
    """
    _pending.topics.update(topics)
    transaction.on_commit(_publish_pending)


def revisions_of(topics: Iterable[str]) -> dict[str, int]:
    """Return each topic's revision, which grows with every announcement; 0 when there was none. Raises `RedisError`."""
    names = sorted(topics)
    if not names:
        return {}
    counts: list[str | None] = broker().mget([key_of(name) for name in names])  # type: ignore[assignment]  # redis types answers for both its clients
    return {name: int(count or 0) for name, count in zip(names, counts, strict=True)}


def key_of(topic: str) -> str:
    """Where Redis counts a topic's revisions."""
    return f"{CHANNEL}:revision:{topic}"


def read_message(text: str) -> dict[str, int]:
    """Return the revisions by topic that one published message carries."""
    return {str(topic): int(revision) for topic, revision in json.loads(text).items()}


def _publish_pending() -> None:
    topics, _pending.topics = _pending.topics, set()
    if not topics:
        return  # an earlier callback of the same commit took them
    names = sorted(topics)
    try:
        broker().eval(_PUBLISH, len(names), *map(key_of, names), CHANNEL, str(REVISIONS_LAST), *names)
    except RedisError as error:
        log.warning("nobody heard of a change", topics=names, cause=str(error))
