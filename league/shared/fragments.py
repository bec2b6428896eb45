"""Pages that bring themselves up to date: one address gives a browser the page and a script the part that changes."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a script asks for the part that changes, rather than a browser for the page."""
    return request.headers.get("HX-Request") == "true" and not request.headers.get("HX-History-Restore-Request")


def context_of(*parts: "DataclassInstance") -> dict[str, Any]:
    """Return the fields of dataclasses as the context of a template."""
    return {field.name: getattr(part, field.name) for part in parts for field in fields(part)}


def render_part(request: HttpRequest, facts: Mapping[str, Any], *, page: str, fragment: str) -> HttpResponse:
    """Render the template `page`, or `fragment` alone where that is wanted; no cache takes one for the other."""
    answer = render(request, fragment if wants_fragment(request) else page, dict(facts))
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def render_inside(request: HttpRequest, facts: Mapping[str, Any], *, page: str, fragment: str) -> HttpResponse:
    """Render the template `fragment`, and `page` around it, which shows it as `inside`, unless only it is wanted.

    For large tables: deep inside a page, where calls reach the end of a 16 KB piece of CPython's stack, each call in
    their loops may cost twice its time.
    """
    inside = render_to_string(fragment, dict(facts), request)
    is_whole = not wants_fragment(request)
    answer = render(request, page, {**facts, "inside": inside}) if is_whole else HttpResponse(inside)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
