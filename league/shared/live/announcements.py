"""Saying that something changed: once a topic and transaction, after commit, and never at the cost of the change."""

import threading

import structlog
from django.db import connection, transaction

from league.shared.broker import RedisError
from league.shared.live.revisions import count_up

log = structlog.get_logger(__name__)


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
        log.warning("nobody heard of a change", topics=sorted(topics), cause=str(error))
