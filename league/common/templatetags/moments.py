"""`{% load moments %}`: times with their time zone."""

from datetime import datetime

from django import template

from league.common import timezones

register = template.Library()


@register.filter(expects_localtime=True)
def with_zone(moment: datetime | None, form: str) -> str:
    """Return the time with its zone, in the time zone of the page; "" for None."""
    return timezones.with_zone(moment, form) if moment else ""
