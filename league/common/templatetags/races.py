"""`{% load races %}`: the plot of a replay, with its words."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from league.common.drawing import line_charts
from league.common.safe_html import safe_html

register = template.Library()


@register.simple_tag
def race_plot(lines: Sequence[line_charts.RaceLine], steps: int, goal: int | None) -> SafeString:
    """Draw the points of each line by step."""
    final = "; ".join(f"{line.name} {line.points}" for line in lines)
    title = gettext("Points by step, a line for each player. At the end: %(final)s") % {"final": final}
    return safe_html(line_charts.race(lines, steps=steps, goal=goal, title=title))


@register.simple_tag
def race_names(lines: Sequence[line_charts.RaceLine], goal: int | None) -> SafeString:
    """Draw the names at the ends of the lines."""
    return safe_html(line_charts.race_names(lines, goal=goal))
