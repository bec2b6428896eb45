"""Note visits of signed-in people, and keep forms that were sent without a session."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode

from league.accounts.forms import SignInForm
from league.accounts.services.visits import note_page
from league.common.error_responses import UNSENT, sign_unsent_form, unsent_form_of, wants_json
from league.common.responses import wants_fragment


def note_visits(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Note a visit. Pages that update themselves and programs do not count."""

    def respond(request: HttpRequest) -> HttpResponse:
        is_page = request.headers.get("HX-Request") != "true" and not request.path.startswith("/api/")
        if is_page and settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            note_page(request.user)
        return get_response(request)

    return respond


def keep_unsent_form(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer a form sent without a session with a sign-in page that keeps it (`league.common.error_responses`).

    A fragment without a session leads the whole page to the sign-in page.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 302 or urlsplit(response["Location"]).path != resolve_url(settings.LOGIN_URL):
            return response
        if wants_fragment(request):  # our own scripts, which name no page, see the redirect themselves
            if "HX-Current-URL" not in request.headers:
                return response
            page = urlsplit(request.headers["HX-Current-URL"])
            back = urlencode({"next": page.path + (f"?{page.query}" if page.query else "")})
            return HttpResponse(status=204, headers={"HX-Redirect": f"{resolve_url(settings.LOGIN_URL)}?{back}"})
        if request.method == "POST" and not request.user.is_authenticated and not wants_json(request):
            return _sign_in_page(request)
        return response

    return respond


def _sign_in_page(request: HttpRequest) -> HttpResponse:
    facts = {"form": SignInForm(request), "next": "/", UNSENT: sign_unsent_form(unsent_form_of(request))}
    response = render(request, "members/sign_in.html", facts, status=401)
    response["WWW-Authenticate"] = 'Bearer realm="Moothill"'
    add_never_cache_headers(response)
    return response
