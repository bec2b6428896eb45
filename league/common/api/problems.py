"""Errors of the API as `application/problem+json` (RFC 9457): a sentence for people, a code for programs.

A fault in what was sent has `errors`, the sentences by field; those of the whole lie under `""`.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import (
    APIException,
    MethodNotAllowed,
    NotAcceptable,
    NotAuthenticated,
    UnsupportedMediaType,
    ValidationError,
)
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from league.common.errors import PROBLEM_TYPE, Refusal, Unavailable
from league.common.outages import is_outage, outage_message

__all__ = ["problem", "problem_for", "problem_of"]


def problem(*, status: int, detail: str, code: str, errors: Mapping[str, list[str]] | None = None) -> dict[str, Any]:
    """Return a problem document."""
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
    }
    return document | ({"errors": dict(errors)} if errors else {})


def problem_of(refusal: Refusal) -> dict[str, Any]:
    """Return the problem document that says what a refusal says."""
    errors = {refusal.field: [refusal.message]} if refusal.field else None
    return problem(status=refusal.status, detail=refusal.message, code=refusal.code, errors=errors)


def problem_for(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an error that a person, their program or an absent service caused; `None` for bugs."""
    if is_outage(error):
        error = Unavailable(outage_message())
    if isinstance(error, Refusal):
        set_rollback()
        headers = dict(error.headers)
        return Response(problem_of(error), status=error.status, headers=headers, content_type=PROBLEM_TYPE)
    response = exception_handler(error, context)
    if response is not None:
        response.data = _document(error, response, context["request"].path)
        response.content_type = PROBLEM_TYPE
    return response


def _document(error: Exception, response: Response, path: str) -> dict[str, Any]:
    if isinstance(error, ValidationError):
        errors = _by_field(error.detail)
        words = ngettext(
            "The request has an error. See “errors”.", "The request has %(count)d errors. See “errors”.", len(errors)
        )
        detail = words % {"count": len(errors)}
        return problem(status=response.status_code, detail=detail, code="invalid", errors=errors)
    detail = _sentence(error, path)
    code = error.default_code if isinstance(error, APIException) else "not-found"
    return problem(status=response.status_code, detail=detail, code=code.replace("_", "-"))


def _sentence(error: Exception, path: str) -> str:
    """The framework's own sentences, except where they do not say what to do."""
    if isinstance(error, MethodNotAllowed):
        return _("Method not allowed. The “Allow” header lists the allowed methods.")
    if isinstance(error, NotAcceptable):
        return _("This address only returns JSON. Send “Accept: application/json”.")
    if isinstance(error, UnsupportedMediaType) and settings.UPLOAD_PATHS.fullmatch(path):
        return _(
            "This address accepts JSON, or a form with a file. Send “Content-Type: application/json” or "
            "“multipart/form-data”."
        )
    if isinstance(error, UnsupportedMediaType):
        return _("This address only accepts JSON. Send “Content-Type: application/json”.")
    if isinstance(error, NotAuthenticated):
        return _("Authentication required. Sign in, or send an API token.")
    return (
        str(error.detail)
        if isinstance(error, APIException)
        else _("There is no page at this address. Check the address.")
    )


def _by_field(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested faults to sentences by dotted path."""
    if isinstance(detail, Mapping):
        below = [(f"{path}.{key}" if path else str(key), value) for key, value in detail.items()]
    elif isinstance(detail, list) and any(isinstance(value, Mapping | list) for value in detail):
        below = [(f"{path}.{place}" if path else str(place), value) for place, value in enumerate(detail)]
    else:
        sentences = detail if isinstance(detail, list) else [detail]
        name = "" if path.endswith("non_field_errors") else path
        return {name: [str(sentence) for sentence in sentences]} if sentences else {}
    return {name: found for key, value in below for name, found in _by_field(value, key).items()}
