"""Items of calendar feeds: tournaments, club nights, rounds and deadlines, in a fixed number of queries."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.naming import names_by_club
from league.clubs.queries import clubs_seen_by
from league.members.models import Account, Player
from league.sharing.calendars import Item
from league.tournaments.models import Entry, Evening, Pairing, Round, Tournament
from league.tournaments.selectors.entries import entries_by

MOST: Final = 300  # of each, the latest
KEPT: Final = timedelta(days=400)  # what was before has gone from calendars

Status = Tournament.Status
ON_THE_BOARD: Final = (Round.Status.PUBLISHED, Round.Status.CLOSED)


def items_of_club(club: Club) -> list[Item]:
    """Return its tournaments, their club nights and deadlines."""
    events = _recent(Tournament.objects.filter(club=club))
    return [*_begins(events), *_evenings(events), *_deadlines(_rounds(events))]


def items_of_event(event: Tournament) -> list[Item]:
    """Return the start of the tournament, its club nights, rounds and deadlines."""
    rounds = _rounds([event])
    return [*_begins([event]), *_evenings([event]), *_spans(rounds), *_deadlines(rounds)]


def items_of_account(account: Account) -> list[Item]:
    """Return the tournaments of a player: starts, club nights, and the own games with table and names."""
    own = Entry.objects.filter(entries_by(account), left_round=None)
    seen = Tournament.objects.filter(club__in=clubs_seen_by(account))
    events = _recent(seen.filter(pk__in=own.values("tournament")))
    return [*_begins(events), *_evenings(events), *_own_games(_own_pairings(own, events), account)]


def _recent(events: QuerySet[Tournament]) -> list[Tournament]:
    since = timezone.now() - KEPT
    recent = Q(begins_at=None, created_at__gt=since) | Q(begins_at__gt=since) | Q(status=Status.RUNNING)
    return list(events.filter(recent).select_related("club").order_by("-pk")[:MOST])


def _rounds(events: Sequence[Tournament]) -> list[Round]:
    rounds = Round.objects.filter(tournament__in=events, status__in=ON_THE_BOARD)
    return list(rounds.select_related("tournament__club").order_by("-published_at", "-pk")[:MOST])


def _own_pairings(own: QuerySet[Entry], events: Sequence[Tournament]) -> list[Pairing]:
    rows = Pairing.objects.filter(
        seats__entry__in=own.values("pk"), bye="", round__tournament__in=events, round__status__in=ON_THE_BOARD
    )
    people = Prefetch("seats__entry", Entry.objects.select_related("player__merged_into"))
    rows = rows.select_related("round__tournament__club").prefetch_related("seats", people)
    return list(rows.order_by("-round__published_at", "-pk")[:MOST])


def _begins(events: Iterable[Tournament]) -> list[Item]:
    return [
        _item(
            event,
            "tournament",
            name=f"event-{event.public_id}",
            title=event.name,
            text=event.summary or event.club.name,
            begins=event.begins_at,
            is_cancelled=event.status == Status.CANCELLED,
            is_tentative=event.status == Status.DRAFT,
        )
        for event in events
        if event.begins_at is not None
    ]


def _evenings(events: Sequence[Tournament]) -> list[Item]:
    rows = Evening.objects.filter(tournament__in=events).select_related("tournament__club").order_by("-day", "-pk")
    return [
        _item(
            one.tournament,
            "evenings",
            name=f"evening-{one.tournament.public_id}-{one.number}",
            title=_("%(event)s, club night %(number)d") % {"event": one.tournament, "number": one.number},
            begins=one.day,
        )
        for one in rows[:MOST]
    ]


def _spans(rounds: Iterable[Round]) -> list[Item]:
    """Rounds with a clock; the others have no end."""
    return [
        _item(
            one.tournament,
            "round",
            one.number,
            name=f"round-{one.tournament.public_id}-{one.number}",
            title=_words(one, _("%(event)s, round %(round)d")),
            begins=one.published_at,
            ends=ends,
            is_tentative=_is_estimate(one),
        )
        for one in rounds
        if one.published_at and (ends := _ends(one))
    ]


def _deadlines(rounds: Iterable[Round]) -> list[Item]:
    return [
        _item(
            one.tournament,
            "round",
            one.number,
            name=f"due-{one.tournament.public_id}-{one.number}",
            title=_words(one, _("Deadline: %(event)s, round %(round)d")),
            begins=due,
            is_moment=True,
        )
        for one in rounds
        if (due := one.due_at)
    ]


def _own_games(pairings: Sequence[Pairing], account: Account) -> list[Item]:
    """The own games, for the duration of the round, or at their deadline."""
    sitting = [[seat.entry.person for seat in row.seats.all()] for row in pairings]
    groups: dict[Club | None, list[Player]] = {}
    for row, players in zip(pairings, sitting, strict=True):
        groups.setdefault(row.round.tournament.club, []).extend(players)
    names = names_by_club(groups, account, alone=True)
    items = []
    for row, players in zip(pairings, sitting, strict=True):
        event, due, ends = row.round.tournament, row.due_at or row.round.due_at, _ends(row.round)
        begins = due or (row.round.published_at if ends else None)
        if begins is None:
            continue
        title = _("Deadline: %(event)s, round %(round)d") if due else _("%(event)s, round %(round)d: table %(table)d")
        items.append(
            _item(
                event,
                "round",
                row.round.number,
                name=f"game-{row.public_id}-{account.public_id}",
                title=_words(row.round, title, table=row.table),
                text=", ".join(names[event.club][player.pk] for player in players),
                begins=begins,
                ends=None if due else ends,
                is_tentative=not due and _is_estimate(row.round),
                is_moment=bool(due),
            )
        )
    return items


def _words(one: Round, template: str, **more: object) -> str:
    return template % {"event": one.tournament, "round": one.number, **more}


def _ends(one: Round) -> datetime | None:
    if one.clock_ends_at is not None:
        return one.clock_ends_at
    minutes = one.tournament.round_minutes
    return one.published_at + timedelta(minutes=minutes) if minutes and one.published_at else None


def _is_estimate(one: Round) -> bool:
    """Return whether the end is only planned: nobody started the clock, or it was stopped."""
    return one.clock_ends_at is None and one.status == Round.Status.PUBLISHED


def _item(event: Tournament, page: str, *more: object, begins: datetime | date, **facts: Any) -> Item:
    """An item of a tournament, in the time of its club, with the link to its page."""
    path = reverse(f"tournaments:{page}", args=[event.public_id, event.slug, *more])
    return Item(path=path, begins=begins, **facts)
