"""Pages are answered by a few threads, first come, first served (`league.conf.line`).

Django's own ASGI handler has a thread for every request at once, and goes from loop to thread and back several times
for each. A hundred threads take the interpreter from one another, so that every page becomes slow as soon as many are
asked for; a few have each page done before they begin the next one. Who waits costs neither thread nor connection.

Programs that watch over the place stand in no line: how it is must be known above all when many wait, and a container
whose health is answered late would be started anew in the midst of a crowd.
"""

import asyncio
import time
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from league.conf.bodies import (
    Bodies,
    Body,
    NotTaken,
    Receive,
    Send,
    SenderOf,
    account_that_sends,
    ended_after,
    until_gone,
)
from league.conf.kept_answers import KeptAnswers, Shared
from league.conf.line import Line, is_in_background
from league.shared.middleware import NOT_TAKEN, WAITED, Sent

Scope = dict[str, Any]
Hanging = asyncio.Future[None]
"""Done when the browser has hung up."""

WATCHING = frozenset({("/health", b"format=json"), ("/metrics", b"")})
"""What programs ask that watch over the place: the path and the query. Each has a thread of its own."""


class Answering(ASGIHandler):
    """Django behind ASGI: reads a request in the loop, has a thread answer it, and writes the answer in the loop."""

    def __init__(self, *, threads: int, sender_of: SenderOf = account_that_sends) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.bodies = Bodies(sender_of)
        self._kept = KeptAnswers()
        self._line = Line[HttpResponseBase](threads, "pages")
        self._watched = {asked: Line[HttpResponseBase](1, "watched") for asked in WATCHING}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; whoever hangs up while waiting is not answered, and costs nothing more."""
        if scope["type"] != "http":
            raise ValueError(f"There are pages here, and nothing for {scope['type']}.")
        refused, rest = None, asyncio.Event()
        try:
            body = await self.bodies.read(receive, dict(scope["headers"]))
        except RequestAborted:
            return
        except NotTaken as not_taken:
            body, refused, send = Body(), not_taken.because, ended_after(rest, send)
            if not_taken.is_over:
                rest.set()
        gone = asyncio.ensure_future(until_gone(receive, rest))
        try:
            response = await self._response(scope, body, refused, gone)
            if response is not None:
                await self.send_response(response, send)
        finally:
            gone.cancel()
            with suppress(asyncio.CancelledError):
                await gone

    async def _response(self, scope: Scope, body: Body, refused: Sent | None, gone: Hanging) -> HttpResponseBase | None:
        """The answer to a request, drawn for it or for one that is the same; `None` for whoever hangs up."""
        key, since = None if refused else self._kept.key_of(scope), time.monotonic()
        shared = self._kept.fresh(key) if key else None
        if shared:
            try:
                response = await _shared_by(gone, shared)
            except BaseException:
                self.bodies.let_go(body)
                raise
            if response is None or shared.may_be_given_away:
                self.bodies.let_go(body)
                return response
        shared = Shared()
        work = partial(copy_context().run, self._answer, scope, body, refused, since, shared)
        line = self._watched.get((scope["path"], scope["query_string"]), self._line)
        shared.work = line.stand(work, in_background=is_in_background(scope["headers"]))
        shared.work.add_done_callback(lambda _: self.bodies.let_go(body))
        shared.answer = asyncio.wrap_future(shared.work)
        if key:
            self._kept.keep(key, shared)
        return await _shared_by(gone, shared)

    def _answer(self, scope: Scope, body: Body, refused: Sent | None, since: float, shared: Shared) -> HttpResponseBase:
        """In a thread: all that Django does for a request, from its first signal to its last."""
        shared.begun = time.monotonic()
        with body.file:
            set_script_prefix(get_script_prefix(scope))
            request_started.send(sender=type(self), scope=scope)
            request, response = self.create_request(scope, body.file)
            if request is not None:
                shared.is_own = bool(set(request.COOKIES) - {settings.LANGUAGE_COOKIE_NAME})
                setattr(request, WAITED, shared.begun - since)
                setattr(request, NOT_TAKEN, refused)
                response = self.get_response(request)
            if response is None:
                raise RuntimeError("What is no request has an answer.")
            setattr(response, "_handler_class", type(self))  # noqa: B010  (Django's: it tells of its end when closed)
            response.close()
            if response.streaming:
                raise TypeError(f"The answer to {scope['path']} is a stream, which would hold a thread.")
            return response


async def _shared_by(gone: Hanging, shared: Shared) -> HttpResponseBase | None:
    """Wait for an answer until it is there or this browser hangs up; what nobody waits for any more is not begun."""
    waited_for: set[asyncio.Future[Any]] = {shared.answer, gone}
    shared.askers += 1
    try:
        await asyncio.wait(waited_for, return_when=asyncio.FIRST_COMPLETED)
    finally:
        shared.askers -= 1
        if not shared.askers and shared.work.cancel():
            shared.answer.cancel()  # at once, so that nobody waits for it any more
    return shared.answer.result() if shared.answer.done() and not shared.answer.cancelled() else None
