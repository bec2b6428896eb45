"""Where the pages of a tournament are, and what they say."""

import re
from html import unescape

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from league.tournaments.models import Tournament


def address(tournament: Tournament, tab: str, *more: object) -> str:
    """One of the views that everybody may read."""
    return reverse(f"tournaments:{tab}", args=[tournament.public_id, tournament.slug, *more])


def desk(tournament: Tournament, door: str, *more: object) -> str:
    """One of the doors of those who run it."""
    return reverse(f"tournaments:{door}", args=[tournament.public_id, *more])


def text_of(response: HttpResponseBase) -> str:
    """The page as it was sent."""
    assert isinstance(response, HttpResponse)
    return response.content.decode()


def field_of(page: str, name: str) -> str:
    """What a page's form would send of itself under this name."""
    (value,) = re.findall(f'<input type="hidden" name="{name}" value="([^"]*)">', page)
    return unescape(value)


def field_named(page: str, name: str) -> str:
    """What a page proposes in its box of that name."""
    (box,) = re.findall(f'<input [^>]*name="{name}"[^>]*>', page)
    (value,) = re.findall('value="([^"]*)"', box)
    return unescape(value)


def sign_of_round(page: str, href: str) -> str:
    """Return the kind of the status sign beside the link to a round: waiting, live or done."""
    links = re.findall(f'<a [^>]*href="{re.escape(href)}"[^>]*>.*?</a>', page, re.DOTALL)
    (kind,) = re.findall(r'class="[^"]*state (\w+)"', "".join(links))
    return str(kind)
