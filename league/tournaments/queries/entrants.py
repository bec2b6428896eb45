"""The people behind the numbers: every entry of a tournament by its number, with name and address."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from league.clubs.display_names import disambiguated, names_for
from league.clubs.models import Club
from league.clubs.permissions import Asker
from league.members.models import Player
from league.members.names import namesakes_among
from league.members.queries import address_of_player
from league.tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry as a page names it."""

    number: int
    public_id: str
    name: str
    href: str
    player: str  # the public id of the player
    own: bool  # whether it is the reader's own, or the reader's bot
    has_left: bool


class _Read(NamedTuple):
    """What is read of an entry and of whoever stands for its player now."""

    number: int
    public_id: str
    left_round: int | None
    player_id: int
    player: str
    name: str
    kind: str
    account_id: int | None
    owner_id: int | None
    anonymised_at: datetime | None


_COLUMNS: tuple[str | Combinable, ...] = (
    *("number", "public_id", "left_round"),
    *(
        Coalesce(f"player__merged_into__{column}", f"player__{column}")
        for column in ("pk", "public_id", "name", "kind", "account", "owner", "anonymised_at")
    ),
)


def entrants_of(tournament: Tournament, asker: Asker) -> Mapping[int, Entrant]:
    """All entries by number, named as the asker reads them: in one query, or three more where names are shortened."""
    return entrants_of_each([tournament], asker)[tournament.pk]


class Own(NamedTuple):
    """An entry of the reader or of their bot: number and public id, and the public id of the player."""

    number: int
    entry: str
    player: str


def own_entries(tournament: Tournament, asker: Asker) -> list[Own]:
    """The entries that are the asker's own, or their bots'; one query."""
    if asker.pk is None:
        return []
    standing = Entry.objects.annotate(
        account=Coalesce("player__merged_into__account", "player__account"),
        owner=Coalesce("player__merged_into__owner", "player__owner"),
        standing=Coalesce("player__merged_into__public_id", "player__public_id"),
    )
    own = standing.filter(Q(account=asker.pk) | Q(owner=asker.pk), tournament=tournament)
    return [Own(*columns) for columns in own.values_list("number", "public_id", "standing")]


def entrants_of_each(tournaments: Sequence[Tournament], asker: Asker) -> dict[int, dict[int, Entrant]]:
    """The same of several events of one club, by the event's id, in as many queries."""
    if not tournaments:
        return {}
    asked, club = _asked([event.pk for event in tournaments]), tournaments[0].club
    there = _there(asked, _names(asked, club, asker) if club.shortens_names else _namesakes(asked, club))
    found = {event.pk: dict(there.entrants.get(event.pk, {})) for event in tournaments}
    for event, number in there.own.get(asker.pk, ()) if asker.pk is not None else ():
        found[event][number] = replace(found[event][number], own=True)
    return found


def _asked(tournament_ids: list[int]) -> tuple[tuple[Any, ...], ...]:
    entered = Entry.objects.filter(tournament__in=tournament_ids).order_by("number")
    return tuple(entered.values_list("tournament_id", *_COLUMNS))


class _There(NamedTuple):
    """Who is entered, by the event and the number; and which of them are whose, by account."""

    entrants: Mapping[int, Mapping[int, Entrant]]
    own: Mapping[int, Sequence[tuple[int, int]]]


def names_in_full(tournament: Tournament) -> Mapping[int, str]:
    """Everybody's full name by number, told apart where two are alike: for those who work there, in one query."""
    return {number: entrant.name for number, entrant in entrants_in_full(tournament).items()}


def entrants_in_full(tournament: Tournament) -> Mapping[int, Entrant]:
    """Everybody by number under their full name, as `names_in_full`."""
    asked = _asked([tournament.pk])
    return _there(asked, _namesakes(asked, tournament.club)).entrants.get(tournament.pk, {})


def with_distinct_names(entries: Iterable[Entry], tournament: Tournament) -> list[Entry]:
    """Give the people of entries their full names, told apart: for a page of those who work there, never to be saved.

    `player__merged_into` is to be read with them.
    """
    names, listed = names_in_full(tournament), list(entries)
    for entry in listed:
        person = entry.person
        if person.name != names.get(entry.number, person.name):
            person.name, person.is_for_reading = names[entry.number], True
    return listed


def _namesakes(asked: tuple[tuple[Any, ...], ...], club: Club) -> Mapping[int, str]:
    """The names of those who share theirs with another entry, as they are told apart; one query where there are any."""
    names = {row.player_id: row.name for row in (_Read(*columns) for _event, *columns in asked)}
    return disambiguated(names, club) if namesakes_among(names) else {}


def _there(asked: tuple[tuple[Any, ...], ...], names: Mapping[int, str]) -> _There:
    entrants: dict[int, dict[int, Entrant]] = defaultdict(dict)
    own: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for event, *columns in asked:
        row = _Read(*columns)
        entrants[event][row.number] = _entrant(row, names.get(row.player_id, row.name))
        for account in {row.account_id, row.owner_id}:
            if account is not None:
                own[account].append((event, row.number))
    return _There(entrants, own)


def _entrant(row: _Read, name: str) -> Entrant:
    href = address_of_player(row.player, name, row.kind)
    return Entrant(row.number, row.public_id, name, href, row.player, own=False, has_left=row.left_round is not None)


def _names(asked: tuple[tuple[Any, ...], ...], club: Club, asker: Asker) -> Mapping[int, str]:
    players = [
        Player(
            pk=row.player_id,
            public_id=row.player,
            name=row.name,
            kind=row.kind,
            account_id=row.account_id,
            anonymised_at=row.anonymised_at,
        )
        for row in (_Read(*columns) for _event, *columns in asked)
    ]
    return names_for(players, club, asker)
