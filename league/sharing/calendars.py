"""Calendar feeds (RFC 5545, with the names of RFC 7986): items, the keys of private feeds, and when an item changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.permissions import Asker
from league.clubs.queries import clubs_shown_by
from league.members.demo_accounts import refuse_for_the_demo
from league.members.models import Account
from league.sharing.errors import NoSuchCalendar
from league.sharing.models import CalendarKey, Stamp

if TYPE_CHECKING:
    from icalendar import Event, Timezone


FIRST_DAY: Final = date(2020, 1, 1)
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
        told = (self.begins.isoformat(), self.ends and self.ends.isoformat(), self.is_cancelled, self.is_tentative)
        return sha256(repr((told, self.path)).encode()).hexdigest()


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


@cache
def _zone(name: str) -> "Timezone":
    """The rules of a time zone; do not change the result."""
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
    """A moment in UTC, which is unambiguous when clocks change; a day as it is."""
    return moment.astimezone(UTC).replace(microsecond=0) if isinstance(moment, datetime) else moment


def account_behind(key: str) -> Account:
    """Return the account of a key. Raise `NoSuchCalendar`."""
    found = CalendarKey.objects.select_related("account").filter(key=key, account__is_active=True).first()
    if found is None:
        raise NoSuchCalendar(_("This calendar link no longer works. The new link is in your account, under Calendar."))
    return found.account


def asker_behind(key: str) -> Asker:
    """Return who reads by a key: its account, or an anonymous holder of a share link to one club."""
    shown = clubs_shown_by([key])
    if not shown:
        return account_behind(key)
    visitor = AnonymousUser()
    setattr(visitor, "shown_clubs", shown)  # noqa: B010  (as `league.clubs.middleware` does)
    return visitor


def key_of(account: Account) -> str:
    """Return the key of the account's calendars; "" where there is none."""
    found = CalendarKey.objects.filter(account=account).values_list("key", flat=True).first()
    return found or ""


@transaction.atomic
def make_calendar(*, account: Account) -> str:
    """Return a new key for the account's calendars; whoever has the one before reads nothing any more."""
    refuse_for_the_demo(account)
    made, _is_new = CalendarKey.objects.update_or_create(account=account, defaults={"key": token_urlsafe()})
    return made.key


@transaction.atomic
def end_calendar(*, account: Account) -> None:
    """Revoke the key of the account's calendars. Idempotent."""
    CalendarKey.objects.filter(account=account).delete()


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
