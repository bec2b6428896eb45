"""`{% load moments %}`: moments with their time zone."""

from datetime import datetime

from django import template

from league.shared import timezones

register = template.Library()


@register.filter(expects_localtime=True)
def with_zone(moment: datetime | None, form: str) -> str:
    """Return the moment in the time zone of the page; empty where there is none."""
    return timezones.with_zone(moment, form) if moment else ""
