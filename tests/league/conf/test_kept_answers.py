"""Visitors without a session share for a second what is drawn for one of them; nobody shares what is one's own."""

from concurrent.futures import ThreadPoolExecutor
from urllib.request import Request, urlopen

import pytest
from django.http import HttpResponse

from league.conf.kept_answers import key_of, may_be_shared
from tests.cast import account_of, browser_of

PAGE = "/clubs/"
PLAIN = {"Host": "localhost", "Accept-Language": "en"}


def asked(method: str = "GET", path: str = PAGE, query: str = "", **headers: str) -> object | None:
    pairs = (PLAIN | headers).items()
    return key_of(
        {
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in pairs],
        }
    )


def test_browsers_that_ask_the_same_are_the_same() -> None:
    assert asked() is not None
    assert asked(User_Agent="one", X_Forwarded_For="192.0.2.1") == asked(User_Agent="other")
    assert asked(Cookie="moothill_language=pt-br") == asked(Cookie="moothill_language=pt-br")


@pytest.mark.parametrize(
    "other",
    [
        {"path": "/leagues/"},
        {"query": "page=2"},
        {"HX_Request": "true"},
        {"Accept_Language": "pt"},
        {"Accept_Encoding": "gzip"},
        {"Accept": "application/json"},
        {"Host": "example.org"},
        {"Cookie": "moothill_language=pt-br"},
        {"Something_New": "1"},
    ],
)
def test_whatever_may_make_a_difference_makes_two_of_them(other: dict[str, str]) -> None:
    assert asked(**other) not in (None, asked())


@pytest.mark.parametrize(
    "own",
    [
        {"method": "POST"},
        {"method": "HEAD"},
        {"path": "/api/v1/clubs/"},
        {"path": "/admin/"},
        {"path": "/metrics"},
        {"Cookie": "sessionid=x"},
        {"Cookie": "moothill_language=pt-br; sessionid=x"},
        {"Cookie": "csrftoken=x"},
        {"Cookie": "nonsense"},
        {"Cookie": 'moothill_language=en-gb; prefs={"a":1}; sessionid=x'},
        {"Cookie": "moothill_language=en-gb; ; sessionid=x"},
        {"Cookie": "moothill_language=en-gb; café=1; sessionid=x"},
        {"Authorization": "Bearer x"},
        {"If_None_Match": "x"},
    ],
)
def test_what_is_somebodys_own_is_shared_with_nobody(own: dict[str, str]) -> None:
    assert asked(**own) is None


@pytest.mark.parametrize("control", ["private", "max-age=0, no-store", "no-cache"])
def test_what_is_not_to_be_kept_is_not(control: str) -> None:
    assert may_be_shared(HttpResponse())
    assert not may_be_shared(HttpResponse(headers={"Cache-Control": control}))


def test_an_answer_with_a_cookie_or_a_fault_is_one_visitors_alone() -> None:
    with_cookie = HttpResponse()
    with_cookie.set_cookie("csrftoken", "x")
    assert not may_be_shared(with_cookie)
    assert not any(may_be_shared(HttpResponse(status=status)) for status in (302, 304, 400, 404, 429, 500))


def test_members_have_pages_of_their_own(live_site: str) -> None:
    session = browser_of(account_of("Morag")).cookies["sessionid"].value
    ids = {request_id(f"{live_site}{PAGE}", f"sessionid={session}") for _ in range(4)}
    assert len(ids) == 4


def test_every_visitor_of_a_form_has_a_mark_of_their_own(live_site: str) -> None:
    def mark(_number: int) -> str:
        with urlopen(f"{live_site}/sign-in/", timeout=30) as answer:
            return str(answer.headers["Set-Cookie"])

    with ThreadPoolExecutor(8) as visitors:
        assert len({*visitors.map(mark, range(8))}) == 8


def request_id(address: str, cookie: str = "") -> str:
    """The name of the request for which a page was drawn."""
    with urlopen(Request(address, headers={"Cookie": cookie} if cookie else {}), timeout=30) as answer:
        return str(answer.headers["X-Request-ID"])
