"""`{% load standings %}`: lines of the standings that are drawn once for the same facts.

Most lines are the same at every refresh, for every reader, and drawing them takes most of the time of the page.
"""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.shared.drawn import drawn
from league.tournaments.selectors.standings import Standings, StandingsRow

register = template.Library()

LINES_KEPT = 1_000  # of some 3 kB, or 20 where a small field brings its arithmetic along


@register.simple_tag
def lines_of(standings: Standings) -> SafeString:
    """Draw the lines of the standings; what stays as it was, line by line, is not drawn again."""
    language, has_evenings = get_language(), bool(standings.evenings)
    return drawn("".join(_line_drawn(row, has_evenings, language) for row in standings.rows))


@lru_cache(LINES_KEPT)
def _line_drawn(row: StandingsRow, has_evenings: bool, _language: str | None) -> SafeString:
    return render_to_string("tournaments/_standings_line.html", {"row": row, "has_evenings": has_evenings})
