"""The small ASGI app in front of Django that streams `/events`: no session, no ORM, no thread.

A reader costs a coroutine. A message is `data: {"topic": ..., "revision": ...}`; the events `away` and `back` say that
announcements cannot be heard for a while; comments keep the line open. Refusals are problem documents.
"""

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings

from league.common.api.problems import problem_of
from league.common.asgi import Application, Receive, Scope, Send, begin_stream, send_problem, until_gone
from league.common.cached_responses import MOMENT
from league.common.errors import Refusal
from league.common.ip_limits import OpenStreams
from league.common.live.subscribers import COMMENT, Reader, Readers
from league.common.live.topics import read_token

PATH = "/events"
HEARTBEAT_SECONDS = 15.0  # seconds of silence before a comment is sent; proxies close idle lines after thirty and more
CLOCK_SKEW = 0.25  # seconds that clocks of several hosts may differ
MIN_GAP = 0.2  # seconds between two messages to one reader; changes in between are sent together
# Messages a second to all readers of a process together, each of which fetches a part of a page: a change reaches the
# last of 1,000 readers after 100 s.
MESSAGES_A_SECOND = 10
RETRY_MS = 2000  # milliseconds before a browser opens a broken line again


class Events:
    """ASGI middleware that answers `/events` and passes all other requests on."""

    def __init__(self, *, app: Application) -> None:
        self._app = app
        self._readers = Readers(settings.REDIS_URL)
        self._open = OpenStreams(most=settings.LIVE_MOST_READERS, most_from_one=settings.LIVE_MOST_FROM_ONE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] == "http" and scope["path"] == PATH and scope["method"] == "GET":
            await self._follow(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._open.one_more(scope):
                await self._answer(_reader(scope), receive, send)
        except Refusal as refusal:
            await send_problem(problem_of(refusal), refusal.headers, send)

    async def _answer(self, reader: Reader, receive: Receive, send: Send) -> None:
        await begin_stream("text/event-stream; charset=utf-8", send)
        with suppress(asyncio.CancelledError):  # the server stops: the line ends in order, the browser asks again
            await self._stream(reader, receive, send)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _stream(self, reader: Reader, receive: Receive, send: Send) -> None:
        disconnected = asyncio.create_task(until_gone(receive), name="until the reader is gone")
        disconnected.add_done_callback(lambda _: reader.wake())
        try:
            await send(_part(f"retry: {RETRY_MS}\n\n".encode()))
            await self._readers.join(reader)
            while not disconnected.done():
                has_news = await reader.wait_for_message(HEARTBEAT_SECONDS)
                wait_before, wait_after = self._waits(reader) if has_news else (0.0, MIN_GAP)
                frames = reader.frames()  # changes during the pause wait for the next message
                await self._pause(disconnected, wait_before, send)
                await send(_part(frames))
                await self._pause(disconnected, wait_after, send)
        finally:
            self._readers.leave(reader)
            disconnected.cancel()

    async def _pause(self, disconnected: "asyncio.Task[None]", seconds: float, send: Send) -> None:
        """Wait, but send a comment after each HEARTBEAT_SECONDS, and return when the reader is gone."""
        while seconds > HEARTBEAT_SECONDS and not disconnected.done():
            await asyncio.wait({disconnected}, timeout=HEARTBEAT_SECONDS)
            await send(_part(COMMENT))
            seconds -= HEARTBEAT_SECONDS
        await asyncio.wait({disconnected}, timeout=seconds)

    def _waits(self, reader: Reader) -> tuple[float, float]:
        """Return the seconds to wait before and after notifying a reader; their sum grows with the number of readers.

        Otherwise all readers would fetch the same change at once, and new visitors would wait. Topics with a shared
        part are notified only after that part has expired.
        """
        turn = len(self._readers) / MESSAGES_A_SECOND
        before = random.uniform(0, turn)
        if reader.waits_for_a_moment:
            before = max(before, MOMENT.total_seconds() + CLOCK_SKEW)
        return before, max(MIN_GAP, turn - before)


def _reader(scope: Scope) -> Reader:
    token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
    return Reader(read_token(token))


def _part(body: bytes) -> Mapping[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}
