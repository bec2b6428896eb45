"""Large parts of tournament pages, cached as HTML that readers share."""

import hashlib
from typing import Any

from django import template
from django.core.cache import cache
from django.template import loader
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.rules.standings import Row
from league.shared.drawn import drawn
from league.shared.kept_answers import template_digest
from league.tournaments.selectors.rounds import RoundOnBoard
from league.tournaments.selectors.standings import Standings

register = template.Library()

KEPT_SECONDS = 300
END = "</tbody>"


@register.simple_tag
def kept_tables(shown: RoundOnBoard, stakes: str, own_is_told: object = None) -> SafeString:
    """Return the HTML of the tables of a round. Each table is cached by itself, because a result changes only one."""
    facts: dict[str, Any] = {"round_number": shown.number, "stakes": stakes, "own_is_told": bool(own_is_told)}
    tables = {_key("table", table, facts): table for table in shown.tables}
    html: dict[str, str] = cache.get_many(tables)
    drawing = loader.get_template("tournaments/_table.html")
    new = {key: drawing.render(facts | {"table": table}) for key, table in tables.items() if not html.get(key)}
    if new:
        cache.set_many(new, KEPT_SECONDS)
    html |= new
    return drawn("".join(html[key] for key in tables))


@register.simple_tag
def kept_standings(standings: Standings) -> SafeString:
    """Return the HTML of the standings. Readers share the cached table; their own rows are rendered into it."""
    others = standings.for_others
    key = _key("standings", others.key)
    html: str = cache.get(key) or ""
    if not html:
        html = loader.render_to_string("tournaments/_standings_ledger.html", {"standings": others})
        cache.set(key, html, KEPT_SECONDS)
    there = {row.entry for row in others.kept}
    for row in standings.kept:
        if not standings.entrants[row.entry].own:
            continue
        own = _row_html(standings, row)
        html = html.replace(_row_html(others, row), own) if row.entry in there else html.replace(END, own + END)
    return drawn(html)


def _row_html(standings: Standings, row: Row) -> str:
    facts = {"rows": standings.rows_of([row]), "has_evenings": standings.evenings}
    return loader.render_to_string("tournaments/_standings_rows.html", facts).strip()


def _key(what: str, *facts: object) -> str:
    parts = (facts, get_language(), timezone.get_current_timezone_name(), template_digest())
    return f"{what}:{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"
