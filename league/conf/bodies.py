"""What browsers and programs send, read whole before a request stands in line, and within bounds.

Django reads as much as anybody sends, for as long as they take, before it knows who they are. Here a body that is too
large, or takes too long, is refused; small ones always come in. A larger one, which nobody needs to send who is not
signed in, is taken of those alone whom the database knows by their session or token, and an account holds a part of
the room at most. So strangers keep no member out, from however many addresses they send.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.db import connection
from django.http import parse_cookie

from league.conf.line import Line
from league.members.authentication import account_by_session_or_token
from league.shared.absence import ABSENCES, forget_broken_connections
from league.shared.middleware import Sent

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Headers = Mapping[bytes, bytes]
SenderOf = Callable[[Headers], int | None]
"""Whose account it is that sends these headers, asked in a thread; None of a stranger."""

REST_SECONDS = 30.0  # in which the rest of what was refused has to come
SMALL = 64 * 1024  # bytes; nearly every form and every answer of a program


def account_that_sends(headers: Headers) -> int | None:
    """The account whose session or token is sent: up to two questions to the database, none where neither is."""
    authorization = headers.get(b"authorization", b"").decode("latin-1")
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    try:
        account = account_by_session_or_token(
            authorization=authorization, session=cookies.get(settings.SESSION_COOKIE_NAME, "")
        )
        return account.pk if account else None
    finally:
        connection.close()


class NotTaken(Exception):
    """A body is not taken; `because` is what is wrong with it, and `is_over` whether no more of it is waited for."""

    def __init__(self, because: Sent, *, is_over: bool = False) -> None:
        super().__init__(because)
        self.because, self.is_over = because, is_over


@dataclass(slots=True)
class Body:
    """What was sent, in memory or in a file, and how many bytes of it there are; `held` of them take room."""

    file: "SpooledTemporaryFile[bytes]" = field(
        default_factory=partial(SpooledTemporaryFile, max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE, mode="w+b")
    )
    size: int = 0
    is_whole: bool = False
    held: int = 0
    sender: int | None = None  # asked for once it is a larger one


class Bodies:
    """Those that are read or wait at this moment."""

    def __init__(self, sender_of: SenderOf) -> None:
        self.held = Counter[int]()  # bytes of larger ones, by the account that sends them
        self._lock = Lock()
        self._sender_of = sender_of
        self._asking = Line[int | None](1, "senders")

    async def read(self, receive: Receive, headers: Headers) -> Body:
        """The whole body, to be let go afterwards. Raises `NotTaken`; `RequestAborted` where the browser hangs up."""
        if declared(headers) > settings.LARGEST_BODY:
            raise NotTaken(Sent.LARGE)
        body = Body()
        try:
            async with asyncio.timeout(settings.BODY_SECONDS):
                await self._fill(body, receive, headers)
        except TimeoutError as late:
            self.let_go(body)
            raise NotTaken(Sent.SLOWLY, is_over=True) from late
        except NotTaken as refused:
            self.let_go(body)
            refused.is_over = body.is_whole
            raise
        except BaseException:
            self.let_go(body)
            raise
        body.file.seek(0)
        return body

    def let_go(self, body: Body) -> None:
        """Close the file, from whichever thread; twice is harmless."""
        body.file.close()
        if body.sender is None:
            return
        with self._lock:
            self.held[body.sender] -= body.held
            body.held = 0
            if not self.held[body.sender]:
                del self.held[body.sender]

    async def _fill(self, body: Body, receive: Receive, headers: Headers) -> None:
        while not body.is_whole:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            chunk = message.get("body", b"")
            body.is_whole = not message.get("more_body")
            body.size += len(chunk)
            if body.size > settings.LARGEST_BODY:
                raise NotTaken(Sent.LARGE)
            if body.size > SMALL:
                await self._hold(body, headers)
            body.file.write(chunk)

    async def _hold(self, body: Body, headers: Headers) -> None:
        sender = await self._sender(headers) if body.sender is None else body.sender
        body.sender = sender
        with self._lock:
            self.held[sender] += body.size - body.held
            body.held = body.size
            of_one, of_all = self.held[sender], self.held.total()
        if of_one > settings.MOST_OF_BODIES_FROM_ONE or of_all > settings.MOST_OF_BODIES:
            raise NotTaken(Sent.AT_ONCE)

    async def _sender(self, headers: Headers) -> int:
        try:
            sender = await asyncio.wrap_future(self._asking.stand(partial(self._sender_of, headers)))
        except ABSENCES as away:
            forget_broken_connections()
            raise NotTaken(Sent.UNASKED) from away
        if sender is None:
            raise NotTaken(Sent.BY_A_STRANGER)
        return sender


def declared(headers: Headers) -> int:
    """How many bytes are announced; 0 where nothing is."""
    told = headers.get(b"content-length", b"")
    return int(told) if told.isdigit() else 0


async def until_gone(receive: Receive, rest: asyncio.Event) -> None:
    """Wait until the browser hangs up; what it still sends of a body that was refused goes nowhere.

    `rest` is set when all of that has come, or more of it than anybody needs to send.
    """
    gone, passed = False, 0
    while not gone:
        message = await receive()
        gone, passed = message["type"] == "http.disconnect", passed + len(message.get("body", b""))
        if not message.get("more_body") or passed > settings.LARGEST_BODY:
            rest.set()


def ended_after(rest: asyncio.Event, send: Send) -> Send:
    """Send an answer at once, and say that it is over when the rest of what was refused has come, or after a while.

    A connection that is closed before is reset, and whoever still sends never reads the answer.
    """

    async def send_on(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body"):
            await send({**message, "more_body": True})
            with suppress(TimeoutError):
                await asyncio.wait_for(rest.wait(), REST_SECONDS)
            message = {"type": "http.response.body", "body": b""}
        await send(message)

    return send_on
