"""Responses of views: a page or its changing fragment, text files, and preview images; and the methods they answer."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods

from league.common.drawing.preview import Card, preview

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

PREVIEW_VERSION: Final = 1  # raise it when previews are drawn differently
PREVIEW_CACHE_SECONDS: Final = 7 * 24 * 3600  # on the server
PREVIEW_MAX_AGE: Final = 300  # seconds, in browsers and proxies


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether a script requests the fragment, rather than a browser the page."""
    return request.headers.get("HX-Request") == "true" and not request.headers.get("HX-History-Restore-Request")


def context_of(*parts: "DataclassInstance") -> dict[str, Any]:
    """Return the fields of dataclasses as the context of a template."""
    return {field.name: getattr(part, field.name) for part in parts for field in fields(part)}


def render_part(request: HttpRequest, context: Mapping[str, Any], *, page: str, fragment: str) -> HttpResponse:
    """Render the template `page`, or only `fragment` for a script. Caches store the two apart, by `HX-Request`."""
    response = render(request, fragment if wants_fragment(request) else page, dict(context))
    patch_vary_headers(response, ["HX-Request"])
    return response


def render_inside(request: HttpRequest, context: Mapping[str, Any], *, page: str, fragment: str) -> str:
    """Return the template `page`, which shows `fragment` as the variable `inside`, or only `fragment` for a script.

    For large tables: rendered on its own, a loop takes down to half the time of one deep inside a page's blocks.
    """
    inside = render_to_string(fragment, dict(context), request)
    return inside if wants_fragment(request) else render_to_string(page, {**context, "inside": inside}, request)


def text_file(text: str, name: str = "") -> HttpResponse:
    """Return plain text, as a download of this name or, without a name, to read in the browser."""
    headers = _download_headers(name) if name else {}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def binary_file(parts: Iterable[bytes], name: str, media_type: str, *, size: int) -> StreamingHttpResponse:
    """Return a download of `size` bytes, sent part by part."""
    headers = {**_download_headers(name), "Content-Length": str(size)}
    return StreamingHttpResponse(parts, content_type=media_type, headers=headers)


def _download_headers(name: str) -> dict[str, str]:
    return {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or ""}


def answer_with_preview(request: HttpRequest, card: Card) -> HttpResponse:
    """Return the preview image of a card, from the cache or newly drawn; 304 if the browser has it."""
    digest = hashlib.sha256(repr((PREVIEW_VERSION, card)).encode()).hexdigest()[:32]
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        image = cache.get_or_set(f"preview:{digest}", lambda: preview(card), PREVIEW_CACHE_SECONDS)
        response = HttpResponse(image, content_type="image/png")
    response.headers["ETag"] = etag  # of a 304 too (RFC 9110, 15.4.5)
    patch_cache_control(response, public=True, max_age=PREVIEW_MAX_AGE)
    return response


require_safe_or_post = require_http_methods(["GET", "HEAD", "POST"])  # RFC 9110, 9.1: HEAD works wherever GET does
