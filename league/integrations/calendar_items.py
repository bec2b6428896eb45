"""What calendars list: starts of tournaments, club nights, rounds with a clock, deadlines, and the reader's games."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.models import Account, Player
from league.clubs.display_names import names_by_club
from league.clubs.models import Club
from league.clubs.queries import clubs_seen_by
from league.integrations.calendars import Item
from league.tournaments.models import Entry, Evening, Pairing, Round, Tournament
from league.tournaments.queries.entries import entries_by

MOST: Final = 300  # of each, the latest
KEPT: Final = timedelta(days=400)  # what was before has gone from calendars
ON_THE_BOARD: Final = (Round.Status.PUBLISHED, Round.Status.CLOSED)
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
            "club-nights",
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
    """Return whether the end is only planned: the clock was not started, or was stopped."""
    return tournament_round.clock_ends_at is None and tournament_round.status == Round.Status.PUBLISHED


def _item(tournament: Tournament, page: str, *more: object, begins: datetime | date, **facts: Any) -> Item:
    """Return an item of a tournament, in the time of its club, with the link to its page."""
    path = reverse(f"tournaments:{page}", args=[tournament.public_id, tournament.slug, *more])
    return Item(path=path, begins=begins, **facts)
