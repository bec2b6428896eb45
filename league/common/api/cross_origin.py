"""Which parts of the API pages of other sites may read in a browser (CORS): what everybody may read, by GET.

Credentials are not allowed: browsers withhold private responses.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

API: Final = "/api/"
READING: Final = "GET, HEAD"
DAY: Final = 24 * 3600

Answer = Callable[[HttpRequest], HttpResponse]


def allow_cross_origin_reads(answer: Answer) -> Answer:
    """Let scripts of any site read the API as a visitor who is not signed in, and answer their preflights."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(API):
            return answer(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _preflight()
        response = answer(request)
        if request.method in {"GET", "HEAD"}:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag, Retry-After, X-Request-ID"
        return response

    return respond


def _preflight() -> HttpResponse:
    response = HttpResponse(status=204)
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Allow-Methods"] = READING
    response["Access-Control-Allow-Headers"] = "Accept-Language, If-None-Match"
    response["Access-Control-Max-Age"] = str(DAY)
    return response
