"""Which language a page is read in: that of the address (`?language=pt-br`), the account, the cookie, the browser.

The first of them that says anything counts. An address that names a language keeps it in the cookie.
"""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django.utils.translation import get_language

PARAMETER = "language"


class Offered(NamedTuple):
    """A language that a page can be read in: its code, its name as its readers call it, the page's address in it."""

    code: str
    name: str
    address: str
    is_shown: bool


def language_asked_for(request: HttpRequest) -> str:
    """The language that the address names; "" where it names none that there is, and for programs."""
    asked = request.GET.get(PARAMETER, "").lower()
    return asked if asked in dict(settings.LANGUAGES) and not request.path.startswith("/api/") else ""


def language_here() -> str:
    """Return the active language if it is one of `settings.LANGUAGES`, else the site's default."""
    language = get_language() or ""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def languages_of(request: HttpRequest) -> list[Offered]:
    """The languages that the page at hand can be read in, each with its address."""
    shown = language_here()
    return [Offered(code, name, _address_in(request, code), code == shown) for code, name in settings.LANGUAGES]


def keep_language(response: HttpResponse, language: str) -> None:
    """Have the browser remember a language."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def is_framed(request: HttpRequest) -> bool:
    """Whether a page of somebody else's shows this one as a part of it; its readers' browsers are left alone."""
    is_made_for_it = request.path.endswith("/frame/")
    return is_made_for_it or request.headers.get("Sec-Fetch-Dest") in {"iframe", "frame", "embed", "object"}


def address_without_language(request: HttpRequest) -> str:
    """The address of the page at hand, whatever language it names."""
    asked = request.GET.copy()
    asked.pop(PARAMETER, None)
    return escape_uri_path(request.path) + (f"?{asked.urlencode()}" if asked else "")


def _address_in(request: HttpRequest, language: str) -> str:
    asked = request.GET.copy()
    asked[PARAMETER] = language
    return f"{escape_uri_path(request.path)}?{asked.urlencode()}"
