"""Error responses: a page for people, a problem document (RFC 9457) for programs.

Django calls the four handlers (league.conf.urls); the middleware answers refusals. Error pages use neither the database
nor Redis, since those may be unreachable.

A form that was sent without a session, or with an old one, comes back in the answer, whose button sends it again. The
site stores nothing of it. Passwords and files are left out.
"""

import sys
from typing import Any, NamedTuple

import structlog
from django.core import signing
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from league.common.api.problems import problem, problem_of
from league.common.errors import PROBLEM_TYPE, Refusal, Unavailable
from league.common.live.topics import watch_nothing
from league.common.outages import forget_broken_connections, is_no_space, is_outage, no_space, outage_message

log = structlog.get_logger(__name__)
UNSENT = "unsent"
"""The field of the sign-in form that carries an `Unsent`, signed."""
_SALT = "moothill.unsent"
_LONGEST = 24 * 3600  # seconds between the form and the button
_CSRF = "csrfmiddlewaretoken"


class StaleForm(Refusal):
    """The CSRF token of a form is missing or invalid."""

    status = 403
    code = "csrf"


def answer_to(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the response to a refusal, with its message and status."""
    if wants_json(request):
        response = _document(problem_of(refusal))
    else:
        watch_nothing(request)
        response = render(request, "shared/refusal.html", {"refusal": refusal}, status=refusal.status)
    for name, value in refusal.headers.items():
        response[name] = value
    return response


def outage_response(request: HttpRequest) -> HttpResponse:
    """Return a 503 response: the database or Redis is unreachable. The log has the cause."""
    error = sys.exception()
    log.warning("a service is unreachable", said=repr(error))
    if isinstance(error, DatabaseError | InterfaceError):
        forget_broken_connections()
    refusal = Unavailable(outage_message())
    if wants_json(request):
        response = _document(problem_of(refusal))
    else:
        response = render(request, "503.html", {"sentence": refusal.message}, status=503)
    response["Retry-After"] = str(refusal.retry_after)
    add_never_cache_headers(response)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  (Django's shape)
    """Django's handler for malformed requests."""
    return _plain(request, 400, "bad-request", _("The server could not read the request. Check it and send it again."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  (Django's shape)
    """Django's handler for `PermissionDenied`."""
    return _plain(
        request, 403, "not-allowed", _("Your account has no permission for this. Sign in with another account.")
    )


def csrf_failure(request: HttpRequest, **_how: object) -> HttpResponse:
    """Django's handler for a form from another site, or one whose cookie was lost or changed by a sign-in.

    The data of a form of this site is kept, and a button sends it again.
    """
    is_part = "HX-Request" in request.headers
    if not wants_json(request) and not is_part and is_same_origin(request):
        watch_nothing(request)
        return ask_to_send_again(request, unsent_form_of(request), status=StaleForm.status)
    sentence = _(
        "The form could not be checked. Allow cookies for this site, reload the page, and send the form again."
    )
    response = answer_to(request, StaleForm(sentence))
    if is_part:
        response["HX-Refresh"] = "true"  # htmx shows no refusal; the reloaded page has the token of the new session
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  (Django's shape)
    """Django's handler for unknown URLs."""
    return _plain(request, 404, "not-found", _("There is no page at this address. Check the address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler for other exceptions: 503 if a service is unreachable, otherwise 500."""
    error = sys.exception()
    if is_no_space(error):
        return _plain(request, no_space().status, no_space().code, no_space().message)
    if is_outage(error):
        return outage_response(request)
    return _plain(
        request, 500, "fault", _("The server had an error. Check whether your changes were saved, and try again.")
    )


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks rather than a browser."""
    if request.path.startswith("/api/"):
        return True
    return request.get_preferred_type(["text/html", "application/json", PROBLEM_TYPE]) in {
        "application/json",
        PROBLEM_TYPE,
    }


def _plain(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    if wants_json(request):
        return _document(problem(status=status, detail=detail, code=code))
    watch_nothing(request)
    return render(request, f"{status}.html", status=status)


def _document(document: dict[str, Any]) -> HttpResponse:
    return JsonResponse(document, status=document["status"], content_type=PROBLEM_TYPE)


class UnsentForm(NamedTuple):
    """A form that was not taken: its address, its fields in their order, and whether files came with it."""

    address: str
    fields: list[tuple[str, str]]
    had_files: bool


def unsent_form_of(request: HttpRequest) -> UnsentForm:
    """Return what a form holds, without passwords and files."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != _CSRF and "password" not in name
    ]
    return UnsentForm(request.get_full_path(), fields, bool(request.FILES))


def sign_unsent_form(unsent: UnsentForm) -> str:
    """Return the unsent form as signed text."""
    return signing.dumps(unsent, salt=_SALT, compress=True)


def read_unsent_form(request: HttpRequest) -> UnsentForm | None:
    """Return the form that a sign-in form carries; None where there is none, or where it is too old."""
    try:
        address, fields, had_files = signing.loads(request.POST.get(UNSENT, ""), salt=_SALT, max_age=_LONGEST)
    except signing.BadSignature:
        return None
    return UnsentForm(address, [(name, value) for name, value in fields], had_files)


def is_same_origin(request: HttpRequest) -> bool:
    """Return whether the browser says that a page of this site sent the form."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin == f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Sec-Fetch-Site") == "same-origin"


def ask_to_send_again(request: HttpRequest, unsent: UnsentForm, *, status: int = 200) -> HttpResponse:
    """Answer with the page whose button sends the form again."""
    response = render(request, "shared/send_again.html", {UNSENT: unsent}, status=status)
    add_never_cache_headers(response)
    return response
