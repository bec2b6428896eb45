"""Notifications for the streams of one web process, over one connection to Redis."""

import asyncio
from collections import defaultdict
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.bots.remote.exchange import CHANNEL

log = structlog.get_logger(__name__)

PATIENCE = 3.0  # seconds; what Redis does not answer within them it does not answer
PAUSE = 1.0  # seconds between attempts to reach Redis
SILENCE = 10.0


def line_to(url: str) -> Redis:
    """Return a client with short timeouts."""
    return Redis.from_url(
        url,
        decode_responses=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        health_check_interval=SILENCE,
        retry=Retry(NoBackoff(), 0),
    )


class Nudges:
    """Events by bot. A notification says only that something is new; the stream reads what."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._by_bot: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._listening: asyncio.Task[None] | None = None

    def join(self, bot: str) -> asyncio.Event:
        """Return an event that is set whenever there may be something new."""
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen(), name="moothill remote bots")
        nudge = asyncio.Event()
        self._by_bot[bot].add(nudge)
        return nudge

    def leave(self, bot: str, nudge: asyncio.Event) -> None:
        """Remove the event."""
        self._by_bot[bot].discard(nudge)
        if not self._by_bot[bot]:
            del self._by_bot[bot]

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (RedisError, OSError) as error:
                log.warning("Redis is away, remote bots hear of nothing new", cause=str(error))
                await asyncio.sleep(PAUSE)

    async def _listen_once(self) -> None:
        async with line_to(self._url) as client, client.pubsub(ignore_subscribe_messages=True) as line:
            await line.subscribe(CHANNEL)
            self._wake(*self._by_bot)
            while True:
                message: Any = await line.get_message(timeout=SILENCE)
                if message is not None and message["type"] == "message":
                    self._wake(message["data"])

    def _wake(self, *bots: str) -> None:
        for bot in bots:
            for nudge in self._by_bot.get(bot, ()):
                nudge.set()
