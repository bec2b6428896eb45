"""The web server's event loop: connections that send no request, or read no answer, are closed in time.

uvicorn waits for the head of a request for as long as its connection is open. Here every connection that it serves has
a protocol around uvicorn's own, by what asyncio offers: `create_server` is given the protocols, and a context variable
gives the application the connection of a request. Start uvicorn with `--loop league.conf.event_loop:new_loop`.
"""

import asyncio
import resource
from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, cast

import uvloop
from django.conf import settings

from league.common.asgi import Application, Receive, Scope, Send

MOST_FILES = 65_536  # that a web process may have open, where the system allows as many
MOST_OF_HEAD = 1024 * 1024  # bytes before a request begins; browsers send some thousand, and parts of a body with them
UNREAD_SECONDS = 60.0  # for the other side to read on
MOST_WAITING = 4096  # connections without a request; each holds some ten kilobytes

_current: "ContextVar[Connection]" = ContextVar("connection")


def new_loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of a web process, which may have more files open from now on."""
    _raise_limit_of_files()
    return Loop()


def files_allowed() -> int:
    """Return how many files this process may have open; a connection is one."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class Loop(uvloop.Loop):
    """uvloop, whose servers bound how long a connection waits."""

    async def create_server(self, protocol_factory: Any, *args: Any, **options: Any) -> Any:
        """Serve with each protocol in a `Connection`."""
        waiting = PendingConnections(min(MOST_WAITING, files_allowed() // 2))
        return await super().create_server(lambda: Connection(protocol_factory(), waiting), *args, **options)


class PendingConnections:
    """Connections whose request has not come whole, the oldest first. Where there are too many, that one is closed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._connections: dict[Connection, None] = {}

    def add(self, connection: "Connection") -> None:
        """Add it as the newest."""
        self._connections[connection] = None
        if len(self._connections) > self._most:
            oldest = next(iter(self._connections))
            self.discard(oldest)
            oldest.abort()

    def discard(self, connection: "Connection") -> None:
        """Remove it. Idempotent."""
        self._connections.pop(connection, None)


class Connection(asyncio.Protocol):
    """One connection. It hands everything on to the protocol of the web server, and sets the deadlines."""

    def __init__(self, protocol: asyncio.Protocol, waiting: PendingConnections) -> None:
        self._protocol = protocol
        self._waiting = waiting
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._requests = 0  # that the application answers at this moment
        self._size = 0  # bytes that came without a request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class
        self._protocol.connection_made(transport)
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        """Let the web server read; the task that answers a request knows this connection by its context."""
        if not self._requests:
            self._size += len(data)
            if self._size > MOST_OF_HEAD:
                self.abort()
                return
        before = _current.set(self)
        try:
            self._protocol.data_received(data)
        finally:
            _current.reset(before)

    def eof_received(self) -> bool | None:
        """Hand on that the other side writes no more."""
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        """Wait for the other side to read, but not for ever."""
        self._close_after(UNREAD_SECONDS)
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Go on: the other side has read."""
        self._close_after(None if self._requests else settings.HEADER_SECONDS)
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._waiting.discard(self)
        self._close_after(None)
        self._transport = None
        self._protocol.connection_lost(exc)

    def abort(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def request_begins(self) -> None:
        """The head of a request is here."""
        self._requests += 1
        self._size = 0
        self._close_after(None)

    def request_is_whole(self) -> None:
        """The body of the request is here, too."""
        self._waiting.discard(self)

    def request_ends(self) -> None:
        """The answer was written; another request may come."""
        self._requests -= 1
        if self._transport is not None and not self._requests:
            self._wait_for_request()

    def _wait_for_request(self) -> None:
        self._waiting.discard(self)
        self._waiting.add(self)
        is_unread = self._transport is not None and self._transport.get_write_buffer_size() > 0
        self._close_after(UNREAD_SECONDS if is_unread else settings.HEADER_SECONDS)

    def _close_after(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self.abort)


def following_connections(application: Application) -> Application:
    """Return an ASGI application that says to the connection of each request how far the request is."""

    async def follow(scope: Scope, receive: Receive, send: Send) -> None:
        connection = _current.get(None)
        if connection is None:  # a server with another loop
            await application(scope, receive, send)
            return

        async def receive_on() -> Mapping[str, Any]:
            message = await receive()
            if not message.get("more_body"):
                connection.request_is_whole()
            return message

        connection.request_begins()
        try:
            await application(scope, receive_on, send)
        finally:
            connection.request_ends()

    return follow


def _raise_limit_of_files() -> None:
    """Raise this process's limit of open files as far as the system lets it, up to `MOST_FILES`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < limit:
        with suppress(ValueError, OSError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
