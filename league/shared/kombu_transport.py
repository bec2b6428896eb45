"""Celery's line to Redis, mended: a worker that could not acknowledge a task goes on listening."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis, virtual


def mend_transport() -> None:
    """Let every address of a Redis mean the mended transport, before Celery connects to any."""
    TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = f"{__name__}:Transport"


class QoS(redis.QoS):
    """Counts the messages that a worker holds, and counts one off whether or not Redis could be told.

    Kombu 5.7 goes on counting what it could not acknowledge. A worker all of whose processes end their tasks while
    Redis is away would count itself busy for ever, and so neither ask for tasks nor notice that its line is broken.
    Redis keeps a message that it was not told of and hands it out once more after the visibility timeout.
    """

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a message."""
        with self._counted_off(delivery_tag):
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Give a message back."""
        with self._counted_off(delivery_tag):
            super().reject(delivery_tag, requeue=requeue)

    @contextmanager
    def _counted_off(self, delivery_tag: str) -> Iterator[None]:
        try:
            yield
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    """A channel that counts so."""

    QoS: Any = QoS


class Transport(redis.Transport):
    """What Celery uses for `redis://`, `rediss://` and `redis+socket://`."""

    Channel: Any = Channel
