"""`{% load highland %}`: the pieces of Highland Clans, drawn, with their words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from league.common.drawing import highland
from league.common.drawing.highland import Mark, TrackWords, track
from league.common.safe_html import safe_html

register = template.Library()

RED_AREA: Final = 30
LAST_SQUARE: Final = 50


@register.simple_tag
def clans_sheet() -> SafeString:
    """Draw the definitions for all pieces of the page; once, before the first piece."""
    return safe_html(highland.sheet())


@register.simple_tag
def clans_token(colour: str) -> SafeString:
    """Draw a token; the page prints its name beside it."""
    return safe_html(highland.token(colour))


@register.simple_tag
def clans_arms(clan: str) -> SafeString:
    """Draw a coat of arms; the page prints the name of its clan beside it."""
    return safe_html(highland.arms(clan))


@register.simple_tag
def clans_estate(building: str) -> SafeString:
    """Draw an estate with `cattle`, a `castle`, an `abbey` or nothing on it."""
    return safe_html(highland.estate(building, words=estate_words(building)))


@register.simple_tag
def clans_unclaimed() -> SafeString:
    """Draw the space of an estate that is still to be gained."""
    return safe_html(highland.unclaimed())


@register.simple_tag
def clans_card(value: int) -> SafeString:
    """Draw a combat card, or its back."""
    title = gettext("Combat card %(value)d") % {"value": value} if value else gettext("A face-down card")
    return safe_html(highland.card(value, title=title))


@register.simple_tag
def clans_pack() -> SafeString:
    """Draw a back before the number of cards of a hand."""
    return safe_html(highland.pack())


@register.simple_tag
def clans_track(seats: Sequence[Mapping[str, Any]]) -> SafeString:
    """Draw the counting track with the coats of arms of `seats`, each with `name`, `clan` and `points`."""
    standing = "; ".join(f"{seat['name']} {seat['points']}" for seat in seats)
    words = TrackWords(
        title=gettext("Victory points: %(standing)s") % {"standing": standing},
        red=gettext("the game can end from %(points)d points") % {"points": RED_AREA},
    )
    marks = [Mark(seat["clan"], seat["points"]) for seat in seats]
    return safe_html(track(marks, words, red=RED_AREA, last=LAST_SQUARE))


@register.filter
def clans_name(clan: str) -> str:
    """Return the clan's name."""
    return highland.NAMES[clan]


def estate_words(building: str) -> str:
    """Return the name of the building on an estate."""
    return {
        "": pgettext("estate", "free"),
        "cattle": pgettext("estate", "cattle"),
        "castle": pgettext("estate", "castle"),
        "abbey": pgettext("estate", "abbey"),
    }[building]


@register.filter
def clans_colour(colour: str) -> str:
    """Return the word for the colour of a token."""
    return {
        "yellow": pgettext("token", "yellow"),
        "blue": pgettext("token", "blue"),
        "green": pgettext("token", "green"),
        "red": pgettext("token", "red"),
    }[colour]
