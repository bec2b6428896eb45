"""Answers cached under an ETag of everything that they depend on."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.core.cache import cache as kept
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from league.shared.live.watching import UNKNOWN, revisions_watched
from league.shared.responses import wants_fragment

HOUR = timedelta(hours=1)
SHARED = timedelta(seconds=15)
"""How long visitors share a fragment: pages are not notified when a player is renamed."""


def etag_of(request: HttpRequest, *facts: object) -> str:
    """Return a tag that changes with the facts, the URL, the account, the language, the time zone and the templates.

    It changes with the hour too, because a page carries a token for live updates, which runs out.
    """
    parts = (
        facts,
        request.get_full_path(),
        wants_fragment(request),
        request.user.pk,
        get_language(),
        timezone.get_current_timezone_name(),
        timezone.now().timestamp() // HOUR.total_seconds(),
        template_digest(),
    )
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def etag_for_visitors(request: HttpRequest, *facts: object) -> str:
    """Return the ETag of a fragment that all visitors without a session share; "" for whole pages and signed-in people.

    It changes with the facts, with the revisions that the page watches (call it after `watch`), and every 15 seconds.
    """
    revisions = revisions_watched(request)
    is_shared = wants_fragment(request) and settings.SESSION_COOKIE_NAME not in request.COOKIES
    if not is_shared or request.GET.keys() - {"page"} or not revisions or UNKNOWN in revisions.values():
        return ""
    return etag_of(request, facts, sorted(revisions.items()), timezone.now().timestamp() // SHARED.total_seconds())


def answer_once(
    request: HttpRequest, etag: str, render: Callable[[], str], *, kept_for: timedelta = HOUR
) -> HttpResponse:
    """Return the HTML cached under the tag, or render it; 304 if the browser has it. Without a tag cache nothing."""
    answer = get_conditional_response(request, etag=etag) if etag else None
    if answer is None:
        answer = HttpResponse(_rendered_once(etag, render, kept_for) if etag else render())
    if etag:
        answer.headers["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Cookie", "HX-Request"])
    return answer


def _rendered_once(etag: str, render: Callable[[], str], kept_for: timedelta) -> str:
    found: str | None = kept.get(f"answer:{etag}")
    html = found or str(render())
    if not found:
        kept.set(f"answer:{etag}", html, int(kept_for.total_seconds()))
    return html


@cache
def template_digest() -> str:
    """Return a digest of all templates, so that nothing cached before an upgrade is shown after it."""
    files = sorted((settings.ROOT / "templates").rglob("*.html"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
