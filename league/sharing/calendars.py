"""Calendars as calendar programs read them (RFC 5545, with the names of RFC 7986)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from django.conf import settings

if TYPE_CHECKING:  # 4 MB in each process, and only a calendar that is fetched needs it
    from icalendar import Event, Timezone

FIRST_DAY: Final = date(2020, 1, 1)
LAST_DAY: Final = date(2038, 1, 1)
READ_AGAIN: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that happens: a day, a span of time, or a moment by which something is to be done."""

    name: str
    """What it is, for ever: `event-qx7…`."""
    title: str
    begins: datetime | date
    path: str
    ends: datetime | None = None
    text: str = ""
    is_cancelled: bool = False
    is_tentative: bool = False
    is_moment: bool = False
    """A deadline: it takes up no time."""

    @property
    def uid(self) -> str:
        """Under which calendar programs know it."""
        return f"{self.name}@{settings.SITE_ADDRESS.partition('://')[2].partition(':')[0]}"

    @property
    def digest(self) -> str:
        """Of all that matters about it, whoever reads it in whatever language."""
        told = (self.begins.isoformat(), self.ends and self.ends.isoformat(), self.is_cancelled, self.is_tentative)
        return sha256(repr((told, self.path)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class State:
    """How often an item changed, and when last."""

    sequence: int
    changed_at: datetime


def as_ics(title: str, zone: str, items: Iterable[Item], states: Mapping[str, State]) -> bytes:
    """The calendar as a file; `states` holds that of every item, by its uid."""
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Moothill//Moothill//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, title)
    calendar.add("x-wr-timezone", zone)
    calendar.add("refresh-interval", READ_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", READ_AGAIN)
    calendar.add_component(_zone(zone))  # a calendar may not be empty
    for item in items:
        calendar.add_component(_event(item, states[item.uid]))
    written: bytes = calendar.to_ical()
    return written


@cache
def _zone(name: str) -> "Timezone":
    """The rules of a time zone; not to be changed."""
    from icalendar import Timezone

    return Timezone.from_tzid(name, first_date=FIRST_DAY, last_date=LAST_DAY)


def _event(item: Item, state: State) -> "Event":
    from icalendar import Event

    event = Event()
    event.add("uid", item.uid)
    event.add("summary", item.title)
    event.add("dtstart", _in_utc(item.begins))
    if item.ends is not None:
        event.add("dtend", _in_utc(item.ends))
    for name in ("dtstamp", "last-modified"):  # the same, in a calendar that is published (RFC 5545, 3.8.7.2)
        event.add(name, state.changed_at)
    event.add("sequence", state.sequence)
    event.add("status", "CANCELLED" if item.is_cancelled else "TENTATIVE" if item.is_tentative else "CONFIRMED")
    if item.is_moment or not isinstance(item.begins, datetime):
        event.add("transp", "TRANSPARENT")
    if item.text:
        event.add("description", item.text)
    event.add("url", settings.SITE_ADDRESS + item.path)
    return event


def _in_utc(moment: datetime | date) -> datetime | date:
    """A moment in UTC, which names one minute also while clocks are changed; a day as it is."""
    return moment.astimezone(UTC).replace(microsecond=0) if isinstance(moment, datetime) else moment
