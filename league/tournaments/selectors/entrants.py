"""The people behind the numbers: every entry of a tournament by its number, with name and address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from league.clubs.models import Club
from league.clubs.naming import names_for
from league.clubs.rules import Asker
from league.members.addresses import address_of_player
from league.members.models import Player
from league.shared.prepared import NUMBERS, prepared
from league.tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry as a page names it."""

    number: int
    public_id: str
    name: str
    href: str
    player: str
    """The public id of the player."""
    own: bool
    """Whether it is the reader's own, or the reader's bot."""
    has_left: bool


class _Read(NamedTuple):
    """What is read of an entry and of whoever stands for its player now."""

    number: int
    public_id: str
    left_round: int | None
    may_be_short: bool
    player_id: int
    player: str
    name: str
    kind: str
    account_id: int | None
    owner_id: int | None
    anonymised_at: datetime | None


_COLUMNS: tuple[str | Combinable, ...] = (
    *("number", "public_id", "left_round", "tournament__club__shortens_names"),
    *(
        Coalesce(f"player__merged_into__{column}", f"player__{column}")
        for column in ("pk", "public_id", "name", "kind", "account", "owner", "anonymised_at")
    ),
)


def entrants_of(tournament: Tournament, asker: Asker) -> Mapping[int, Entrant]:
    """All entries by number, named as the asker reads them: in one query, or three more where names are shortened."""
    return entrants_of_each([tournament], asker)[tournament.pk]


def entrants_of_each(tournaments: Sequence[Tournament], asker: Asker) -> dict[int, dict[int, Entrant]]:
    """The same of several events of one club, by the event's id, in as many queries."""
    rows = [(pk, _Read(*row)) for pk, *row in _asked([event.pk for event in tournaments])]
    names = _names(tournaments[0].club, [row for _pk, row in rows], asker) if rows else {}
    found: dict[int, dict[int, Entrant]] = {event.pk: {} for event in tournaments}
    for pk, row in rows:
        found[pk][row.number] = _entrant(row, names.get(row.player_id, row.name), asker)
    return found


@prepared(NUMBERS)
def _asked(tournament_ids: list[int]) -> QuerySet[Entry, tuple[Any, ...]]:
    entered = Entry.objects.filter(tournament__pk__any_of=tournament_ids).order_by("number")
    return entered.values_list("tournament_id", *_COLUMNS)


def _entrant(row: _Read, name: str, asker: Asker) -> Entrant:
    return Entrant(
        number=row.number,
        public_id=row.public_id,
        name=name,
        href=address_of_player(row.player, name, row.kind),
        player=row.player,
        own=asker.pk is not None and asker.pk in {row.account_id, row.owner_id},
        has_left=row.left_round is not None,
    )


def _names(club: Club, rows: Sequence[_Read], asker: Asker) -> Mapping[int, str]:
    if not any(row.may_be_short for row in rows):
        return {}
    players = [
        Player(
            pk=row.player_id, name=row.name, kind=row.kind, account_id=row.account_id, anonymised_at=row.anonymised_at
        )
        for row in rows
    ]
    return names_for(players, club, asker)
