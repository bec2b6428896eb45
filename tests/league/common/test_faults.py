"""Every fault becomes a sentence: a page for people, a problem document for programs, and never a trace."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError
from rest_framework.exceptions import MethodNotAllowed, Throttled, ValidationError

from league.common.api.problems import problem_for
from league.common.errors import PROBLEM_TYPE, Conflict, NotFound, Refusal, Unavailable
from league.conf import urls
from tests.factories import account_of, browser_of, glen_club

PROBLEM = "application/problem+json"


def conflicting(request: HttpRequest) -> HttpResponse:
    raise Conflict("The round was closed meanwhile. Load the page again.")


def without_database(request: HttpRequest) -> HttpResponse:
    raise OperationalError("connection refused")


def without_redis(request: HttpRequest) -> HttpResponse:
    raise RedisConnectionError("connection refused")


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("a secret of ours")


class Faults:
    """The site's addresses, and some where things go wrong."""

    urlpatterns = [
        path("conflicting", conflicting),
        path("without-database", without_database),
        path("without-redis", without_redis),
        path("broken", broken),
        *urls.urlpatterns,
    ]
    handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture
def visitor(settings: Settings) -> Client:
    """A browser on a site with faults."""
    settings.ROOT_URLCONF = Faults
    return Client(raise_request_exception=False)


def test_a_refusal_is_shown_with_its_sentence_and_status(visitor: Client) -> None:
    answer = visitor.get("/conflicting")
    assert answer.status_code == 409
    assert "The round was closed meanwhile. Load the page again." in answer.content.decode()


def test_a_program_is_told_the_same_as_a_problem_document(visitor: Client) -> None:
    answer = visitor.get("/conflicting", headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert answer["Content-Type"] == PROBLEM
    assert answer.json() == {
        "type": "about:blank",
        "title": "Conflict",
        "status": 409,
        "detail": "The round was closed meanwhile. Load the page again.",
        "code": "conflict",
    }


@pytest.mark.parametrize("address", ["/without-database", "/without-redis"])
def test_an_absent_service_is_a_503_that_says_when_to_try_again(visitor: Client, address: str) -> None:
    page = visitor.get(address)
    assert page.status_code == 503
    assert page["Retry-After"] == "5"
    assert "no-store" in page["Cache-Control"]
    assert "503" in page.content.decode()
    document = visitor.get(address, headers={"accept": "application/json"}).json()
    assert document["status"] == 503
    assert document["code"] == "unavailable"


@pytest.mark.django_db
def test_a_session_that_cannot_be_read_is_a_503_and_no_bug(visitor: Client, settings: Settings) -> None:
    browser = browser_of(account_of("Morag"))
    browser.raise_request_exception = False

    def refuse(*_: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    with connection.execute_wrapper(refuse):
        answer = browser.get("/account/")
    assert answer.status_code == 503
    assert "503" in answer.content.decode()


def test_a_bug_shows_no_trace(visitor: Client) -> None:
    page = visitor.get("/broken")
    assert page.status_code == 500
    assert "a secret of ours" not in page.content.decode()
    document = visitor.get("/broken", headers={"accept": "application/json"}).json()
    assert document["code"] == "fault"


@pytest.mark.parametrize(("accept", "kind"), [("text/html", "text/html; charset=utf-8"), ("application/json", PROBLEM)])
def test_an_address_where_nothing_is(visitor: Client, accept: str, kind: str) -> None:
    answer = visitor.get("/nothing/here", headers={"accept": accept})
    assert answer.status_code == 404
    assert answer["Content-Type"] == kind


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/reports/%00/", "/tournaments/%00/x/", "/clubs/glen-orchy-games/record-a-game/?leg=%00.1"]
)
def test_a_zero_byte_in_an_address_is_refused_with_a_sentence(address: str) -> None:
    glen_club(morag := account_of("Morag"))
    browser = browser_of(morag)
    browser.raise_request_exception = False
    answer = browser.get(address)
    assert answer.status_code == 400
    assert "could not read" in answer.content.decode()


def test_below_api_everybody_is_a_program(visitor: Client) -> None:
    assert visitor.get("/api/v1/nothing")["Content-Type"] == PROBLEM


def answer_to(error: Exception) -> tuple[int, dict[str, object]]:
    """The status and document an error becomes."""
    answer = problem_for(error, {"request": RequestFactory().get("/api/v1/clubs/")})
    assert answer is not None
    assert answer.content_type == PROBLEM_TYPE
    assert answer.data["status"] == answer.status_code
    return answer.status_code, answer.data


def test_a_refusal_names_its_field() -> None:
    status, document = answer_to(Refusal("A club needs a name.", field="name"))
    assert status == 400
    assert document["errors"] == {"name": ["A club needs a name."]}


def test_nested_faults_are_named_by_their_path() -> None:
    faults: Any = {
        "name": ["Too long."],
        "seats": [{}, {"player": ["Unknown."]}],
        "non_field_errors": ["Nobody plays."],
    }
    status, document = answer_to(ValidationError(faults))
    assert status == 400
    assert document["code"] == "invalid"
    assert document["errors"] == {"name": ["Too long."], "seats.1.player": ["Unknown."], "": ["Nobody plays."]}


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (NotFound("There is no such match."), 404, "not-found"),
        (Http404(), 404, "not-found"),
        (MethodNotAllowed("PUT"), 405, "method-not-allowed"),
        (Throttled(wait=3), 429, "throttled"),
    ],
)
def test_every_error_has_status_and_code(error: Exception, status: int, code: str) -> None:
    found, document = answer_to(error)
    assert (found, document["code"]) == (status, code)


def test_an_absent_service_says_when_to_try_again() -> None:
    answer = problem_for(Unavailable("The database does not answer."), {})
    assert answer is not None
    assert answer.headers["Retry-After"] == "5"


def test_a_bug_is_no_problem_document() -> None:
    assert problem_for(ZeroDivisionError(), {}) is None
