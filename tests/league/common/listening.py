"""Readers of `/events` for tests.

`with listening(site, token) as reader:` is one of them, `with chorus(site, token, 200) as readers:` are many.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from tests.processes import WORK_SECONDS


class Reader:
    """One open page: the head of the answer, and its events."""

    def __init__(self, answer: HTTPResponse) -> None:
        self.status, self.headers, self._answer = answer.status, answer.headers, answer

    def wait_for_message(self) -> str:
        """Wait for the next event; return its name."""
        return self.next_event()[0]

    def hears_news(self) -> tuple[str, int]:
        """Wait for the next message; return topic and revision."""
        name, text = self.next_event()
        assert name == "message", name
        message = json.loads(text)
        return message["topic"], message["revision"]

    def refusal(self) -> dict[str, Any]:
        """Return the document of a refusal."""
        document: dict[str, Any] = json.loads(self._answer.read())
        return document

    def next_event(self) -> tuple[str, str]:
        """Return the next event as (name, text); comments and the retry line are passed over."""
        name = "message"
        while line := self._answer.readline().decode():
            if line.startswith("event: "):
                name = line.removeprefix("event: ").strip()
            elif line.startswith("data: "):
                return name, line.removeprefix("data: ").strip()
        raise EOFError("the server ended the line")


@contextmanager
def chorus(site: str, token: str, count: int, address: str = "") -> Iterator[list[Reader]]:
    """Open so many pages with the same token, from another address where one is given; hang up at the end."""
    with ExitStack() as at_end:
        lines = [HTTPConnection(urlsplit(site).netloc, timeout=WORK_SECONDS) for _ in range(count)]
        for line in lines:
            at_end.enter_context(closing(line))
            line.request("GET", f"/events?token={token}", headers={"X-Forwarded-For": address} if address else {})
        yield [Reader(at_end.enter_context(line.getresponse())) for line in lines]


@contextmanager
def listening(site: str, token: str, address: str = "") -> Iterator[Reader]:
    """One open page."""
    with chorus(site, token, 1, address) as readers:
        yield readers[0]
