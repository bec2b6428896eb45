"""Requests by somebody of each role to every route of the site, and parsers for the pages that answer."""

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urlsplit

from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import reverse

from tests.permissions.rows import Row
from tests.permissions.table import TABLE
from tests.permissions.world import World, ask


class Answered(NamedTuple):
    """The answer that one role got from a route."""

    row: Row
    role: str
    answer: HttpResponseBase


def answers(world: World, *roles: str, rows: Sequence[Row] = TABLE) -> Iterator[Answered]:
    """Yield the answer of every route for each role; roll back all changes."""
    for role in roles:
        for row in rows:
            yield Answered(row, role, ask(world, role, row.method, address_of(world, row), row.data))


def address_of(world: World, row: Row) -> str:
    """Return the address of a row."""
    return reverse(row.route, args=list(row.arguments(world))) + row.query


def text_of(answer: HttpResponseBase) -> str:
    """All that an answer says, whatever its kind."""
    if isinstance(answer, StreamingHttpResponse):
        return b"".join(answer).decode("utf-8", "replace")
    return bytes(getattr(answer, "content", b"")).decode("utf-8", "replace")


def is_page(answer: HttpResponseBase) -> bool:
    """Whether it is HTML."""
    return answer.headers.get("Content-Type", "").startswith("text/html")


class Element(NamedTuple):
    """An element of a page, and the words directly in it so far as a parser gives them."""

    name: str
    attributes: dict[str, str]
    words: str


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str], list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}, []))

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1][2].append(data)


def elements_of(page: str) -> list[Element]:
    """The elements of a page in order, as a browser would begin them."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return [Element(name, attributes, "".join(words)) for name, attributes, words in reader.found]


WITH_ADDRESSES = frozenset({"href", "src", "action", "formaction", "xlink:href", "data", "poster", "hx-get", "hx-post"})
SCHEMES = frozenset({"", "http", "https", "mailto", "webcal", "data"})


def inline_in(page: str) -> list[str]:
    """What a page holds that a strict policy forbids: script and style within, handlers, addresses that are script."""
    wrong = []
    for element in elements_of(page):
        names = set(element.attributes)
        wrong += [f"<{element.name} {name}>" for name in names if name.startswith("on") or name == "style"]
        kind = element.attributes.get("type", "")
        if element.name == "style" or (element.name == "script" and "src" not in names and kind != "application/json"):
            wrong.append(f"<{element.name}> with words in it")
        for name in names & WITH_ADDRESSES:
            if urlsplit(element.attributes[name].strip()).scheme.lower() not in SCHEMES:
                wrong.append(f"<{element.name} {name}={element.attributes[name]!r}>")
    return wrong
