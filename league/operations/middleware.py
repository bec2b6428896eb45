"""Request id, timing, and logging of slow and failed requests."""

from collections.abc import Callable
from http import HTTPStatus
from time import perf_counter

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.common.request_ids import HEADER, begin_request, current_request_id, end_request, route_of
from league.operations.latency import response_times

log = structlog.get_logger(__name__)

REFUSED_FOR_THE_MOMENT = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE)


def follow_requests(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Outermost middleware, so that every log line of the request has its id.

    A log line for every request costs three times as much as the rest of this; `MOOTHILL_LOG_REQUESTS` enables it.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        token, start = begin_request(request), perf_counter()
        try:
            response = get_response(request)
            response.headers[HEADER] = current_request_id()
            _record(route_of(request), response.status_code, perf_counter() - start)
            return response
        finally:
            end_request(token)

    return respond


def _record(route: str, status: int, seconds: float) -> None:
    response_times.record(route, status, seconds)
    if status >= 500:
        write = log.warning if status in REFUSED_FOR_THE_MOMENT else log.error
        write("a request failed", status=status, ms=round(1000 * seconds))
    elif seconds >= settings.SLOW_SECONDS:
        log.warning("a request was slow", status=status, ms=round(1000 * seconds))
    elif settings.LOG_EVERY_REQUEST:
        log.info("request", status=status, ms=round(1000 * seconds))
