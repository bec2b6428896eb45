"""Middleware: errors become responses; time zone and language of the account; API for scripts of other sites (CORS)."""

import zoneinfo
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.common.error_responses import answer_to, bad_request, outage_response
from league.common.errors import Refusal, Unavailable
from league.common.language import is_framed, keep_language, language_asked_for
from league.common.outages import has_space, is_no_space, is_outage, no_space

GetResponse = Callable[[HttpRequest], HttpResponse]

API: Final = "/api/"
READING: Final = "GET, HEAD"
DAY: Final = 24 * 3600
REFUSED_BODY = "moothill.refused_body"
"""The key in the ASGI scope of a request whose body was not taken; its value is a `RefusedBody`."""


class RefusedBody(StrEnum):
    """The reason why a request was rejected before a page saw it, mostly for its body."""

    TOO_LARGE = "too-large"
    TOO_SLOW = "too-slow"
    TOO_MANY = "too-many"
    TOO_MANY_DOWNLOADS = "too-many-downloads"
    NO_SPACE = "no-space"


class Busy(Unavailable):
    """More files are being sent than the server takes or holds at once."""


class TooLarge(Refusal):
    """The body is larger than the site accepts."""

    status = 413


class TooSlow(Refusal):
    """The body did not arrive in time."""

    status = 408

    @property
    def headers(self) -> Mapping[str, str]:
        """Close the connection: a slow client would keep it busy."""
        return {"Connection": "close"}


def takes_upload(path: str, content_type: str) -> bool:
    """Return whether a larger body is accepted at this path, over a longer time: only as multipart.

    Django reads the files of a multipart body from the disk; of any other body it makes one string.
    """
    is_multipart = content_type.lower().startswith("multipart/form-data")
    return is_multipart and settings.UPLOAD_PATHS.fullmatch(path) is not None


def largest_body(path: str, content_type: str) -> int:
    """Return the most bytes of a request's body of this type at this path."""
    return int(settings.LARGEST_UPLOAD if takes_upload(path, content_type) else settings.LARGEST_BODY)


def refuse_bodies(get_response: GetResponse) -> GetResponse:
    """Answer 413, 408, 503 or 507 to what `league.conf.wsgi_bridge` refused."""

    def respond(request: HttpRequest) -> HttpResponse:
        why = request.META.get("asgi.scope", {}).get(REFUSED_BODY)
        return answer_to(request, _refusal_of(why, request)) if why else get_response(request)

    return respond


def refuse_to_write_without_space(get_response: GetResponse) -> GetResponse:
    """Answer 507 to write requests while the disk is nearly full, so that reading still works.

    PostgreSQL stops where its log of changes has no room. Moves of remote bots go to Redis, and a clock runs for them.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        is_move = request.path.startswith("/api/v1/remote-bots/") and request.path.endswith("/moves/")
        if request.method in {"GET", "HEAD", "OPTIONS"} or is_move or has_space():
            return get_response(request)
        return answer_to(request, no_space())

    return respond


def answer_faults(get_response: GetResponse) -> GetResponse:
    """Turn a `Refusal` into a response with its message and status, and an unreachable service into a 503.

    Errors outside of views, as when the session cannot be read, reach `error_responses.server_error`.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    respond.process_exception = _answer_fault  # type: ignore[attr-defined]  # Django's hook for function middleware
    return respond


def _answer_fault(request: HttpRequest, error: Exception) -> HttpResponse | None:
    if isinstance(error, Refusal):
        return answer_to(request, error)
    if is_no_space(error):
        return answer_to(request, no_space())
    if is_outage(error):
        return outage_response(request)
    if isinstance(error, (DataError, ValueError)) and _has_zero_bytes(request):
        return bad_request(request, error)
    return None


def _has_zero_bytes(request: HttpRequest) -> bool:
    """Whether the path or a form contains a NUL character, which PostgreSQL cannot store."""
    values = [text for form in (request.GET, request.POST) for _name, texts in form.lists() for text in texts]
    return any("\0" in text for text in (request.path, *values))


def activate_account_preferences(get_response: GetResponse) -> GetResponse:
    """Activate the time zone and the language of the signed-in account.

    A language in the URL (`league.common.language`) precedes that of the account; without either, Django's
    `LocaleMiddleware` has already chosen by cookie or browser.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        account, requested = request.user, language_asked_for(request)
        zone = zoneinfo.ZoneInfo(account.time_zone) if account.is_authenticated else timezone.get_current_timezone()
        language = requested or (account.reads_in if account.is_authenticated else "") or translation.get_language()
        with timezone.override(zone), translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        if requested and not is_framed(request):
            keep_language(response, requested)
        return response

    return respond


def allow_cross_origin_reads(get_response: GetResponse) -> GetResponse:
    """Let scripts of any site read the API as a visitor who is not signed in, and answer their preflights."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(API):
            return get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _preflight()
        response = get_response(request)
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


def _refusal_of(why: RefusedBody, request: HttpRequest) -> Refusal:
    match why:
        case RefusedBody.TOO_LARGE:
            most = filesizeformat(largest_body(request.path, request.META.get("CONTENT_TYPE", "")))
            return TooLarge(_("The upload is larger than %(most)s. Send a smaller file.") % {"most": most})
        case RefusedBody.TOO_SLOW:
            return TooSlow(_("The upload took too long. Send it again over a faster connection."))
        case RefusedBody.TOO_MANY:
            return Busy(_("Too many files are being uploaded at the moment. Send yours again in a minute."))
        case RefusedBody.TOO_MANY_DOWNLOADS:
            return Busy(_("Too many files are being downloaded at the moment. Try again in a minute."))
        case RefusedBody.NO_SPACE:
            return no_space()
