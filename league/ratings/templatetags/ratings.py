"""`{% load ratings %}`: fragments that are drawn once for the same facts, for pages with hundreds of rows.

On a leaderboard the same names, ratings and changes come back at every refresh; drawing their fragments takes most of
the time of the page. What a fragment shows must follow from its facts and the language alone.
"""

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.ratings.form import shares
from league.shared.templatetags.design import form_line

register = template.Library()

FRAGMENTS_KEPT = 20_000  # of some 300 bytes


@register.simple_tag
def fragment(source: str, **facts: Hashable) -> SafeString:
    """Include a fragment with these facts and nothing else of the page."""
    return _drawn(source, get_language(), tuple(facts.items()))


@register.simple_tag
def form_of(letters: str) -> SafeString:
    """Draw a form, as the fold keeps it."""
    return _form_drawn(letters, get_language())


@lru_cache(FRAGMENTS_KEPT)
def _drawn(source: str, _language: str | None, facts: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return render_to_string(source, dict(facts))


@lru_cache(FRAGMENTS_KEPT)
def _form_drawn(letters: str, _language: str | None) -> SafeString:
    return form_line(shares(letters))
