"""`{% load design %}`: icons, setts, figures, plots and times for the pages. `docs/look.md` shows each of them."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from django import template
from django.core.paginator import Page
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect
from django.http import HttpRequest
from django.template import RequestContext
from django.utils.formats import date_format, get_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from league.common import timezones
from league.common.drawing import interval_bars, line_charts, plots, schedules, tartan
from league.common.phone_links import is_loopback, site_for_links
from league.common.safe_html import drawing_tag, safe_html

register = template.Library()

ICONS: Final = Path(__file__).resolve().parents[1] / "static/vendor/lucide-1.62.0"
MINUS: Final = "\N{MINUS SIGN}"
CHIPS_KEPT: Final = 4_000  # of some 200 bytes


register.simple_tag(cache(drawing_tag(tartan.loom)), name="tartan_loom")
register.simple_tag(drawing_tag(interval_bars.interval_axis), name="interval_axis")
register.simple_tag(interval_bars.scale_of, name="interval_scale")
PERCENT: Final = interval_bars.Scale(0, 100, 25)


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """Draw one of the vendored Lucide icons. It always has text beside it, so it is hidden from screen readers."""
    drawing = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
    paths = re.sub(r"\s+", " ", drawing.partition('round"\n>')[2].rpartition("</svg>")[0]).strip()
    return safe_html(
        '<svg class="icon" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor"'
        ' stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">'
        f"{paths}</svg>"
    )


@register.simple_tag
@lru_cache(CHIPS_KEPT)
def tartan_chip(key: str) -> SafeString:
    """Draw the swatch of a public id; what has none (a name on a list, a sample) is drawn by its name."""
    return safe_html(tartan.chip(tartan.sett_of(key)))


@register.simple_tag
def tartan_band(key: str, height: int = 12) -> SafeString:
    """Draw the ribbon of a public id, which heads the page or card of a player or a club; at most one to a page.

    `height` is in pixels.
    """
    return safe_html(tartan.band(tartan.sett_of(key), height=height))


@register.simple_tag
def form_line(results: Sequence[float]) -> SafeString:
    """Draw the last results as strokes, oldest first, each the share of the table that was beaten, 0 to 1."""
    won = sum(result > 0.5 for result in results)
    words = ngettext("won %(won)d of the last game", "won %(won)d of the last %(count)d games", len(results)) % {
        "won": won,
        "count": len(results),
    }
    return safe_html(plots.form_line(results, title=words) if results else "")


@register.simple_tag
def round_strip(marks: Sequence[plots.RoundMark], rounds: int, title: str) -> SafeString:
    """Draw the rounds of a player as bars, the higher the more of the table was beaten."""
    return safe_html(plots.round_strip(marks, rounds, title=title))


@register.simple_tag
def bump_chart(lines: Sequence[plots.BumpLine], rounds: Sequence[int], title: str) -> SafeString:
    """Draw the places of players by round, once for wide pages and once for narrow ones."""
    names = ", ".join(f"{line.places[-1]} {line.name}" for line in lines)
    words = gettext("%(title)s. At the end: %(names)s") % {"title": title, "names": names}
    return _on_wide_and_narrow(*(plots.bump_chart(lines, rounds, title=words, width=width) for width in (440, 340)))


def _on_wide_and_narrow(wide: str, narrow: str) -> SafeString:
    return safe_html(
        f'<figure class="plot"><div class="on-wide">{wide}</div><div class="on-narrow">{narrow}</div></figure>'
    )


@register.simple_tag
def rating_plot(
    points: Sequence[tuple[int, float, float] | tuple[int, float, float, date]],
    name: str = "",
    settled: int = 0,
    corrected: Sequence[int] = (),
) -> SafeString:
    """Draw a rating through its games with the band of its uncertainty, once for wide pages and once for narrow ones.

    `points` are (number of the game, rating, uncertainty) and perhaps the day, in order; `uncertainty` is half the
    height of the band. Up to the game `settled` the rating is provisional; `corrected` are games that were.
    """
    if len(points) < 2:
        return safe_html("")
    line = []
    for game, rating, uncertainty, *day in points:
        when = date_format(day[0], gettext("j M Y")) if day else ""
        line.append(line_charts.RatingPoint(game, rating, uncertainty, when))
    words = line_charts.RatingWords(
        title=gettext("Rating of %(name)s after each game, with the 95 percent interval") % {"name": name},
        best=gettext("best"),
        axis=gettext("games"),
        provisional=gettext("provisional"),
        corrected=gettext("corrected"),
    )
    marks = line_charts.RatingMarks(settled, tuple(corrected))
    sizes = ((880, 330), (340, 270))
    return _on_wide_and_narrow(
        *(line_charts.rating_line(line, words, marks, width=width, height=height) for width, height in sizes)
    )


@register.simple_tag
def race_plot(lines: Sequence[line_charts.RaceLine], steps: int, goal: int | None) -> SafeString:
    """Draw the points of each line by step, for a replay."""
    final = "; ".join(f"{line.name} {line.points}" for line in lines)
    title = gettext("Points by step, a line for each player. At the end: %(final)s") % {"final": final}
    return safe_html(line_charts.race(lines, steps=steps, goal=goal, title=title))


@register.simple_tag
def chance_plot(lines: Sequence[line_charts.RaceLine], steps: int, marks: Sequence[int]) -> SafeString:
    """Draw the chance of each line by step, with marks, for a game review."""
    names = ", ".join(line.name for line in lines)
    title = gettext("Chance of winning by step, a line for each player: %(names)s") % {"names": names}
    return safe_html(line_charts.chances(lines, steps=steps, marks=marks, title=title))


@register.simple_tag
def line_names(lines: Sequence[line_charts.RaceLine], *, has_points: bool = False) -> SafeString:
    """List the names of the lines of a plot by step."""
    return safe_html(line_charts.line_names(lines, has_points=has_points))


@register.simple_tag
def round_schedule(rounds: Sequence[schedules.ScheduledRound]) -> SafeString:
    """Draw rounds as columns of tables."""
    words = ngettext("Tables in %(count)d round", "Tables in each of %(count)d rounds", len(rounds))
    return safe_html(schedules.schedule(rounds, title=words % {"count": len(rounds)}))


@register.simple_tag
def deadline_line(deadlines: Sequence[tuple[int, date, date | None]]) -> SafeString:
    """Draw the last days of rounds and their reminders on a line."""
    drawn = [schedules.Deadline(*deadline) for deadline in deadlines]
    first, last = (date_format(deadline.day, gettext("j M")) for deadline in (drawn[0], drawn[-1]))
    title = gettext("Deadlines of %(count)d rounds, from %(first)s to %(last)s")
    facts = {"count": len(drawn), "first": first, "last": last}
    return safe_html(schedules.deadline_line(drawn, ends=(first, last), title=title % facts))


@register.simple_tag
def interval_bar(value: int, uncertainty: int, scale: interval_bars.Scale) -> SafeString:
    """Draw a rating with its 95 % interval on the scale of its table."""
    words = gettext("95 percent interval: %(low)d to %(high)d")
    title = words % {"low": value - uncertainty, "high": value + uncertainty}
    return safe_html(interval_bars.interval_bar(value, uncertainty, scale, title=title))


@register.simple_tag
def share_axis() -> SafeString:
    """Draw the figures above the bars of shares, from 0 to 100 %."""
    return safe_html(interval_bars.interval_axis(PERCENT, has_ends=True))


@register.simple_tag
def share_bar(mean: float, low: float, high: float) -> SafeString:
    """Draw a share with its 95 % interval, which stands beside it, on a scale from 0 to 100 %; all from 0 to 1."""
    return safe_html(interval_bars.range_bar(100 * mean, (100 * low, 100 * high), PERCENT))


@register.filter
def without(name: str, end: str) -> str:
    """Remove a part that the page already shows: "Lords of Scotland, people, Inverness" without "Inverness"."""
    return name.removesuffix(f", {end}").removeprefix(f"{end}, ")


@register.filter
def unbroken(name: str) -> str:
    """Keep the number at the end of a name on the line of the word before it."""
    return re.sub(r" (?=\d+$)", "\N{NO-BREAK SPACE}", name)


@register.filter
def signed(number: float) -> str:
    """Write a change with its sign: +12, a true minus, and a plain 0."""
    if number == 0:
        return "0"
    figure = f"{abs(number):g}".replace(".", get_format("DECIMAL_SEPARATOR"))
    return f"+{figure}" if number > 0 else f"{MINUS}{figure}"


@register.filter
def milli(thousandths: int) -> int:
    """Round thousandths of a rating point to whole points, halves upwards."""
    return (thousandths + 500) // 1000


@register.filter
def rise_or_fall(number: float) -> str:
    """Return the class of a change; its sign says the same in words."""
    return "rise" if number > 0 else "fall" if number < 0 else ""


@register.inclusion_tag("shared/_sort_head.html", takes_context=True)
def sort_head(context: Mapping[str, Any], key: str, words: str, kind: str = "num") -> dict[str, object]:
    """Head a column by which a table can be sorted: `?sort=key` upwards, `?sort=-key` downwards, in turn.

    Figures begin downwards, names (`kind="name"`) upwards.
    """
    request: HttpRequest = context["request"]
    now = request.GET.get("sort", context.get("sort", ""))
    upwards, downwards = now == key, now == f"-{key}"
    query = request.GET.copy()
    starts_upwards = kind == "name"
    query["sort"] = f"-{key}" if upwards or not (downwards or starts_upwards) else key
    query.pop("page", None)
    direction = "ascending" if upwards else "descending" if downwards else ""
    return {"words": words, "kind": kind, "direction": direction, "href": f"?{query.urlencode()}"}


@register.filter
def page_numbers(page: Page[Any]) -> list[int]:
    """Return the page numbers to link: the first, the last and those near this one; 0 for a gap."""
    last = page.paginator.num_pages
    near = sorted({1, *range(max(1, page.number - 1), min(last, page.number + 1) + 1), last})
    offered: list[int] = []
    for number in near:
        if offered and number - offered[-1] > 1:
            offered.append(0)
        offered.append(number)
    return offered


@register.filter
def is_choices(field: BoundField) -> bool:
    """Tell whether a field is several boxes or buttons, which need a legend instead of a label."""
    return isinstance(field.field.widget, RadioSelect | CheckboxSelectMultiple)


@register.filter
def is_single_box(field: BoundField) -> bool:
    """Return whether a field is a single checkbox, with its label beside it."""
    return isinstance(field.field.widget, CheckboxInput)


@register.filter(expects_localtime=True)
def with_zone(moment: datetime | None, form: str) -> str:
    """Return the time with its zone, in the time zone of the page; "" for None."""
    return timezones.with_zone(moment, form) if moment else ""


@register.inclusion_tag("shared/_loopback.html", takes_context=True)
def loopback_warning(context: RequestContext, *, has_codes: bool = False, for_players: bool = False) -> dict[str, Any]:
    """Warn where links that are handed on begin with a loopback address; elsewhere show nothing.

    `has_codes` on pages that show QR codes elsewhere: here they leave them out (`qr_code`).
    """
    site = site_for_links(context["request"])
    facts = {"site": site if is_loopback(site) else "", "has_codes": has_codes, "for_players": for_players}
    return facts | {"user": context.get("user")}
