"""A few threads answer pages, first come, first served; a body is complete, and not too large, before one is taken."""

import asyncio
import errno
import re
from collections.abc import Mapping
from threading import Event
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from pytest_django import Settings

from league.common.middleware import takes_upload
from league.conf import urls
from league.conf.wsgi_bridge import MOST_DOWNLOADS_FROM_ONE, MOST_LARGE_BODIES_FROM_ONE, SMALL_BODY, WsgiBridge
from tests.concurrency import run

begun: list[str] = []
may_go_on = Event()
LARGE = SMALL_BODY + 1  # bytes


def slow(request: HttpRequest, name: str) -> HttpResponse:
    begun.append(name)
    assert may_go_on.wait(60)
    return HttpResponse(f"{name}{len(request.body)}")


def seen(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.GET.get('q')} {request.headers.get('X-Forwarded-Proto')} {request.body.decode()}")


def probe(request: HttpRequest) -> HttpResponse:
    begun.append("probe")
    return HttpResponse()


class Slow:
    """The site's addresses, and some that take their time."""

    urlpatterns = [
        *(path("slow/<str:name>", slow), path("seen", seen), path("health", probe), path("metrics", probe)),
        *urls.urlpatterns,
    ]
    handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


class Visitor:
    """A browser that asks for one page, and may stop in the middle of its body or hang up."""

    def __init__(self, address: str, *parts: bytes, stops: bool = False, host: str = "192.0.2.1") -> None:
        self.address, _, self.query = address.partition("?")
        self.parts, self.stops, self.host = list(parts or (b"",)), stops, host
        self.hangs_up, self.has_sent = asyncio.Event(), asyncio.Event()
        self.headers: list[tuple[bytes, bytes]] = []
        self.status = 0
        self.text = ""
        self.answer_headers: dict[str, str] = {}

    async def visit(self, pages: WsgiBridge) -> None:
        scope = {"type": "http", "method": "GET", "path": self.address, "query_string": self.query.encode()}
        more = {"http_version": "1.1", "headers": [(b"host", b"localhost"), *self.headers], "client": (self.host, 1)}
        await pages({**scope, **more, "server": ("localhost", 80)}, self.receive, self.send)

    async def receive(self) -> Mapping[str, Any]:
        if self.parts:
            part = self.parts.pop(0)
            if not self.parts and not self.stops:
                asyncio.get_running_loop().call_soon(self.has_sent.set)
            return {"type": "http.request", "body": part, "more_body": bool(self.parts) or self.stops}
        self.has_sent.set()
        await self.hangs_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.answer_headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        self.text += message.get("body", b"").decode()


@pytest.fixture
def pages(settings: Settings) -> WsgiBridge:
    """A site with slow pages and one thread."""
    settings.ROOT_URLCONF = Slow
    settings.LARGEST_BODY, settings.BODY_SECONDS = 2 * LARGE, 60.0
    begun.clear()
    may_go_on.clear()
    return WsgiBridge(WSGIHandler(), threads=1)


async def visit_all(pages: WsgiBridge, *visitors: Visitor) -> None:
    """No slow page is done before all of them have sent what they send."""
    visits = []
    for one in visitors:
        visits.append(asyncio.ensure_future(one.visit(pages)))
        await one.has_sent.wait()
    may_go_on.set()
    await asyncio.gather(*visits)


def test_who_comes_first_is_answered_first(pages: WsgiBridge) -> None:
    visitors = [Visitor(f"/slow/{name}", b"!") for name in "abcd"]
    run(visit_all(pages, *visitors))
    assert begun == ["a", "b", "c", "d"]
    assert [(one.status, one.text) for one in visitors] == [(200, f"{name}1") for name in "abcd"]


@pytest.mark.parametrize("address", ["/health?format=json", "/metrics"])
def test_probes_do_not_wait_for_pages(pages: WsgiBridge, address: str) -> None:
    async def crowd() -> Visitor:
        crowd, watching = [Visitor(f"/slow/{number}") for number in range(3)], Visitor(address)
        visits = [asyncio.ensure_future(one.visit(pages)) for one in crowd]
        await asyncio.gather(*(one.has_sent.wait() for one in crowd))
        await watching.visit(pages)
        assert not may_go_on.is_set()
        may_go_on.set()
        await asyncio.gather(*visits)
        return watching

    assert run(crowd()).status == 200


def test_a_body_without_a_declared_length_arrives_whole(pages: WsgiBridge) -> None:
    visitor = Visitor("/seen?q=ä", b"one", b"two")
    visitor.headers = [(b"transfer-encoding", b"chunked")]
    run(visitor.visit(pages))
    assert visitor.text == "ä None onetwo"


@pytest.mark.parametrize(
    ("parts", "content_type", "status"),
    [
        (4, b"multipart/form-data; boundary=edge", 200),
        (4, b"Multipart/Form-Data; boundary=edge", 200),
        (6, b"multipart/form-data; boundary=edge", 413),
        (4, b"application/json", 413),
        (4, b"application/x-www-form-urlencoded", 413),
    ],
)
def test_where_bots_are_uploaded_a_larger_multipart_body_arrives_whole_up_to_its_limit(
    pages: WsgiBridge, settings: Settings, parts: int, content_type: bytes, status: int
) -> None:
    settings.UPLOAD_PATHS, settings.LARGEST_UPLOAD = re.compile("/seen"), 5 * LARGE
    visitor = Visitor("/seen", *[bytes([97 + number]) * LARGE for number in range(parts)])
    visitor.headers = [(b"accept", b"application/json"), (b"content-type", content_type)]
    run(visitor.visit(pages))
    assert visitor.status == status
    if status == 200:
        assert visitor.text == f"None None {''.join(letter * LARGE for letter in 'abcd')}"


@pytest.mark.parametrize(
    ("path", "is_upload"),
    [
        ("/bots/new/", True),
        ("/bots/0123456789ab/upload/", True),
        ("/api/v1/bots/", True),
        ("/api/v1/bots/0123456789ab/versions/", True),
        ("/bots/", False),
        ("/bots/new/more/", False),
        ("/api/v1/bots/0123456789ab/versions/1/check/", False),
    ],
)
def test_only_where_bots_are_uploaded_bodies_may_be_larger(path: str, *, is_upload: bool) -> None:
    assert takes_upload(path, "multipart/form-data; boundary=edge") == is_upload
    assert not takes_upload(path, "application/json")


def test_files_of_bots_are_downloads(settings: Settings) -> None:
    for route in ("bots:source", "bots:source-zip"):
        assert settings.DOWNLOAD_PATHS.fullmatch(reverse(route, args=["0123456789ab", 3]))
    assert not settings.DOWNLOAD_PATHS.fullmatch(reverse("bots:version", args=["0123456789ab", 3]))


class SlowReader(Visitor):
    """A browser that reads no more once its response has begun."""

    def __init__(self, address: str, host: str = "192.0.2.1") -> None:
        super().__init__(address, host=host)
        self.reads_on, self.has_begun = asyncio.Event(), asyncio.Event()

    async def send(self, message: Mapping[str, Any]) -> None:
        await super().send(message)
        self.has_begun.set()
        await self.reads_on.wait()


def test_one_address_downloads_few_files_at_once_and_keeps_nobody_else_out(
    pages: WsgiBridge, settings: Settings
) -> None:
    settings.DOWNLOAD_PATHS = re.compile("/seen")

    async def evening() -> list[int]:
        slow = [SlowReader("/seen") for _ in range(MOST_DOWNLOADS_FROM_ONE)]
        reading = [asyncio.ensure_future(one.visit(pages)) for one in slow]
        await asyncio.gather(*(one.has_begun.wait() for one in slow))
        others = [Visitor("/seen"), Visitor("/health"), Visitor("/seen", host="198.51.100.7")]
        for one in others:
            await one.visit(pages)
        for one in slow:
            one.reads_on.set()
        await asyncio.gather(*reading)
        late = Visitor("/seen")
        await late.visit(pages)
        return [one.status for one in (*others, late)]

    assert run(evening()) == [503, 200, 200, 200]


def test_a_client_that_reads_a_file_too_slowly_gets_no_more_of_it(pages: WsgiBridge, settings: Settings) -> None:
    settings.DOWNLOAD_PATHS, settings.DOWNLOAD_SECONDS = re.compile("/seen"), 0.05
    reader, next_one = SlowReader("/seen"), Visitor("/health")

    async def evening() -> None:
        await reader.visit(pages)
        await next_one.visit(pages)  # the only thread is free again, however long the file took

    run(evening())
    assert reader.text == ""
    assert next_one.status == 200


class FullDisk(Visitor):
    """A browser whose body finds no room."""

    async def receive(self) -> Mapping[str, Any]:
        if self.parts:
            return await super().receive()
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_body_that_finds_no_room_on_the_disk_is_refused(pages: WsgiBridge) -> None:
    visitor = FullDisk("/slow/full", b"x", stops=True)
    run(visitor.visit(pages))
    assert visitor.status == 507
    assert begun == []


def test_a_header_with_an_underscore_stands_for_no_other(pages: WsgiBridge) -> None:
    visitor = Visitor("/seen")
    visitor.headers = [(b"x_forwarded_proto", b"https")]
    run(visitor.visit(pages))
    assert visitor.text == "None None "


def test_a_body_that_grows_too_large_is_read_to_its_end_and_refused(pages: WsgiBridge) -> None:
    visitor = Visitor("/slow/large", *[b"x" * LARGE] * 5)
    visitor.headers = [(b"accept", b"application/json")]
    run(visitor.visit(pages))
    assert visitor.parts == []
    assert visitor.status == 413
    assert '"too-large"' in visitor.text
    assert "content-security-policy" in visitor.answer_headers
    assert begun == []


def test_a_body_that_does_not_arrive_in_time_is_refused(pages: WsgiBridge, settings: Settings) -> None:
    settings.BODY_SECONDS = 0.05
    visitor = Visitor("/slow/late", b"x", stops=True)
    run(visitor.visit(pages))
    assert visitor.status == 408
    assert visitor.answer_headers["connection"] == "close"
    assert begun == []


def test_one_address_holds_few_large_bodies_and_keeps_nobody_else_out(pages: WsgiBridge) -> None:
    async def evening() -> list[int]:
        slow = [Visitor(f"/slow/s{at}", b"x" * LARGE, stops=True) for at in range(MOST_LARGE_BODIES_FROM_ONE)]
        sending = [asyncio.ensure_future(one.visit(pages)) for one in slow]
        await asyncio.gather(*(one.has_sent.wait() for one in slow))
        may_go_on.set()
        others = [
            Visitor("/slow/fifth", b"x" * LARGE),
            Visitor("/slow/small", b"x"),
            Visitor("/slow/else", b"x" * LARGE, host="198.51.100.7"),
        ]
        await asyncio.gather(*(one.visit(pages) for one in others))
        for one in slow:
            one.hangs_up.set()
        await asyncio.gather(*sending)
        late = Visitor("/slow/late", b"x" * LARGE)
        await late.visit(pages)
        return [one.status for one in (*slow, *others, late)]

    assert run(evening()) == [*[0] * MOST_LARGE_BODIES_FROM_ONE, 503, 200, 200, 200]


def test_who_hangs_up_while_sending_gets_no_answer(pages: WsgiBridge) -> None:
    visitor = Visitor("/slow/gone", b"x" * LARGE, stops=True)
    visitor.hangs_up.set()
    run(visitor.visit(pages))
    assert visitor.status == 0
    assert begun == []
