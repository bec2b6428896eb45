"""A few threads answer pages in the order in which they were asked for; who waits too long is told so."""

import asyncio
from collections.abc import Mapping
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from pytest_django import Settings

from league.conf import urls
from league.conf.answering import Answering
from league.conf.bodies import SMALL, Headers
from league.conf.line import TURN
from league.shared.live.stream import KEPT
from tests.loops import run

begun: list[str] = []
may_go_on = Event()


def slow(request: HttpRequest, name: str) -> HttpResponse:
    begun.append(name)
    assert may_go_on.wait(60)
    return HttpResponse(name + request.body.decode())


def endless(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"a", b"b"]))


def own(request: HttpRequest) -> HttpResponse:
    begun.append("own")
    answer = HttpResponse("yours")
    answer.set_cookie("number", str(len(begun)))
    return answer


def watched(request: HttpRequest) -> HttpResponse:
    begun.append("watched")
    return HttpResponse()


class Slow:
    """The site's addresses, and some that take their time."""

    urlpatterns = [
        *(path("slow/<str:name>", slow), path("endless", endless), path("own", own)),
        *(path("health", watched), path("metrics", watched)),
        *urls.urlpatterns,
    ]
    handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


class Visitor:
    """A browser that asks for one page, and may hang up."""

    def __init__(self, address: str, body: bytes = b"", *, in_background: bool = False) -> None:
        self.address, _, self.query = address.partition("?")
        self.hangs_up, self.stands = asyncio.Event(), asyncio.Event()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.text = ""
        self.announced: list[tuple[bytes, bytes]] = []
        self.sends = [body]
        self.stops = False  # before all is sent
        self.account = 1  # 0 is a stranger's
        self._priority = [(b"priority", b"u=7")] if in_background else []

    async def visit(self, pages: Answering) -> None:
        headers = [(b"host", b"localhost"), (b"from", b"%d" % self.account), *self._priority]
        scope = {"type": "http", "method": "GET", "path": self.address, "query_string": self.query.encode()}
        more = {"http_version": "1.1", "headers": [*headers, *self.announced], "server": ("localhost", 80)}
        await pages({**scope, **more}, self.receive, self.send)

    def begin(self, pages: Answering) -> asyncio.Future[None]:
        return asyncio.ensure_future(self.visit(pages))

    async def receive(self) -> Mapping[str, Any]:
        if self.sends:
            return {"type": "http.request", "body": self.sends.pop(0), "more_body": bool(self.sends) or self.stops}
        self.stands.set()  # in line, where all is sent; only then the site looks whether somebody has gone
        await self.hangs_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        self.text += message.get("body", b"").decode()
        if self.stops:
            self.hangs_up.set()


@pytest.fixture
def pages(settings: Settings) -> Answering:
    """A site with slow pages and one thread."""
    settings.ROOT_URLCONF = Slow
    begun.clear()
    may_go_on.clear()
    return Answering(threads=1, sender_of=account_told)


def account_told(headers: Headers) -> int | None:
    """The account that the header `From` names."""
    return int(headers[b"from"]) or None


async def visit_all(pages: Answering, *visitors: Visitor) -> None:
    """No slow page is done before all of them stand in line."""
    visits = [one.begin(pages) for one in visitors]
    await asyncio.gather(*(one.stands.wait() for one in visitors))
    may_go_on.set()
    await asyncio.gather(*visits)


def test_who_comes_first_is_answered_first(pages: Answering) -> None:
    async def evening() -> list[Visitor]:
        visitors = [Visitor(f"/slow/{number}", b"!") for number in range(4)]
        await visit_all(pages, *visitors)
        return visitors

    visitors = run(evening())
    assert begun == ["0", "1", "2", "3"]
    assert [(one.status, one.text) for one in visitors] == [(200, f"{number}!") for number in range(4)]


def test_what_pages_fetch_by_themselves_waits_for_those_who_ask(pages: Answering) -> None:
    async def evening() -> None:
        background = [Visitor(f"/slow/b{number}", in_background=True) for number in range(2)]
        people = [Visitor(f"/slow/{number}") for number in range(3)]
        await visit_all(pages, people[0], *background, *people[1:])

    run(evening())
    assert begun == ["0", "1", "2", "b0", "b1"]


def test_nobody_who_asks_is_put_behind_by_a_page_that_fetches_the_same(pages: Answering) -> None:
    async def evening() -> None:
        crowd = [Visitor(f"/slow/{at}") for at in range(2)]
        await visit_all(pages, crowd[0], Visitor("/slow/same", in_background=True), crowd[1], Visitor("/slow/same"))

    run(evening())
    assert begun == ["0", "1", "same", "same"]


def test_what_pages_fetch_by_themselves_is_not_forgotten_in_a_crowd(pages: Answering) -> None:
    async def evening() -> None:
        background, crowd = Visitor("/slow/b", in_background=True), [Visitor(f"/slow/{at}") for at in range(TURN + 1)]
        await visit_all(pages, crowd[0], background, *crowd[1:])

    run(evening())
    assert begun.index("b") == TURN - 1


def test_who_hangs_up_while_waiting_is_not_answered(pages: Answering) -> None:
    async def evening() -> Visitor:
        first, second, third = (Visitor(f"/slow/{name}") for name in "abc")
        second.hangs_up.set()
        await visit_all(pages, first, second, third)
        return second

    second = run(evening())
    assert begun == ["a", "c"]
    assert (second.status, second.text) == (0, "")


def test_visitors_who_ask_the_same_share_one_answer(pages: Answering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.conf.kept_answers.KEPT", 60)

    async def evening() -> list[Visitor]:
        crowd, late = [Visitor("/slow/a") for _ in range(5)], Visitor("/slow/a")
        crowd[0].hangs_up.set()
        await visit_all(pages, *crowd)
        await late.visit(pages)
        return [*crowd[1:], late]

    assert {one.text for one in run(evening())} == {"a"}
    assert begun == ["a"]


def test_an_answer_is_shared_for_no_longer_than_a_second(pages: Answering) -> None:
    async def evening() -> Visitor:
        await visit_all(pages, Visitor("/slow/a"))
        await asyncio.sleep(KEPT)
        late = Visitor("/slow/a")
        await late.visit(pages)
        return late

    assert run(evening()).text == "a"
    assert begun == ["a", "a"]


def test_nobody_is_given_the_cookie_of_another(pages: Answering) -> None:
    async def evening() -> set[str]:
        visitors = [Visitor("/own") for _ in range(3)]
        await visit_all(pages, *visitors)
        return {one.headers["set-cookie"] for one in visitors}

    assert len(run(evening())) == 3


def test_an_address_that_gave_everybody_their_own_answer_is_shared_no_more(pages: Answering) -> None:
    async def evening() -> list[int]:
        times = []
        for _ in range(2):
            visitors = [Visitor("/own") for _ in range(3)]
            await visit_all(pages, *visitors)
            times.append(len(begun))
        return times

    assert run(evening()) == [3, 6]


def test_who_stood_in_line_for_too_long_is_told_when_to_come_again(pages: Answering, settings: Settings) -> None:
    first, second = Visitor("/slow/a"), Visitor("/slow/b")
    run(nobody_has_patience_with_the_second(pages, settings, first, second))
    assert (first.status, second.status) == (200, 503)
    assert begun == ["a"]
    assert "in a few seconds." in second.text
    assert int(second.headers["retry-after"]) > 0
    assert "content-security-policy" in second.headers


async def nobody_has_patience_with_the_second(
    pages: Answering, settings: Settings, first: Visitor, second: Visitor
) -> None:
    """However short a time that one stands in line, it is too long."""
    visit = first.begin(pages)
    while not begun:
        await asyncio.sleep(0.01)
    settings.WEB_PATIENCE = 0
    await visit_all(pages, second)
    await visit


@pytest.mark.parametrize("address", ["/health?format=json", "/metrics"])
def test_who_watches_over_the_place_stands_in_no_line(pages: Answering, address: str) -> None:
    async def evening() -> Visitor:
        crowd, watching = [Visitor(f"/slow/{number}") for number in range(3)], Visitor(address)
        visits = [one.begin(pages) for one in crowd]
        await asyncio.gather(*(one.stands.wait() for one in crowd))
        await watching.visit(pages)
        may_go_on.set()
        await asyncio.gather(*visits)
        return watching

    assert run(evening()).status == 200
    assert begun.index("watched") <= 1


def test_what_pages_fetch_by_themselves_may_wait_for_longer(pages: Answering, settings: Settings) -> None:
    background = Visitor("/slow/b", in_background=True)
    run(nobody_has_patience_with_the_second(pages, settings, Visitor("/slow/a"), background))
    assert background.status == 200


def test_an_answer_that_would_hold_a_thread_is_a_fault(pages: Answering) -> None:
    with pytest.raises(TypeError, match="/endless is a stream"):
        run(Visitor("/endless").visit(pages))


MANY = SMALL + 1  # bytes, more than always come in


@pytest.fixture
def narrow(settings: Settings) -> None:
    settings.LARGEST_BODY, settings.BODY_SECONDS = 2 * MANY, 60.0
    settings.MOST_OF_BODIES = settings.MOST_OF_BODIES_FROM_ONE = 3 * MANY


@pytest.mark.usefixtures("narrow")
def test_what_is_announced_as_too_large_is_refused_before_it_is_read(pages: Answering) -> None:
    visitor = Visitor("/slow/large", b"x" * 10)
    visitor.stops = True
    visitor.announced = [(b"content-length", str(2 * MANY + 1).encode()), (b"accept", b"application/json")]
    run(visitor.visit(pages))
    assert visitor.status == 413
    assert "larger than 128.0" in visitor.text
    assert begun == []


@pytest.mark.usefixtures("narrow")
def test_what_grows_too_large_is_refused_though_nobody_announced_it(pages: Answering) -> None:
    visitor = Visitor("/slow/large")
    visitor.sends = [b"x" * MANY] * 5
    run(visitor.visit(pages))
    assert visitor.status == 413
    assert begun == []
    assert not pages.bodies.held


@pytest.mark.usefixtures("narrow")
def test_what_does_not_arrive_in_time_is_refused(pages: Answering, settings: Settings) -> None:
    settings.BODY_SECONDS = 0.05
    visitor = Visitor("/slow/late", b"x")
    visitor.stops = True
    run(visitor.visit(pages))
    assert visitor.status == 408
    assert "took too long" in visitor.text
    assert visitor.headers["connection"] == "close"
    assert not pages.bodies.held


@pytest.mark.usefixtures("narrow")
def test_while_many_large_ones_are_held_another_is_refused_and_small_ones_come_in(pages: Answering) -> None:
    async def evening() -> list[Visitor]:
        large = [Visitor(f"/slow/{number}", b"x" * MANY) for number in range(4)]
        small = Visitor("/slow/small", b"!")
        await visit_all(pages, *large, small)
        return [*large, small]

    assert [one.status for one in run(evening())] == [200, 200, 200, 503, 200]
    assert not pages.bodies.held


def sender(name: str, account: int, size: int = MANY) -> Visitor:
    visitor = Visitor(f"/slow/{name}", b"x" * size)
    visitor.account = account
    return visitor


async def while_slow(pages: Answering, slow: list[Visitor], *others: Visitor) -> list[int]:
    """What the others are answered while some send and come to no end."""
    for one in slow:
        one.stops = True
    sending = [one.begin(pages) for one in slow]
    await asyncio.gather(*(one.stands.wait() for one in slow))
    await visit_all(pages, *others)
    for one in slow:
        one.hangs_up.set()
    await asyncio.gather(*sending)
    assert not pages.bodies.held
    return [one.status for one in others]


@pytest.mark.usefixtures("narrow")
def test_whoever_sends_slowly_from_one_account_keeps_no_other_out(pages: Answering, settings: Settings) -> None:
    settings.MOST_OF_BODIES_FROM_ONE = 2 * MANY
    slow = [sender(f"slow-{number}", account=7) for number in range(2)]
    assert run(while_slow(pages, slow, sender("a third", account=7), sender("member", account=8))) == [503, 200]


@pytest.mark.usefixtures("narrow")
def test_strangers_however_many_take_no_room_from_members(pages: Answering) -> None:
    slow = [sender(f"slow-{number}", account=0, size=SMALL) for number in range(9)]
    members = [sender(f"member-{number}", account=number) for number in (1, 2, 3)]
    assert run(while_slow(pages, slow, *members)) == [200, 200, 200]


@pytest.mark.usefixtures("narrow")
def test_a_stranger_who_sends_more_is_asked_to_sign_in(pages: Answering) -> None:
    stranger = sender("stranger", account=0)
    stranger.announced = [(b"cookie", b"sessionid=" + b"x" * 32)]  # of a session that has ended
    assert run(while_slow(pages, [], stranger)) == [401]
    assert "You must sign in" in stranger.text
    assert 'href="/sign-in/?next=/slow/stranger"' in stranger.text
    assert stranger.headers["www-authenticate"] == 'Bearer realm="Moothill"'
    assert begun == []


@pytest.mark.usefixtures("narrow", "pages")
def test_while_the_database_is_away_nobody_is_told_to_sign_in() -> None:
    def away(_headers: Headers) -> int | None:
        raise OperationalError("The server does not answer.")

    assert run(while_slow(Answering(threads=1, sender_of=away), [], sender("member", account=1))) == [503]


@pytest.mark.usefixtures("narrow")
def test_who_hangs_up_while_sending_leaves_nothing_behind(pages: Answering) -> None:
    visitor = Visitor("/slow/gone", b"x" * MANY)
    visitor.stops = True
    visitor.hangs_up.set()
    run(visitor.visit(pages))
    assert visitor.status == 0
    assert begun == []
    assert not pages.bodies.held
