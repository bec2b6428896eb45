"""When rounds are to be played by: the plan of an event, day by day on its club's clock."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from league.tournaments.models import Tournament

LAST_MINUTE = time(23, 59)


def end_of(day: date, zone: str) -> datetime:
    """The last minute of a day somewhere: what "by Sunday" means."""
    return datetime.combine(day, LAST_MINUTE, ZoneInfo(zone))


def deadline_of(event: Tournament, number: int) -> datetime | None:
    """When a round is to be played by, as the event plans it: at the same time of day, whatever clocks do."""
    if event.first_due_at is None:
        return None
    first = event.first_due_at.astimezone(ZoneInfo(event.club.time_zone))
    return first + timedelta(days=event.due_every_days * (number - 1))  # arithmetic of the wall clock
