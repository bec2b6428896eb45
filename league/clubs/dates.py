"""Dates in the time zone of a club."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.clubs.models import Club


def played_on(day: date, club: Club) -> datetime | None:
    """Return the time of a game of that day: None for today, noon in the club's time zone for an earlier day."""
    if day == today_at(club):
        return None
    return datetime.combine(day, time(12), tzinfo=ZoneInfo(club.time_zone))


def today_at(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
