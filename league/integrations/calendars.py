"""Calendar feeds as iCalendar (RFC 5545, with the names of RFC 7986), and how often each of their items changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils import timezone

from league.integrations.models import Stamp

if TYPE_CHECKING:
    from icalendar import Event, Timezone

FIRST_DAY: Final = date(2020, 1, 1)  # of the time zone's rules in a calendar
LAST_DAY: Final = date(2038, 1, 1)
READ_AGAIN: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """An all-day event, a span of time, or a moment such as a deadline."""

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
        """The uid of the event."""
        return f"{self.name}@{settings.SITE_ADDRESS.partition('://')[2].partition(':')[0]}"

    @property
    def digest(self) -> str:
        """The hash of its content, in any language and for any reader."""
        facts = (self.begins.isoformat(), self.ends and self.ends.isoformat(), self.is_cancelled, self.is_tentative)
        return sha256(repr((facts, self.path)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class State:
    """How often an item changed, and when last."""

    sequence: int
    changed_at: datetime


def as_ics(title: str, zone: str, items: Iterable[Item], states: Mapping[str, State]) -> bytes:
    """Return the calendar as iCalendar; `states` holds that of every item, by its uid."""
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


def states_of(items: Sequence[Item]) -> Mapping[str, State]:
    """Return the state of each item, by its uid; a changed item gets a new state now. Safe to run concurrently."""
    known = {stamp.uid: stamp for stamp in Stamp.objects.filter(uid__in=[item.uid for item in items])}
    now = timezone.now().replace(microsecond=0)
    changed = [
        Stamp(uid=item.uid, digest=item.digest, sequence=before.sequence + 1 if before else 0, changed_at=now)
        for item in items
        if (before := known.get(item.uid)) is None or before.digest != item.digest
    ]
    if changed:
        fields = ["digest", "sequence", "changed_at"]
        Stamp.objects.bulk_create(changed, update_conflicts=True, unique_fields=["uid"], update_fields=fields)
    states = known | {stamp.uid: stamp for stamp in changed}
    return {uid: State(stamp.sequence, stamp.changed_at) for uid, stamp in states.items()}


@cache
def _zone(name: str) -> "Timezone":
    """Return the rules of a time zone, cached: do not change the result."""
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
    """Return a moment in UTC, which is unambiguous when clocks change; a day unchanged."""
    return moment.astimezone(UTC).replace(microsecond=0) if isinstance(moment, datetime) else moment
