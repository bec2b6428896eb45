"""Large parts of tournament pages, cached as HTML that readers share."""

import hashlib
from collections.abc import Iterable
from html import escape

from django import template
from django.core.cache import cache
from django.template import loader
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.common.cached_responses import mark_own_name, template_digest, with_own_row
from league.common.safe_html import safe_html
from league.tournaments.presenters.rounds import RoundView
from league.tournaments.presenters.standings import Figure, Standings
from league.tournaments.queries.entries import ReaderEntry

register = template.Library()

KEPT_SECONDS = 300
END = "</tbody>"


CLOSED_FIGURE = (
    '<td class="num figure"><details class="why" name="why" hx-get="{}" hx-trigger="toggle once"><summary>'
    '<span class="unseen">{}: </span>{}</summary><div class="arithmetic"><a href="{}">{}</a></div></details></td>'
)


@register.simple_tag
def closed_figure(figure: Figure, href: str, words: str) -> SafeString:
    """Return the cell of a tie-break whose calculation is loaded on demand, or at `href` without scripts."""
    return safe_html(CLOSED_FIGURE.format(figure.href, escape(figure.name), figure.value, href, escape(words)))


@register.simple_tag
def cached_tables(shown: RoundView, stakes: str, own_is_told: object = None) -> SafeString:
    """Return the HTML of the tables of a round. Each table is cached separately, because a result changes only one."""
    facts = {"round_number": shown.number, "stakes": stakes, "own_is_told": bool(own_is_told)}
    tables = {_key("table", table, facts): table for table in shown.tables}
    html: dict[str, str] = cache.get_many(tables)
    drawing = loader.get_template("tournaments/_table.html")
    new = {key: drawing.render(facts | {"table": table}) for key, table in tables.items() if not html.get(key)}
    if new:
        cache.set_many(new, KEPT_SECONDS)
    html |= new
    return safe_html("".join(html[key] for key in tables))


@register.simple_tag
def cached_standings(standings: Standings) -> SafeString:
    """Return the HTML of the standings. Readers share the cached table; their own rows are rendered into it."""
    others = standings.for_others
    key = _key("standings", others.key)
    html: str = cache.get(key) or ""
    if not html:
        html = loader.render_to_string("tournaments/_standings_ledger.html", {"standings": others})
        cache.set(key, html, KEPT_SECONDS)
    own = {row.entry: row for row in standings.shown_rows if standings.entrants[row.entry].is_own}
    shown = {row.entry for row in others.shown_rows}
    html = with_own_rows(html, [ReaderEntry(at, standings.entrants[at].public_id, "") for at in own if at in shown])
    for entry, row in own.items():
        if entry not in shown:
            facts = {"rows": [standings.row_of(row)]}
            html = html.replace(END, loader.render_to_string("tournaments/_standings_rows.html", facts).strip() + END)
    return safe_html(html)


def with_own_rows(html: str, own: Iterable[ReaderEntry]) -> SafeString:
    """Return HTML with standings in which the rows of the reader's entries are marked."""
    for entry in own:
        html = with_own_row(html, entry.entry)
    return safe_html(html)


def with_own_tables(html: str, shown: RoundView) -> SafeString:
    """Return HTML of a round with the reader's own tables rendered for them."""
    facts = {"round_number": shown.number, "stakes": reverse("ratings:stakes", args=[shown.tournament.pool.slug])}
    for table in shown.tables:
        before, found, after = _at_table(html, table.number)
        if found:
            html = before + loader.render_to_string("tournaments/_table.html", facts | {"table": table}) + after
    return safe_html(html)


def with_own_seats(html: str, tables: Iterable[int], own: Iterable[ReaderEntry]) -> SafeString:
    """Return HTML of a round with the reader's seats marked at some tables."""
    for number in tables:
        before, table, after = _at_table(html, number)
        for entry in own:
            seat, link, rest = table.partition(f"/players/{entry.player}/")
            table = seat + link + (mark_own_name(rest) if link else "")
        html = before + table + after
    return safe_html(html)


def shows_decided(html: str, tables: Iterable[int]) -> bool:
    """Return whether all games of these tables have a result in the HTML of a round."""
    return all('class="state done"' in _at_table(html, number)[1] for number in tables)


def _at_table(html: str, number: int) -> tuple[str, str, str]:
    """Split the HTML of a round around a table; return it whole with empty parts if the table is missing."""
    before, begin, rest = html.partition(f'<li class="pairing" id="table-{number}"')
    if not begin:
        return html, "", ""
    end = min(place for place in (rest.find('<li class="pairing"'), rest.find("</ol>")) if place >= 0)
    return before, begin + rest[:end], rest[end:]


def _key(what: str, *facts: object) -> str:
    parts = (facts, get_language(), timezone.get_current_timezone_name(), template_digest())
    return f"{what}:{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"
