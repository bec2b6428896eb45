"""Where the pages of a tournament are, what they say, and what their forms propose."""

import re
from html import unescape
from urllib.parse import urlencode

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from league.clubs.models import Club
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


def second_step(club: Club, **known: object) -> str:
    usual: dict[str, object] = {"game": "lords-of-scotland", "kind": "weekend", "venue": "paper", "players": 12}
    return f"{reverse('tournaments:new', args=[club.slug])}?{urlencode(usual | known)}"


def as_proposed(page: str) -> dict[str, str]:
    """Every answer that the form proposes."""
    answers = dict(re.findall(r'<input type="(?:number|text)" name="([^"]+)" value="([^"]*)"', page))
    answers |= dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)"[^>]*checked', page))
    for name, inside in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inside) or re.search(r'value="([^"]*)"', inside)
        answers[name] = chosen[1] if chosen else ""
    return answers
