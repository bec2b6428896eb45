"""Tables of a round, each kept as HTML: a result changes one table of a hundred."""

import hashlib
from typing import Any

from django import template
from django.core.cache import cache
from django.template import loader
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.shared.drawn import drawn
from league.tournaments.selectors.rounds import RoundOnBoard, TableOnBoard

register = template.Library()

KEPT_SECONDS = 300


@register.simple_tag
def kept_tables(shown: RoundOnBoard, stakes: str, own_is_told: object = None) -> SafeString:
    """Return the HTML of the tables of a round; `_table.html` draws what the cache does not have."""
    facts: dict[str, Any] = {"round_number": shown.number, "stakes": stakes, "own_is_told": bool(own_is_told)}
    tables = {_key(table, facts): table for table in shown.tables}
    html: dict[str, str] = cache.get_many(tables)
    drawing = loader.get_template("tournaments/_table.html")
    new = {key: drawing.render(facts | {"table": table}) for key, table in tables.items() if key not in html}
    if new:
        cache.set_many(new, KEPT_SECONDS)
    html |= new
    return drawn("".join(html[key] for key in tables))


def _key(table: TableOnBoard, facts: dict[str, Any]) -> str:
    parts = (table, facts, get_language(), timezone.get_current_timezone_name())
    return f"table:{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"
