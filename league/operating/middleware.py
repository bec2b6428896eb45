"""What happens around every answer: it is named, timed, and told of in the log where it was slow or a fault."""

from collections.abc import Callable
from http import HTTPStatus
from time import perf_counter

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.operating.timing import timings
from league.shared.middleware import WAITED, patience_of
from league.shared.tracing import HEADER, begin_request, end_request, request_id_at_hand, route_of

log = structlog.get_logger(__name__)

REFUSED_FOR_THE_MOMENT = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE)

ROOM = 33_000  # slots of Python's stack that an answer finds free at once: 264 kB, for which it takes 512
"""Python has its frames in pieces of 16 kB, and gives the last one back to the system whenever its first frame ends. A
page whose loops happen to call across the end of a piece takes twice as long for it, another page or another depth does
not. A frame that claims more than a piece gets one of a size that all further calls fit into.
"""


def follow_requests(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Stands before everything else, so that whatever is written meanwhile names the request.

    A line for every answer costs three times as much as the rest of this; `MOOTHILL_LOG_REQUESTS` asks for it.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        mark, begun = begin_request(request), perf_counter()
        try:
            return _followed(request, answer(request), begun)
        finally:
            end_request(mark)

    respond.__code__ = respond.__code__.replace(co_stacksize=ROOM)
    return respond


def _followed(request: HttpRequest, response: HttpResponse, begun: float) -> HttpResponse:
    response.headers[HEADER] = request_id_at_hand()
    waited = getattr(request, WAITED, 0.0)  # in line, before anything was begun
    seconds = perf_counter() - begun + waited
    _note(route_of(request), response.status_code, seconds, is_late=waited > patience_of(request))
    return response


def _note(route: str, status: int, seconds: float, *, is_late: bool) -> None:
    timings.note(route, status, seconds)
    if is_late:
        log.warning("a request stood in line for too long", status=status, ms=round(1000 * seconds))
    elif status >= 500:
        tell = log.warning if status in REFUSED_FOR_THE_MOMENT else log.error
        tell("a request was not answered", status=status, ms=round(1000 * seconds))
    elif seconds >= settings.SLOW_SECONDS:
        log.warning("an answer was slow", status=status, ms=round(1000 * seconds))
    elif settings.LOG_EVERY_REQUEST:
        log.info("a request was answered", status=status, ms=round(1000 * seconds))
