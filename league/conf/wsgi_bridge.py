"""Django's WSGI application behind ASGI: a few threads answer pages, each with the whole body at hand.

A body is read before a thread is taken, so a client that sends slowly holds none. A body of more than
`settings.LARGEST_BODY`, which only uploads of bots may have, is kept in a temporary file.

Pages cannot stream: the whole response is in memory until the client has read it. So few clients get files of bots at
once, and for a limited time.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from a2wsgi import WSGIMiddleware
from django.conf import settings

from league.common.asgi import Receive, Scope, Send
from league.common.ip_limits import OpenStreams, TooManyStreams
from league.common.middleware import REFUSED_BODY, RefusedBody, largest_body, takes_upload
from league.common.outages import is_no_space

PROBES = frozenset({("/health", b"format=json"), ("/metrics", b"")})
"""Path and query of what monitoring asks for. It has a thread of its own, so a crowd does not delay it."""

SMALL_BODY = 64 * 1024  # bytes; nearly every form
MOST_LARGE_BODIES = 16  # larger ones, held in memory at once
MOST_LARGE_BODIES_FROM_ONE = 4  # address
MOST_UPLOADS = 4  # bodies in temporary files at once
MOST_UPLOADS_FROM_ONE = 2  # address
MOST_DOWNLOADS = 4  # of files of bots at once
MOST_DOWNLOADS_FROM_ONE = 2  # address
PART = 64 * 1024  # bytes of a body passed on at once
MOST_DISCARDED = 64 * 1024 * 1024  # bytes of a refused body before its answer


class WsgiBridge:
    """ASGI application that answers HTTP requests with a WSGI application in `threads` threads."""

    def __init__(self, application: Callable[..., Any], *, threads: int) -> None:
        # No bound on what waits to be sent: a client that reads slowly holds no thread either.
        self._pages = WSGIMiddleware(application, workers=threads, send_queue_size=0)
        self._probes = WSGIMiddleware(application, workers=1, send_queue_size=0)
        self._large = OpenStreams(most=MOST_LARGE_BODIES, most_from_one=MOST_LARGE_BODIES_FROM_ONE)
        self._uploads = OpenStreams(most=MOST_UPLOADS, most_from_one=MOST_UPLOADS_FROM_ONE)
        self._downloads = OpenStreams(most=MOST_DOWNLOADS, most_from_one=MOST_DOWNLOADS_FROM_ONE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. A client that goes away before its body is complete gets no answer."""
        if scope["type"] != "http":
            raise ValueError(f"The bridge answers HTTP, not {scope['type']}.")
        with SpooledTemporaryFile(max_size=settings.LARGEST_BODY) as body, ExitStack() as slots:
            refused = None
            try:
                await self._body(scope, receive, body, slots)
                seconds = self._seconds_to_read(scope, slots)
            except ConnectionAbortedError:
                return
            except _NotTaken as not_taken:
                body.truncate(0)
                refused, seconds = not_taken.why, None
            chosen = self._probes if (scope["path"], scope["query_string"]) in PROBES else self._pages
            size = body.seek(0, 2)
            body.seek(0)
            with suppress(TimeoutError):  # the server closes the connection of a response that is not complete
                async with asyncio.timeout(seconds):
                    await chosen(_for_wsgi(scope, size, refused), _receive_from(body), send)  # type: ignore[arg-type]  # its own types

    def _seconds_to_read(self, scope: Scope, slots: ExitStack) -> float | None:
        """Return the time limit of a download, which is counted; else None. Raise `_NotTaken`."""
        if settings.DOWNLOAD_PATHS.fullmatch(scope["path"]) is None:
            return None
        try:
            slots.enter_context(self._downloads.one_more(scope))
        except TooManyStreams as error:
            raise _NotTaken(RefusedBody.TOO_MANY_DOWNLOADS) from error
        return float(settings.DOWNLOAD_SECONDS)

    async def _body(self, scope: Scope, receive: Receive, body: IO[bytes], slots: ExitStack) -> None:
        """Read the whole body. Raise `_NotTaken` or ConnectionAbortedError."""
        try:
            is_upload = takes_upload(scope["path"], _content_type(scope))
            async with asyncio.timeout(settings.UPLOAD_SECONDS if is_upload else settings.BODY_SECONDS):
                await self._read(scope, receive, body, slots)
        except TimeoutError as error:
            raise _NotTaken(RefusedBody.TOO_SLOW) from error
        except OSError as error:  # of the temporary file
            if not is_no_space(error):
                raise
            raise _NotTaken(RefusedBody.NO_SPACE) from error

    async def _read(self, scope: Scope, receive: Receive, body: IO[bytes], slots: ExitStack) -> None:
        """Read on, and keep nothing, after a refusal: many clients read no answer before they have sent everything."""
        size, refused, is_complete = 0, None, False
        while not is_complete:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionAbortedError
            part = message.get("body", b"")
            refused = refused or self._refusal(size, size + len(part), scope, slots)
            size += len(part)
            if refused:
                body.truncate(0)
            elif size > settings.LARGEST_BODY:
                await asyncio.to_thread(body.write, part)  # a file
            else:
                body.write(part)
            is_complete = not message.get("more_body") or size > MOST_DISCARDED
        if refused:
            raise _NotTaken(refused)

    def _refusal(self, before: int, after: int, scope: Scope, slots: ExitStack) -> RefusedBody | None:
        """Return why a body that grew from `before` to `after` bytes is refused. Count it once it is large."""
        if after > largest_body(scope["path"], _content_type(scope)):
            return RefusedBody.TOO_LARGE
        try:
            if before <= SMALL_BODY < after:
                slots.enter_context(self._large.one_more(scope))
            if before <= settings.LARGEST_BODY < after:
                slots.enter_context(self._uploads.one_more(scope))
        except TooManyStreams:
            return RefusedBody.TOO_MANY
        return None


class _NotTaken(Exception):
    """A body is not read to its end."""

    def __init__(self, why: RefusedBody) -> None:
        super().__init__(why)
        self.why = why


def _content_type(scope: Scope) -> str:
    """Return the content type. Of several it is the first; no parser takes such a body."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"content-type"), "")


def _for_wsgi(scope: Scope, size: int, refused: RefusedBody | None) -> Scope:
    """Return the scope as WSGI needs it: the true length of the body, and no header that a `_` makes ambiguous."""
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if b"_" not in name and name not in {b"content-length", b"transfer-encoding"}
    ]
    if size:
        headers.append((b"content-length", str(size).encode()))
    query = re.sub(rb"[^\x21-\x7e]", lambda byte: b"%%%02X" % byte[0][0], scope["query_string"])
    return {**scope, "headers": headers, "query_string": query, REFUSED_BODY: refused}


def _receive_from(body: IO[bytes]) -> Receive:
    async def receive() -> Mapping[str, Any]:
        part = body.read(PART)
        return {"type": "http.request", "body": part, "more_body": len(part) == PART}

    return receive
