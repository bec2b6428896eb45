"""Topics of live updates: their revisions in Redis, and announcements after commit that one changed."""

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import structlog
from django.db import connection, transaction

from league.common.redis_client import RedisError, broker

CHANNEL = "moothill:live"
LIFE = 15 * 60  # seconds a counter outlives its last reader; a reader who returns later fetches the page again

# Make sure that the counters are there, and return them.
WATCH = """
local now = redis.call('TIME')
local revisions = {}
for place, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.0f', now[1] * 1000000 + now[2]), 'NX')
  redis.call('EXPIRE', key, ARGV[1])
  revisions[place] = redis.call('GET', key)
end
return revisions
"""

# Count up what is watched, and tell all web processes in one message.
ANNOUNCE = """
local revisions = {}
for place, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then
    redis.call('INCR', key)
    revisions[ARGV[place + 1]] = redis.call('GET', key)
  end
end
if next(revisions) then redis.call('PUBLISH', ARGV[1], cjson.encode(revisions)) end
"""


def revisions_of(topics: Iterable[str]) -> dict[str, int]:
    """Watch the topics, and return the revision of each: it grows with every announcement. Raise `RedisError`."""
    names = sorted(topics)
    if not names:
        return {}
    return by_topic(names, broker().eval(WATCH, len(names), *map(key_of, names), str(LIFE)))


def count_up(topics: Iterable[str]) -> None:
    """Announce the topics to all web processes, as far as anybody watches them. Raise `RedisError`."""
    names = sorted(topics)
    broker().eval(ANNOUNCE, len(names), *map(key_of, names), CHANNEL, *names)


def key_of(topic: str) -> str:
    """Where Redis counts a topic's revisions."""
    return f"{CHANNEL}:revision:{topic}"


def by_topic(names: Sequence[str], counts: Any) -> dict[str, int]:
    """Return what the script `WATCH` answered, by topic."""
    return {name: int(count) for name, count in zip(names, counts, strict=True)}


def read_message(text: str) -> Mapping[str, int]:
    """Return the revisions by topic that one published message carries."""
    return {str(topic): int(revision) for topic, revision in json.loads(text).items()}


log = structlog.get_logger(__name__)


class _Pending(threading.local):
    """Topics announced by this thread and not yet published."""

    def __init__(self) -> None:
        self.topics: set[str] = set()


_pending = _Pending()


def announce(*topics: str) -> None:
    """Notify every page that watches one of `topics` of a change.

    Inside a transaction the topics are collected and published once after commit; a rollback publishes nothing.
    Without Redis the change is kept and the failure logged.
    """
    if not connection.in_atomic_block:
        _pending.topics.clear()  # what is left is of a transaction that was rolled back
    _pending.topics.update(topics)
    transaction.on_commit(_publish_pending)


def _publish_pending() -> None:
    topics, _pending.topics = _pending.topics, set()
    if not topics:
        return  # an earlier callback of the same commit took them
    try:
        count_up(topics)
    except RedisError as error:
        log.warning("a change was not announced", topics=sorted(topics), cause=str(error))
