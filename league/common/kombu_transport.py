"""Redis as Celery's broker: its URL, and a transport with which workers survive failed acknowledgements."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kombu.transport import TRANSPORT_ALIASES, redis, virtual


def broker_address(url: str) -> str:
    """Return the URL for Celery: a Unix socket is `redis+socket://`, its database `virtual_host`."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{user}{parts.path}?virtual_host={parse_qs(parts.query).get('db', ['0'])[0]}"


def register_fixed_transport() -> None:
    """Register the fixed transport for all Redis URLs, before Celery connects."""
    TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = f"{__name__}:Transport"


class QoS(redis.QoS):
    """Counts a worker's unacknowledged messages, and stops counting one even if its acknowledgement fails.

    Kombu 5.7 keeps counting messages that it could not acknowledge. A worker all of whose processes end their tasks
    while Redis is unreachable would count itself busy for ever: it would neither fetch tasks nor notice the broken
    connection. Redis delivers an unacknowledged message again after the visibility timeout.
    """

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a message."""
        with self._uncounted_on_failure(delivery_tag):
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Reject a message."""
        with self._uncounted_on_failure(delivery_tag):
            super().reject(delivery_tag, requeue=requeue)

    @contextmanager
    def _uncounted_on_failure(self, delivery_tag: str) -> Iterator[None]:
        """Stop counting the message in this process if Redis is unreachable."""
        try:
            yield
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    """A channel with the fixed `QoS`."""

    QoS: Any = QoS


class Transport(redis.Transport):
    """The transport of `redis://`, `rediss://` and `redis+socket://`."""

    Channel: Any = Channel
