"""The house's line to Redis outside Celery: short waits, so that a page never hangs on it."""

from functools import cache

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

__all__ = ["RedisError", "broker"]

PATIENCE = 1.0  # seconds; Redis answers within one or counts as away


@cache
def broker() -> Redis:
    """Return this process's client. It connects when first used, and anew after a fork."""
    return Redis.from_url(
        settings.REDIS_URL,
        decode_responses=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
