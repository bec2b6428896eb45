"""Responses cached under an ETag of everything that they depend on, and the marks of one reader in them."""

import functools
import hashlib
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.common.live.topics import revisions_watched, watch_from
from league.common.responses import wants_fragment
from league.common.safe_html import safe_html

HOUR = timedelta(hours=1)
MOMENT = timedelta(seconds=2)
"""How long readers share a part of a page. Open pages are notified of a change only after that time
(`league.common.live.stream`), so the part that they fetch then includes it."""


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


def etag_for_visitors(request: HttpRequest, moment: float) -> str:
    """Return the ETag of a fragment that visitors without a session share for a moment; "" for other answers.

    `moment` is `this_moment()` before anything was read.
    """
    is_shared = wants_fragment(request) and settings.SESSION_COOKIE_NAME not in request.COOKIES
    if not is_shared or request.GET.keys() - {"page"}:
        return ""
    return etag_of(request, moment)


def shared_for_a_moment(
    request: HttpRequest, name: str, render: Callable[[], str], moment: float | None = None
) -> SafeString:
    """Return the HTML of this name that readers share for a moment, or render it (call it after `watch`).

    `moment` is `this_moment()` before anything was read, if something was read before `render`.

    The page then watches from the revisions that the HTML was rendered with, so it is notified of what came later.
    """
    facts = (name, get_language(), timezone.get_current_timezone_name(), moment or this_moment(), template_digest())
    key = f"moment:{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"
    found: tuple[dict[str, int], str] | None = cache.get(key)
    if not found:
        found = (revisions_watched(request), render())
        cache.set(key, found, 2 * int(MOMENT.total_seconds()))
    watch_from(request, found[0])
    return safe_html(found[1])


def this_moment() -> float:
    """Return a number that changes with every moment."""
    return timezone.now().timestamp() // MOMENT.total_seconds()


def answer_once(
    request: HttpRequest, etag: str, render: Callable[[], str], *, timeout: timedelta = HOUR
) -> HttpResponse:
    """Return the HTML cached under the tag, or render it; 304 if the browser has it. Without a tag cache nothing."""
    response = get_conditional_response(request, etag=etag) if etag else None
    if response is None:
        response = HttpResponse(_rendered_once(etag, render, timeout) if etag else render())
    if etag:
        response.headers["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response


def _rendered_once(etag: str, render: Callable[[], str], timeout: timedelta) -> str:
    found: str | None = cache.get(f"answer:{etag}")
    html = found or str(render())
    if not found:
        cache.set(f"answer:{etag}", html, int(timeout.total_seconds()))
    return html


@functools.cache
def template_digest() -> str:
    """Return a digest of all templates, so that nothing cached before an upgrade is shown after it."""
    files = sorted((settings.ROOT / "templates").rglob("*"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files if file.is_file())).hexdigest()


def with_own_row(html: str, key: str) -> str:
    """Return the HTML with the table row of this `data-key` marked as the reader's; as it is without such a row."""
    before, begin, rest = html.partition(f'<tr data-key="{key}"')
    if not begin:
        return html
    row, end, after = rest.partition("</tr>")
    facts, bracket, cells = row.partition(">")
    facts = facts.replace('class="', 'class="own ') if 'class="' in facts else f'{facts} class="own"'
    return f"{before}{begin}{facts}{bracket}{mark_own_name(cells)}{end}{after}"


def mark_own_name(html: str) -> str:
    """Return the HTML with the first linked name marked as the reader's."""
    return html.replace("</a>", f'</a> <span class="you">{_("you")}</span>', 1)
