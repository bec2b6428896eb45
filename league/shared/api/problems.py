"""Errors of the API as `application/problem+json` (RFC 9457)."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler

from league.shared.errors import Refusal


def problem_for(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the problem document for an error that a person or their program caused; `None` for bugs."""
    if isinstance(error, Refusal):
        body = {"title": error.code, "status": error.status, "detail": error.message}
        return Response(
            body, status=error.status, content_type="application/problem+json"
        )
    return exception_handler(error, context)
