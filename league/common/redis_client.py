"""The Redis client outside Celery, with short timeouts, so that a page never hangs on it."""

from functools import cache
from typing import Final

from django.conf import settings
from kombu.transport.redis import Channel
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

__all__ = ["LATER", "RedisError", "broker", "is_full", "lists_of"]

NEARLY: Final = 0.95  # of what Redis may hold
PATIENCE = 1.0  # seconds; Redis answers within one or counts as away
LATER: Final = 9  # the priority of a message that waits for those of every other queue of its worker


@cache
def broker() -> Redis:
    """Return this process's client. It connects when first used, and again after a fork."""
    return Redis.from_url(
        settings.REDIS_URL,
        decode_responses=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )


def is_full() -> bool:
    """Return whether Redis is nearly at its memory limit and evicts nothing. Raise `RedisError`."""
    memory = broker().info("memory")
    may_forget = memory["maxmemory_policy"] != "noeviction"
    return not may_forget and 0 < memory["maxmemory"] * NEARLY <= memory["used_memory"]


def lists_of(queue: str) -> tuple[str, str]:
    """Return the Redis lists of a queue: normal messages, then those of priority `LATER`."""
    return queue, f"{queue}{Channel.sep}{LATER}"
