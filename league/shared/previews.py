"""Answering with the picture of a page for messengers: drawn once for what stands on it, and known again by its tag."""

import hashlib
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control

from league.shared.drawing.preview import Card, preview

LOOK: Final = 1  # counts changes of how pictures are drawn
KEPT: Final = 7 * 24 * 3600  # seconds; what nobody asks for any more goes
FRESH: Final = 300  # seconds for which nobody need ask again


def answer_with_preview(request: HttpRequest, card: Card) -> HttpResponse:
    """The picture of a card. The same card is drawn once as long as the cache holds it, whoever asks how often."""
    mark = hashlib.sha256(repr((LOOK, card)).encode()).hexdigest()[:32]
    etag = f'"{mark}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(_drawn(mark, card), content_type="image/png", headers={"ETag": etag})
    patch_cache_control(answer, public=True, max_age=FRESH)
    return answer


def _drawn(mark: str, card: Card) -> bytes:
    found: bytes | None = cache.get(f"preview:{mark}")
    if found is not None:
        return found
    drawn = preview(card)
    cache.set(f"preview:{mark}", drawn, KEPT)
    return drawn
