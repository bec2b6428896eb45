"""`{% load ratings %}`: lines of leaderboards that are drawn once for the same facts, and figures of ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from league.ratings.form import shares
from league.ratings.models import Fold
from league.ratings.selectors.rows import Figure, Row
from league.ratings.stakes import Stake
from league.results.models import Pool
from league.rules.ratings import system_named
from league.rules.ratings.curve import ONE
from league.shared.drawing.lines import filled, placed
from league.shared.drawing.plots import Scale
from league.shared.drawn import drawn
from league.shared.templatetags.design import MINUS, form_line, fragment, interval_bar, milli, signed

register = template.Library()

FORMS_KEPT = 20_000  # of some 300 bytes
LINES_KEPT = 2_000  # of some 2 kB


@register.simple_tag
def lines(rows: Sequence[Row], pool: Pool, others: Sequence[Fold] = (), scale: Scale | None = None) -> SafeString:
    """Draw the lines of a leaderboard; what stays as it was, line by line, is not drawn again."""
    systems, language = tuple(fold.system for fold in others or ()), get_language()
    return drawn("".join(_line(row, pool.public_id, systems, scale or None, language) for row in rows))


@register.simple_tag
def form_of(letters: str) -> SafeString:
    """Draw a form, as the fold keeps it."""
    return _form_drawn(letters, get_language())


@register.simple_tag(takes_context=True)
def with_player(context: Mapping[str, Any], public_id: str) -> str:
    """Lead to the same table with one more player."""
    return _table(context, [*_named(context), public_id])


@register.simple_tag(takes_context=True)
def without_player(context: Mapping[str, Any], public_id: str) -> str:
    """Lead to the same table without a player."""
    return _table(context, [named for named in _named(context) if named != public_id])


def _named(context: Mapping[str, Any]) -> list[str]:
    return [player.public_id for player in context["players"]]


def _table(context: Mapping[str, Any], public_ids: list[str]) -> str:
    return "?" + urlencode({"player": public_ids, "system": context["fold"].system}, doseq=True)


@register.filter
def system_name(slug: str) -> str:
    """Return what a rating system is called."""
    return _name_of(slug, get_language())


@lru_cache
def _name_of(slug: str, _language: str | None) -> str:
    return gettext(system_named(slug).name)


@register.filter
def exact(thousandths: int) -> str:
    """Write thousandths of a point in full: 1520.438."""
    if thousandths < 0:
        return f"{MINUS}{exact(-thousandths)}"
    return _with_comma(f"{thousandths // 1000}.{thousandths % 1000:03d}")


@register.filter
def exact_change(thousandths: int) -> str:
    """Write a change in full, with its sign: +11.146."""
    return exact(thousandths) if thousandths < 0 else f"+{exact(thousandths)}"


@register.filter
def millionths(number: int) -> str:
    """Write millionths in full where they are no whole or half: 0.442688, 0.5, 1."""
    return _with_comma(f"{number / ONE:.6f}".rstrip("0").rstrip("."))


@register.filter
def hundredths(number: int) -> str:
    """Write hundredths: 40, 38.41."""
    return _with_comma(f"{number / 100:.2f}".removesuffix(".00"))


def _with_comma(figure: str) -> str:
    """A figure with the decimal sign of the reader's language."""
    return figure.replace(".", get_format("DECIMAL_SEPARATOR"))


@register.filter
def spread(stake: Stake) -> str:
    """Write what a place would do in whole points: +12, or from +8 to +15 where it depends on the others."""
    least, most = signed(milli(stake.least)), signed(milli(stake.most))
    return least if least == most else gettext("%(least)s to %(most)s") % {"least": least, "most": most}


def _line(row: Row, pool: str, systems: tuple[str, ...], scale: Scale | None, language: str | None) -> str:
    shown = str(row.place)
    if row.joined:
        words = gettext("too close to the rank above to call")
        shown = format_html('{}<span class="unseen"> {}</span>', row.place, words)
    marks = {"line": "own" if row.own else "", "cell": "joined" if row.joined else ""}
    rest = _line_drawn(replace(row, place=0, joined=False), systems, scale, language)
    return placed(rest, f"{pool}-{row.public_id}", row.place, shown, **marks)


@lru_cache(LINES_KEPT)
def _line_drawn(row: Row, systems: tuple[str, ...], scale: Scale | None, _language: str | None) -> SafeString:
    rating, uncertainty = milli(row.rating), milli(row.uncertainty)
    return filled(
        "ratings/_row.html",
        who=_who(row),
        rating=filled("shared/_rating.html", rating=rating, uncertainty=uncertainty),
        bars=interval_bar(rating, uncertainty, scale) if scale else "",
        change="" if scale else fragment("shared/_change.html", change=milli(row.change)),
        form="" if scale else form_of(row.form),
        beside=_beside(row, systems),
        games=intcomma(row.games),
        day=fragment("ratings/_day.html", day=row.played_on),
    )


def _who(row: Row) -> SafeString:
    of = {"of": gettext("provisional")} if row.is_provisional else {}
    return fragment("shared/_who.html", name=row.name, href=row.href, own=row.own, **of)


def _beside(row: Row, systems: Sequence[str]) -> SafeString:
    """What the other systems of a pool say of a row's player, a cell each."""
    figures = row.others or [None] * len(systems)
    return drawn("".join(_cell(system_name(system), figure) for system, figure in zip(systems, figures, strict=True)))


def _cell(name: str, figure: Figure | None) -> SafeString:
    rating, uncertainty = (milli(figure.rating), milli(figure.uncertainty)) if figure else ("", "")
    return filled("ratings/_beside.html", name=name, rating=rating, uncertainty=uncertainty)


@lru_cache(FORMS_KEPT)
def _form_drawn(letters: str, _language: str | None) -> SafeString:
    return form_line(shares(letters))
