"""Topics of live updates: their revisions in Redis, announcements after commit that one changed, and tokens.

A token says which topics a page watches; it is signed and expires.
"""

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import structlog
from django.core import signing
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.common.errors import NotAllowed
from league.common.redis_client import RedisError, broker

log = structlog.get_logger(__name__)

CHANNEL = "moothill:live"
LIFE = 15 * 60  # seconds a counter outlives its last reader; a reader who returns later fetches the page again
TOKEN_LIFE = timedelta(hours=12)
MOST_TOPICS = 64
UNKNOWN = -1  # the revision of a page that was made while Redis was away: whatever comes first is news to it
_SALT = "moothill.live"
_ATTRIBUTE = "topics_watched"  # of a request

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


def watch(request: HttpRequest, *topics: str) -> None:
    """Let this page watch `topics`. A view calls it before its queries, so that no change is missed."""
    setattr(request, _ATTRIBUTE, revisions_watched(request) | _revisions_now(topics))


def watch_from(request: HttpRequest, revisions: Mapping[str, int]) -> None:
    """Let this page watch topics from the revisions with which a cached part of it was rendered."""
    setattr(request, _ATTRIBUTE, {**revisions_watched(request), **revisions})


def watch_nothing(request: HttpRequest) -> None:
    """Clear the topics that the page watches, since a refused reader may not follow them."""
    setattr(request, _ATTRIBUTE, {})


def revisions_watched(request: HttpRequest) -> dict[str, int]:
    """Return the topics that the page watches, each with the revision before the page was read."""
    watched: dict[str, int] = getattr(request, _ATTRIBUTE, {})
    return watched


def token_of(request: HttpRequest) -> str:
    """Return the token for what the page watches; empty when it watches nothing."""
    watched = revisions_watched(request)
    return _signed_topics(watched) if watched else ""


def token_for(topics: Iterable[str]) -> str:
    """Return a token to watch `topics` for twelve hours from now."""
    return _signed_topics(_revisions_now(topics))


def read_token(token: str) -> dict[str, int]:
    """Return the topics a token names, each with the revision its page was made from. Raise `NotAllowed`."""
    try:
        revisions: dict[str, int] = signing.loads(token, salt=_SALT, max_age=TOKEN_LIFE)
    except signing.SignatureExpired as error:
        raise NotAllowed(_("This page has been open for too long to receive updates. Reload it.")) from error
    except signing.BadSignature as error:
        raise NotAllowed(
            _("This address needs the token of a Moothill page. Open the page in a browser instead.")
        ) from error
    return revisions


def revisions_of(topics: Iterable[str]) -> dict[str, int]:
    """Watch the topics, and return the revision of each: it grows with every announcement. Raise `RedisError`."""
    names = sorted(topics)
    if not names:
        return {}
    return by_topic(names, broker().eval(WATCH, len(names), *map(key_of, names), str(LIFE)))


def count_up(topics: Iterable[str]) -> None:
    """Announce the topics that have readers to all web processes. Raise `RedisError`."""
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


def _signed_topics(revisions: Mapping[str, int]) -> str:
    if len(revisions) > MOST_TOPICS:
        raise ValueError(f"A page watches at most {MOST_TOPICS} topics, not {len(revisions)}.")
    return signing.dumps(dict(revisions), salt=_SALT, compress=True)


def _revisions_now(topics: Iterable[str]) -> dict[str, int]:
    names = list(topics)
    try:
        return revisions_of(names)
    except RedisError:
        return dict.fromkeys(names, UNKNOWN)
