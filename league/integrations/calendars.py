"""Calendar feeds (RFC 5545, with the names of RFC 7986): their items, the keys of private feeds, changes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.demo import refuse_demo_account
from league.accounts.models import Account, Player
from league.clubs.display_names import names_by_club
from league.clubs.models import Club
from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by, clubs_shown_by
from league.integrations.errors import NoSuchCalendar
from league.integrations.models import CalendarKey, Stamp
from league.tournaments.models import Entry, Evening, Pairing, Round, Tournament
from league.tournaments.queries.entries import entries_by

if TYPE_CHECKING:
    from icalendar import Event, Timezone


FIRST_DAY: Final = date(2020, 1, 1)
LAST_DAY: Final = date(2038, 1, 1)
READ_AGAIN: Final = timedelta(hours=1)
MOST: Final = 300  # of each, the latest
KEPT: Final = timedelta(days=400)  # what was before has gone from calendars
ON_THE_BOARD: Final = (Round.Status.PUBLISHED, Round.Status.CLOSED)


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


def account_behind(key: str) -> Account:
    """Return the account of a key. Raise `NoSuchCalendar`."""
    calendar_key = CalendarKey.objects.select_related("account").filter(key=key, account__is_active=True).first()
    if calendar_key is None:
        raise NoSuchCalendar(_("This calendar link no longer works. The new link is in your account, under Calendar."))
    return calendar_key.account


def asker_behind(key: str) -> User:
    """Return who reads by a key: its account, or an anonymous holder of a view-only link to one club."""
    shown = clubs_shown_by([key])
    if not shown:
        return account_behind(key)
    visitor = AnonymousUser()
    setattr(visitor, "shown_clubs", shown)  # noqa: B010  (as `league.clubs.middleware` does)
    return visitor


def key_of(account: Account) -> str:
    """Return the key of the account's calendars; "" where there is none."""
    key = CalendarKey.objects.filter(account=account).values_list("key", flat=True).first()
    return key or ""


@transaction.atomic
def make_calendar(*, account: Account) -> str:
    """Return a new key for the account's calendars; the previous key stops working."""
    refuse_demo_account(account)
    calendar, _is_new = CalendarKey.objects.update_or_create(account=account, defaults={"key": token_urlsafe()})
    return calendar.key


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


Status = Tournament.Status


def items_of_club(club: Club) -> list[Item]:
    """Return its tournaments, their club nights and deadlines."""
    tournaments = _recent(Tournament.objects.filter(club=club))
    return [*_begins(tournaments), *_evenings(tournaments), *_deadlines(_rounds(tournaments))]


def items_of_tournament(tournament: Tournament) -> list[Item]:
    """Return the start of the tournament, its club nights, rounds and deadlines."""
    rounds = _rounds([tournament])
    return [*_begins([tournament]), *_evenings([tournament]), *_spans(rounds), *_deadlines(rounds)]


def items_of_account(account: Account) -> list[Item]:
    """Return the tournaments of a player: starts, club nights, and the own games with table and names."""
    own = Entry.objects.filter(entries_by(account), left_round=None)
    seen = Tournament.objects.filter(club__in=clubs_seen_by(account))
    tournaments = _recent(seen.filter(pk__in=own.values("tournament")))
    return [*_begins(tournaments), *_evenings(tournaments), *_own_games(_own_pairings(own, tournaments), account)]


def _recent(tournaments: QuerySet[Tournament]) -> list[Tournament]:
    since = timezone.now() - KEPT
    recent = Q(begins_at=None, created_at__gt=since) | Q(begins_at__gt=since) | Q(status=Status.RUNNING)
    return list(tournaments.filter(recent).select_related("club").order_by("-pk")[:MOST])


def _rounds(tournaments: Sequence[Tournament]) -> list[Round]:
    rounds = Round.objects.filter(tournament__in=tournaments, status__in=ON_THE_BOARD)
    return list(rounds.select_related("tournament__club").order_by("-published_at", "-pk")[:MOST])


def _own_pairings(own: QuerySet[Entry], tournaments: Sequence[Tournament]) -> list[Pairing]:
    rows = Pairing.objects.filter(
        seats__entry__in=own.values("pk"), bye="", round__tournament__in=tournaments, round__status__in=ON_THE_BOARD
    )
    people = Prefetch("seats__entry", Entry.objects.select_related("player__merged_into"))
    rows = rows.select_related("round__tournament__club").prefetch_related("seats", people)
    return list(rows.order_by("-round__published_at", "-pk")[:MOST])


def _begins(tournaments: Iterable[Tournament]) -> list[Item]:
    return [
        _item(
            tournament,
            "tournament",
            name=f"event-{tournament.public_id}",
            title=tournament.name,
            text=tournament.summary or tournament.club.name,
            begins=tournament.begins_at,
            is_cancelled=tournament.status == Status.CANCELLED,
            is_tentative=tournament.status == Status.DRAFT,
        )
        for tournament in tournaments
        if tournament.begins_at is not None
    ]


def _evenings(tournaments: Sequence[Tournament]) -> list[Item]:
    rows = Evening.objects.filter(tournament__in=tournaments).select_related("tournament__club").order_by("-day", "-pk")
    return [
        _item(
            evening.tournament,
            "evenings",
            name=f"evening-{evening.tournament.public_id}-{evening.number}",
            title=_("%(event)s, club night %(number)d") % {"event": evening.tournament, "number": evening.number},
            begins=evening.day,
        )
        for evening in rows[:MOST]
    ]


def _spans(rounds: Iterable[Round]) -> list[Item]:
    """Return the rounds with a clock; the others have no end."""
    return [
        _item(
            tournament_round.tournament,
            "round",
            tournament_round.number,
            name=f"round-{tournament_round.tournament.public_id}-{tournament_round.number}",
            title=_words(tournament_round, _("%(event)s, round %(round)d")),
            begins=tournament_round.published_at,
            ends=ends,
            is_tentative=_is_estimate(tournament_round),
        )
        for tournament_round in rounds
        if tournament_round.published_at and (ends := _ends(tournament_round))
    ]


def _deadlines(rounds: Iterable[Round]) -> list[Item]:
    return [
        _item(
            tournament_round.tournament,
            "round",
            tournament_round.number,
            name=f"due-{tournament_round.tournament.public_id}-{tournament_round.number}",
            title=_words(tournament_round, _("Deadline: %(event)s, round %(round)d")),
            begins=due,
            is_moment=True,
        )
        for tournament_round in rounds
        if (due := tournament_round.due_at)
    ]


def _own_games(pairings: Sequence[Pairing], account: Account) -> list[Item]:
    """Return the reader's own games, for the duration of the round, or at their deadline."""
    sitting = [[seat.entry.person for seat in row.seats.all()] for row in pairings]
    groups: dict[Club | None, list[Player]] = {}
    for row, players in zip(pairings, sitting, strict=True):
        groups.setdefault(row.round.tournament.club, []).extend(players)
    names = names_by_club(groups, account, alone=True)
    items = []
    for row, players in zip(pairings, sitting, strict=True):
        tournament, due, ends = row.round.tournament, row.due_at or row.round.due_at, _ends(row.round)
        begins = due or (row.round.published_at if ends else None)
        if begins is None:
            continue
        title = _("Deadline: %(event)s, round %(round)d") if due else _("%(event)s, round %(round)d: table %(table)d")
        items.append(
            _item(
                tournament,
                "round",
                row.round.number,
                name=f"game-{row.public_id}-{account.public_id}",
                title=_words(row.round, title, table=row.table),
                text=", ".join(names[tournament.club][player.pk] for player in players),
                begins=begins,
                ends=None if due else ends,
                is_tentative=not due and _is_estimate(row.round),
                is_moment=bool(due),
            )
        )
    return items


def _words(tournament_round: Round, template: str, **more: object) -> str:
    return template % {"event": tournament_round.tournament, "round": tournament_round.number, **more}


def _ends(timed: Round) -> datetime | None:
    if timed.clock_ends_at is not None:
        return timed.clock_ends_at
    minutes = timed.tournament.round_minutes
    return timed.published_at + timedelta(minutes=minutes) if minutes and timed.published_at else None


def _is_estimate(tournament_round: Round) -> bool:
    """Return whether the end is only planned: nobody started the clock, or it was stopped."""
    return tournament_round.clock_ends_at is None and tournament_round.status == Round.Status.PUBLISHED


def _item(tournament: Tournament, page: str, *more: object, begins: datetime | date, **facts: Any) -> Item:
    """Return an item of a tournament, in the time of its club, with the link to its page."""
    path = reverse(f"tournaments:{page}", args=[tournament.public_id, tournament.slug, *more])
    return Item(path=path, begins=begins, **facts)
