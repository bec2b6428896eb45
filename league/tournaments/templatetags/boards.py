"""`{% load boards %}`: lines of the standings and tables of a round that are drawn once for the same facts.

Most of them are the same at every refresh, for every reader, and drawing them takes most of the time of their pages.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from league.shared.drawing.lines import filled, placed
from league.shared.inlays import many
from league.tournaments.belonging import Whole, whole_of
from league.tournaments.models import Tournament
from league.tournaments.selectors.bracket import BoxDrawn, BracketDrawn
from league.tournaments.selectors.rounds import RoundOnBoard, TableOnBoard
from league.tournaments.selectors.standings import LOT, Figure, Standings, StandingsLine, StandingsRow

register = template.Library()

LINES_KEPT = 1_000  # of some 3 kB, or 20 where a small field brings its arithmetic along
TABLES_KEPT = 1_000  # of some 5 kB
BOXES_KEPT = 4_000  # of some 1.5 kB; a double elimination of 256 has 511


@register.simple_tag
def part_of(event: Tournament) -> Whole | None:
    """What the event is a part of, if of anything."""
    return whole_of(event)


@register.simple_tag(takes_context=True)
def lines_of(context: Mapping[str, Any], standings: Standings) -> SafeString:
    """Draw the lines of the standings."""
    language, has_evenings = get_language(), bool(standings.evenings)
    return many(context, [_row_drawn(row, has_evenings, language) for row in standings.rows])


@register.simple_tag
def closed_figure(figure: Figure, href: str, is_first: bool) -> SafeString:
    """Draw a tie-break whose arithmetic is fetched when it is opened."""
    name, later = figure.name, "" if is_first or figure.slug == LOT else "later"
    facts = {"name": name, "label": name.lower(), "slug": figure.slug, "value": figure.value, "href": href}
    return filled("tournaments/_standings_figure.html", later=later, **facts)


@register.simple_tag(takes_context=True)
def tables_of(
    context: Mapping[str, Any], board: RoundOnBoard, event: Tournament, own_is_told: object = None
) -> SafeString:
    """Draw the tables of a round; `own_is_told` where the way to the reader's own sheet stands elsewhere."""
    language, stakes = get_language(), reverse("ratings:stakes", args=[event.pool.slug])
    told, zone = bool(own_is_told), get_current_timezone_name()
    drawings = [
        _table_drawn(table, board.number, stakes, told, language, zone if table.due_at else "")
        for table in board.tables
    ]
    return many(context, drawings)


@register.simple_tag(takes_context=True)
def boxes_of(context: Mapping[str, Any], bracket: BracketDrawn) -> SafeString:
    """Draw the matches of a bracket."""
    return many(context, [_box_drawn(box, bracket.box_width, bracket.row) for box in bracket.boxes])


@lru_cache(BOXES_KEPT)
def _box_drawn(box: BoxDrawn, width: int, row: int) -> SafeString:
    return render_to_string("tournaments/_bracket_box.html", {"box": box, "width": width, "row": row})


@lru_cache(LINES_KEPT)
def _row_drawn(row: StandingsRow, has_evenings: bool, language: str | None) -> SafeString:
    rest = _line_drawn(row.line, has_evenings, language)
    marks = " ".join(mark for mark, has in (("own", row.line.entrant.own), ("cut", row.is_cut)) if has)
    return placed(rest, row.line.entrant.public_id, row.place, row.shown_place, line=marks)


@lru_cache(LINES_KEPT)
def _line_drawn(line: StandingsLine, has_evenings: bool, _language: str | None) -> SafeString:
    return render_to_string("tournaments/_standings_line.html", {"line": line, "has_evenings": has_evenings})


@lru_cache(TABLES_KEPT)
def _table_drawn(
    table: TableOnBoard, number: int, stakes: str, own_is_told: bool, _language: str | None, _zone: str
) -> SafeString:
    facts = {"table": table, "round_number": number, "stakes": stakes, "own_is_told": own_is_told}
    return render_to_string("tournaments/_table.html", facts)
