"""Responses of views: a page or its changing fragment, text files, and preview images."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from league.common.drawing.preview import Card, preview

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


LOOK: Final = 1  # counts changes of how pictures are drawn
KEPT: Final = 7 * 24 * 3600  # seconds; what nobody asks for any more goes
FRESH: Final = 300  # seconds for which nobody need ask again


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether a script requests the fragment, rather than a browser the page."""
    return request.headers.get("HX-Request") == "true" and not request.headers.get("HX-History-Restore-Request")


def context_of(*parts: "DataclassInstance") -> dict[str, Any]:
    """Return the fields of dataclasses as the context of a template."""
    return {field.name: getattr(part, field.name) for part in parts for field in fields(part)}


def render_part(request: HttpRequest, facts: Mapping[str, Any], *, page: str, fragment: str) -> HttpResponse:
    """Render the template `page`, or `fragment` alone where that is wanted; no cache takes one for the other."""
    answer = render(request, fragment if wants_fragment(request) else page, dict(facts))
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def draw_inside(request: HttpRequest, facts: Mapping[str, Any], *, page: str, fragment: str) -> str:
    """Return the template `fragment`, and `page` around it, which shows it as `inside`, unless only it is wanted.

    For large tables: on its own their loop takes up to half the time that it takes deep inside the blocks of a page.
    """
    inside = render_to_string(fragment, dict(facts), request)
    return inside if wants_fragment(request) else render_to_string(page, {**facts, "inside": inside}, request)


def text_file(text: str, name: str = "") -> HttpResponse:
    """Return plain text, to be saved under a name or, without one, to be read in the browser."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def binary_file(parts: Iterable[bytes], name: str, media_type: str, *, size: int) -> StreamingHttpResponse:
    """Return a file of so many bytes, read part by part, to be saved under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Length": str(size)}
    return StreamingHttpResponse(parts, content_type=media_type, headers=headers)


def answer_with_preview(request: HttpRequest, card: Card) -> HttpResponse:
    """Return the preview image of a card, drawn once while the cache holds it."""
    mark = hashlib.sha256(repr((LOOK, card)).encode()).hexdigest()[:32]
    etag = f'"{mark}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(_cached_picture(mark, card), content_type="image/png", headers={"ETag": etag})
    patch_cache_control(answer, public=True, max_age=FRESH)
    return answer


def _cached_picture(mark: str, card: Card) -> bytes:
    found: bytes | None = cache.get(f"preview:{mark}")
    if found is not None:
        return found
    drawn = preview(card)
    cache.set(f"preview:{mark}", drawn, KEPT)
    return drawn
