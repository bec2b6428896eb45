"""Errors of the API: one shape for all, sentences by field."""

from typing import Any

import pytest
from django.http import Http404
from django.test import RequestFactory
from rest_framework.exceptions import MethodNotAllowed, Throttled, ValidationError

from league.common.api.problems import problem_for
from league.common.errors import PROBLEM_TYPE, NotFound, Refusal, Unavailable


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
