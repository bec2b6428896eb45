"""Request id, timing, and logging of slow and failed requests."""

from collections.abc import Callable
from http import HTTPStatus
from time import perf_counter

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.common.request_ids import HEADER, begin_request, end_request, request_id_at_hand, route_of
from league.operations.latency import timings

log = structlog.get_logger(__name__)

REFUSED_FOR_THE_MOMENT = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE)


def follow_requests(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Outermost middleware, so that every log line of the request has its id.

    A log line for every request costs three times as much as the rest of this; `MOOTHILL_LOG_REQUESTS` enables it.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        mark, begun = begin_request(request), perf_counter()
        try:
            return _followed(request, answer(request), begun)
        finally:
            end_request(mark)

    return respond


def _followed(request: HttpRequest, response: HttpResponse, begun: float) -> HttpResponse:
    response.headers[HEADER] = request_id_at_hand()
    _note(route_of(request), response.status_code, perf_counter() - begun)
    return response


def _note(route: str, status: int, seconds: float) -> None:
    timings.note(route, status, seconds)
    if status >= 500:
        tell = log.warning if status in REFUSED_FOR_THE_MOMENT else log.error
        tell("a request was not answered", status=status, ms=round(1000 * seconds))
    elif seconds >= settings.SLOW_SECONDS:
        log.warning("an answer was slow", status=status, ms=round(1000 * seconds))
    elif settings.LOG_EVERY_REQUEST:
        log.info("a request was answered", status=status, ms=round(1000 * seconds))
