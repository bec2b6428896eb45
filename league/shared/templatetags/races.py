"""`{% load races %}`: the plot of a replay, with its words."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from league.shared.drawing import race
from league.shared.drawn import drawn

register = template.Library()


@register.simple_tag
def race_plot(lines: Sequence[race.RaceLine], steps: int, goal: int | None) -> SafeString:
    """Draw the points of each line by step."""
    final = "; ".join(f"{line.name} {line.points}" for line in lines)
    title = gettext("Points by step, a line for each player. At the end: %(final)s") % {"final": final}
    return drawn(race.race(lines, steps=steps, goal=goal, title=title))


@register.simple_tag
def race_names(lines: Sequence[race.RaceLine], goal: int | None) -> SafeString:
    """Draw the names at the ends of the lines."""
    return drawn(race.race_names(lines, goal=goal))
