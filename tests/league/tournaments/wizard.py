"""The wizard's pages in tests: its second step, and what its form proposes."""

import re
from urllib.parse import urlencode

from django.urls import reverse

from league.clubs.models import Club


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
