"""Readers of `/events` for tests. They live in a thread of their own, so that the test announces as the site does.

`with listening(site, token) as reader:` is one of them, `with chorus(site, token, 200) as readers:` are many.
"""

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tests.processes import WORK_SECONDS

Answer = TypeVar("Answer")


class Listeners:
    """An event loop in a thread, and the lines that are open in it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._writers: list[asyncio.StreamWriter] = []
        self._thread.start()

    def run(self, story: Coroutine[Any, Any, Answer], seconds: float = WORK_SECONDS) -> Answer:
        """Wait for something that happens in the loop."""
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(story, seconds), self._loop).result()

    async def open(self, site: str, token: str, address: str) -> "Line":
        """Ask for `/events`, from another address where one is given, and read the head of the answer."""
        place = urlsplit(site)
        lines, writer = await asyncio.open_connection(place.hostname, place.port)
        self._writers.append(writer)
        forwarded = f"X-Forwarded-For: {address}\r\n" if address else ""
        writer.write(f"GET /events?token={token} HTTP/1.1\r\nHost: {place.netloc}\r\n{forwarded}\r\n".encode())
        status = int((await lines.readline()).split()[1])
        headers = {}
        while line := (await lines.readline()).decode().strip():
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        return Line(lines, status, headers)

    def close(self) -> None:
        """Hang up, as browsers do when their pages are left."""
        self.run(self._hang_up())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _hang_up(self) -> None:
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self._writers), return_exceptions=True)


@dataclass
class Line:
    """One open `/events`, inside the loop."""

    lines: asyncio.StreamReader
    status: int
    headers: dict[str, str]

    async def next(self) -> tuple[str, str]:
        """The next event as (name, text); comments and the retry line are passed over."""
        name = "message"
        while True:
            line = (await self.lines.readline()).decode()
            if not line:
                raise EOFError("the server ended the line")
            if line.startswith("event: "):
                name = line.removeprefix("event: ").strip()
            elif line.startswith("data: "):
                return name, line.removeprefix("data: ").strip()


@dataclass
class Reader:
    """One open page, as the test sees it."""

    listeners: Listeners
    line: Line

    def hears(self) -> str:
        """Wait for the next event; returns its name."""
        return self.listeners.run(self.line.next())[0]

    def hears_news(self) -> tuple[str, int]:
        """Wait for the next message; returns topic and revision."""
        name, text = self.listeners.run(self.line.next())
        assert name == "message", name
        message = json.loads(text)
        return message["topic"], message["revision"]

    def is_told(self) -> dict[str, Any]:
        """The document of a refusal."""
        text = self.listeners.run(self.line.lines.readuntil(b"}")).decode()
        document: dict[str, Any] = json.loads(text[text.index("{") :])
        return document


@contextmanager
def chorus(site: str, token: str, count: int, address: str = "") -> Iterator[list[Reader]]:
    """So many open pages with the same token."""
    listeners = Listeners()
    try:
        lines = listeners.run(_open_all(listeners, site, token, count, address))
        yield [Reader(listeners, line) for line in lines]
    finally:
        listeners.close()


@contextmanager
def listening(site: str, token: str, address: str = "") -> Iterator[Reader]:
    """One open page."""
    with chorus(site, token, 1, address) as readers:
        yield readers[0]


async def _open_all(listeners: Listeners, site: str, token: str, count: int, address: str) -> list[Line]:
    return await asyncio.gather(*(listeners.open(site, token, address) for _ in range(count)))
