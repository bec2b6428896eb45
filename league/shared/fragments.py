"""Pages that bring themselves up to date: one address gives a browser the page and a script the part that changes."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
