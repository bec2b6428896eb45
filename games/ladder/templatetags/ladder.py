"""`{% load ladder %}`: how scores are written."""

from django import template

register = template.Library()


@register.filter
def percent(share: float) -> str:
    """A share from 0 to 1 in whole per cent, with a space that does not break."""
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"


@register.filter
def hundredths(share: float) -> str:
    """The same without the sign, for the ends of an interval below its figure."""
    return f"{100 * share:.0f}"
