"""When a leaderboard need not be drawn again: its rows are kept by the fold's revision, whole pages answer 304.

Rows follow from the pool's revision, from what is asked, and from who asks (their own row, their time zone). Drawing
100 of them takes ten times as long as asking for them, so what is kept is the HTML.
"""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.core.cache import cache as kept
from django.http import HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.ratings.models import Fold

KEEP = timedelta(hours=1)


def fingerprint_of(request: HttpRequest, fold: Fold) -> str:
    """Return a digest that changes whenever the rows at this address would."""
    parts = (
        fold.pool_id,
        fold.generation,
        fold.revision,
        request.get_full_path(),
        request.user.pk,
        get_language(),
        timezone.get_current_timezone_name(),
        _look(),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def drawn_once(fingerprint: str, draw: Callable[[], str]) -> SafeString:
    """Return the HTML kept under the fingerprint, or draw and keep it."""
    found: str | None = kept.get(f"leaderboard:{fingerprint}")
    html = found or str(draw())
    if not found:
        kept.set(f"leaderboard:{fingerprint}", html, int(KEEP.total_seconds()))
    return SafeString(html)


def etag_of(request: HttpRequest, fingerprint: str) -> str:
    """Return the page's tag. It changes with the hour too, so that the token for live updates never runs out."""
    hour = int(timezone.now().timestamp() // 3600)
    fragment = bool(request.headers.get("HX-Request"))
    return f'W/"{fingerprint}-{hour}-{"part" if fragment else "page"}"'


@cache
def _look() -> str:
    """Return a digest of the templates: after an upgrade every page is drawn anew."""
    files = sorted((settings.ROOT / "templates").rglob("*.html"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
