"""When rounds are to be played by: the plan of an event, day by day on its club's clock."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.tournaments.models import Tournament

LAST_MINUTE = time(23, 59)
FARTHEST = timedelta(days=5 * 365)  # from now to a deadline


def end_of(day: date, zone: str) -> datetime:
    """The last minute of a day somewhere: what "by Sunday" means."""
    return datetime.combine(day, LAST_MINUTE, ZoneInfo(zone))


def deadline_of(event: Tournament, number: int) -> datetime | None:
    """When a round is to be played by, as the event plans it: at the same time of day, whatever clocks do."""
    if event.first_due_at is None:
        return None
    first = event.first_due_at.astimezone(ZoneInfo(event.club.time_zone))
    return first + timedelta(days=event.due_every_days * (number - 1))  # arithmetic of the wall clock


def deadline_on_board(event: Tournament, number: int, kept: datetime | None = None) -> datetime | None:
    """The deadline of a round that goes on the board now: the one that it has, or as planned.

    Nothing is overdue before anybody could play it: where that day is over already, the round has as many days from
    now as lie between two deadlines.
    """
    due, now = kept or deadline_of(event, number), timezone.now()
    if due is None or due > now:
        return due
    zone = ZoneInfo(event.club.time_zone)
    day = now.astimezone(zone).date() + timedelta(days=event.due_every_days)
    return datetime.combine(day, due.astimezone(zone).time(), zone)
