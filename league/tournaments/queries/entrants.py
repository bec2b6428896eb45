"""Names and links of a tournament's entries by number."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from league.accounts.models import Player
from league.accounts.names import namesakes_among
from league.accounts.queries import address_of_player
from league.clubs.display_names import disambiguated, names_for
from league.clubs.models import Club
from league.clubs.permissions import Asker
from league.tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry as pages show it."""

    number: int
    public_id: str
    name: str
    href: str
    player: str  # public id
    own: bool  # the reader's own, or their bot's
    has_left: bool


class _Read(NamedTuple):
    """Columns of an entry and its player, after merges."""

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
    """Return all entries by number, with names as the asker may see them. One query, or four with short names."""
    return entrants_of_each([tournament], asker)[tournament.pk]


class Own(NamedTuple):
    """An entry of the reader or of their bot: number, public id, and the player's public id."""

    number: int
    entry: str
    player: str


def own_entries(tournament: Tournament, asker: Asker) -> list[Own]:
    """Return the entries of the asker and their bots. One query."""
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
    """Return the entrants of several tournaments of one club, by tournament id, in as many queries as for one."""
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
    """Entries by tournament id and number; and their owners by account id."""

    entrants: Mapping[int, Mapping[int, Entrant]]
    own: Mapping[int, Sequence[tuple[int, int]]]


def names_in_full(tournament: Tournament) -> Mapping[int, str]:
    """Return full, distinct names by number, for organisers and scorers. One query."""
    return {number: entrant.name for number, entrant in entrants_in_full(tournament).items()}


def entrants_in_full(tournament: Tournament) -> Mapping[int, Entrant]:
    """Return all entries by number with full names, as `names_in_full`."""
    asked = _asked([tournament.pk])
    return _there(asked, _namesakes(asked, tournament.club)).entrants.get(tournament.pk, {})


def with_distinct_names(entries: Iterable[Entry], tournament: Tournament) -> list[Entry]:
    """Set full, distinct names on the players of entries, for pages of organisers. Never save these players.

    `player__merged_into` must be loaded with them."""
    names, listed = names_in_full(tournament), list(entries)
    for entry in listed:
        person = entry.person
        if person.name != names.get(entry.number, person.name):
            person.name, person.is_for_reading = names[entry.number], True
    return listed


def _namesakes(asked: tuple[tuple[Any, ...], ...], club: Club) -> Mapping[int, str]:
    """Return distinct names for players who share theirs with another entry. At most one query."""
    names = {row.player_id: row.name for row in (_Read(*columns) for _event, *columns in asked)}
    return disambiguated(names, club) if namesakes_among(names) else {}


def _there(asked: tuple[tuple[Any, ...], ...], names: Mapping[int, str]) -> _There:
    entrants: dict[int, dict[int, Entrant]] = defaultdict(dict)
    own: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for event, *columns in asked:
        row = _Read(*columns)
        name = names.get(row.player_id, row.name)
        href = address_of_player(row.player, name, row.kind)
        entrants[event][row.number] = Entrant(
            row.number, row.public_id, name, href, row.player, own=False, has_left=row.left_round is not None
        )
        for account in {row.account_id, row.owner_id}:
            if account is not None:
                own[account].append((event, row.number))
    return _There(entrants, own)


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
