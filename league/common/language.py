"""The language of a page: the first one set by URL (`?language=pt-br`), account, cookie or browser.

A language in the URL is saved in the cookie. Lists are sorted as the reader's alphabet has it.
"""

from typing import NamedTuple
from unicodedata import combining, normalize

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django.utils.translation import get_language

PARAMETER = "language"


class LanguageLink(NamedTuple):
    """A language of the site: its code, its own name, and the URL of the page in it."""

    code: str
    name: str
    address: str
    is_shown: bool


def language_asked_for(request: HttpRequest) -> str:
    """Return the language in the URL; "" without a known one, and for programs."""
    query = request.GET.get(PARAMETER, "").lower()
    return query if query in dict(settings.LANGUAGES) and not request.path.startswith("/api/") else ""


def language_here() -> str:
    """Return the active language if it is one of `settings.LANGUAGES`, else the site's default."""
    language = get_language() or ""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def languages_of(request: HttpRequest) -> list[LanguageLink]:
    """Return the languages of the site, each with the URL of this page."""
    shown = language_here()
    return [LanguageLink(code, name, _address_in(request, code), code == shown) for code, name in settings.LANGUAGES]


def keep_language(response: HttpResponse, language: str) -> None:
    """Save a language in the cookie."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def is_framed(request: HttpRequest) -> bool:
    """Return whether another site embeds this page in a frame; then no cookie is set."""
    is_made_for_it = request.path.endswith("/frame/")
    return is_made_for_it or request.headers.get("Sec-Fetch-Dest") in {"iframe", "frame", "embed", "object"}


def address_without_language(request: HttpRequest) -> str:
    """Return the URL of this page without its language."""
    query = request.GET.copy()
    query.pop(PARAMETER, None)
    return escape_uri_path(request.path) + (f"?{query.urlencode()}" if query else "")


def _address_in(request: HttpRequest, language: str) -> str:
    query = request.GET.copy()
    query[PARAMETER] = language
    return f"{escape_uri_path(request.path)}?{query.urlencode()}"


def alphabetical_key(text: str) -> str:
    """Return a sort key that ignores case and accents."""
    return "".join(mark for mark in normalize("NFKD", text.casefold()) if not combining(mark))
