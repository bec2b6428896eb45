"""Cached HTML and ETags of leaderboards.

A page depends on the revisions of the pool's folds, the URL, and the reader (own row, time zone, names, private clubs
shown by a link). A change of a club revises folds. Rendering 100 rows takes ten times as long as reading them.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.core.cache import cache as kept
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from league.clubs.naming import reads_short
from league.clubs.permissions import shown_to
from league.ratings.models import Fold
from league.results.models import Pool

KEEP = timedelta(hours=1)


def etag_of(request: HttpRequest, pool: Pool, folds: Sequence[Fold]) -> str:
    """Return a tag that changes whenever the answer at this address would; `folds` are all that the page shows.

    It changes with the hour too, because a page carries a token for live updates, which runs out.
    """
    parts = (
        [(fold.pool_id, fold.system, fold.generation, fold.revision) for fold in folds],
        request.get_full_path(),
        request.headers.get("HX-Request"),
        request.user.pk,
        sorted(shown_to(request.user)),
        pool.club is not None and reads_short(request.user, pool.club),
        get_language(),
        timezone.get_current_timezone_name(),
        timezone.now().timestamp() // KEEP.total_seconds(),
        _look(),
    )
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def drawn_once(etag: str, draw: Callable[[], str]) -> str:
    """Return the HTML kept under a tag, or draw and keep it; without a tag it is drawn every time."""
    if not etag:
        return draw()
    found: str | None = kept.get(f"leaderboard:{etag}")
    html = found or str(draw())
    if not found:
        kept.set(f"leaderboard:{etag}", html, int(KEEP.total_seconds()))
    return html


@cache
def _look() -> str:
    """Return a digest of the templates: after an upgrade every page is drawn anew."""
    files = sorted((settings.ROOT / "templates").rglob("*.html"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
