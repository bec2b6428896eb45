"""`{% load boards %}`: what a tournament is a part of."""

from django import template

from league.tournaments.belonging import Whole, whole_of
from league.tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def part_of(event: Tournament) -> Whole | None:
    """Return what the tournament is a part of, if of anything."""
    return whole_of(event)
