"""What browsers and programs send, read whole before a request stands in line, and within bounds.

Django reads as much as anybody sends, for as long as they take, before it knows who they are. Here a body that is too
large, or takes too long, is refused, and so is a larger one while much is held already, of all or of one address;
small ones always come in. Whoever sends slowly so keeps others out only from as many addresses as have all of it.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestAborted

from league.shared.counting import neighbourhood
from league.shared.middleware import Sent

Receive = Callable[[], Awaitable[Mapping[str, Any]]]

SMALL = 64 * 1024  # bytes; nearly every form and every answer of a program


class NotTaken(Exception):
    """A body is not taken; `because` is what is wrong with it."""

    def __init__(self, because: Sent) -> None:
        super().__init__(because)
        self.because = because


@dataclass(slots=True)
class Body:
    """What was sent, in memory or in a file, from where, and how many bytes of it there are."""

    sender: str = ""
    file: "SpooledTemporaryFile[bytes]" = field(
        default_factory=partial(SpooledTemporaryFile, max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE, mode="w+b")
    )
    size: int = 0


class Bodies:
    """Those that are read or wait at this moment."""

    def __init__(self) -> None:
        self.held = Counter[str]()  # bytes, by where they come from
        self._lock = Lock()

    async def read(self, receive: Receive, scope: Mapping[str, Any]) -> Body:
        """The whole body, to be let go afterwards. Raises `NotTaken`; `RequestAborted` where the browser hangs up."""
        if declared(scope["headers"]) > settings.LARGEST_BODY:
            raise NotTaken(Sent.LARGE)
        address, _port = scope.get("client") or ("", 0)
        body = Body(neighbourhood(address))
        try:
            async with asyncio.timeout(settings.BODY_SECONDS):
                await self._fill(body, receive)
        except TimeoutError as late:
            self.let_go(body)
            raise NotTaken(Sent.SLOWLY) from late
        except BaseException:
            self.let_go(body)
            raise
        body.file.seek(0)
        return body

    def let_go(self, body: Body) -> None:
        """Close the file, from whichever thread; twice is harmless."""
        body.file.close()
        with self._lock:
            self.held[body.sender] -= body.size
            body.size = 0
            if not self.held[body.sender]:
                del self.held[body.sender]

    async def _fill(self, body: Body, receive: Receive) -> None:
        there_is_more = True
        while there_is_more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            self._take(body, message.get("body", b""))
            there_is_more = message.get("more_body", False)

    def _take(self, body: Body, chunk: bytes) -> None:
        with self._lock:
            body.size += len(chunk)
            self.held[body.sender] += len(chunk)
            of_one, of_all = self.held[body.sender], self.held.total()
        if body.size > settings.LARGEST_BODY:
            raise NotTaken(Sent.LARGE)
        if body.size > SMALL and (of_one > settings.MOST_OF_BODIES_FROM_ONE or of_all > settings.MOST_OF_BODIES):
            raise NotTaken(Sent.AT_ONCE)
        body.file.write(chunk)


def declared(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """How many bytes are announced; 0 where nothing is."""
    told = dict(headers).get(b"content-length", b"")
    return int(told) if told.isdigit() else 0


async def until_gone(receive: Receive) -> None:
    """Wait until the browser hangs up; what it still sends of a body that was refused goes nowhere."""
    while (await receive())["type"] != "http.disconnect":
        pass
