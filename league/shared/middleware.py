"""What happens around every page: refusals become answers, an absent service a 503, times the member's own."""

import zoneinfo
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisAway

from league.shared.errors import Refusal

type_of_answer = Callable[[HttpRequest], HttpResponse]


def say_when_a_service_is_away(answer: type_of_answer) -> type_of_answer:
    """Answer 503 with a page that says so when the database or Redis does not respond."""

    def respond(request: HttpRequest) -> HttpResponse:
        return answer(request)

    respond.process_exception = _away  # type: ignore[attr-defined]  # Django's hook for function middleware is untyped
    return respond


def _away(request: HttpRequest, error: Exception) -> HttpResponse | None:
    if isinstance(error, OperationalError | InterfaceError | RedisAway):
        return render(request, "503.html", status=503)
    return None


def answer_refusals(answer: type_of_answer) -> type_of_answer:
    """Turn a `Refusal` that a view lets through into a page with its sentence and its status."""

    def respond(request: HttpRequest) -> HttpResponse:
        return answer(request)

    respond.process_exception = _refuse  # type: ignore[attr-defined]  # as above
    return respond


def _refuse(request: HttpRequest, error: Exception) -> HttpResponse | None:
    if isinstance(error, Refusal):
        return render(
            request, "shared/refusal.html", {"refusal": error}, status=error.status
        )
    return None


def use_the_members_time_zone(answer: type_of_answer) -> type_of_answer:
    """Show instants in the zone of the account that is signed in."""

    def respond(request: HttpRequest) -> HttpResponse:
        zone = getattr(request.user, "time_zone", None)
        with timezone.override(zoneinfo.ZoneInfo(zone) if zone else None):
            return answer(request)

    return respond
