"""Entries of a tournament: names and links by number, and players with a given name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.accounts.models import Account, Player
from league.accounts.names import by_name, free_name, namesakes_among
from league.accounts.queries import address_of_player
from league.accounts.services.players import LONGEST_NAME
from league.clubs.display_names import disambiguated, names_for, show_distinct_names
from league.clubs.models import Club
from league.clubs.permissions import User
from league.common.name_similarity import NameIndex
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Entry, ForbiddenPair, RequestedBye, Tournament
from league.tournaments.permissions import ineligible_players

MOST = 6  # players that a search offers
ROOM_FOR_A_NUMBER = 10  # characters kept free for a number after a long name


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry as pages show it."""

    number: int
    public_id: str
    name: str
    href: str
    player: str  # public id
    is_own: bool  # the reader's own, or their bot's
    has_left: bool


Entrants = Mapping[int, Entrant]  # by number


class _EntryColumns(NamedTuple):
    """Columns of an entry and its player, after merges."""

    tournament: int
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
    *("tournament_id", "number", "public_id", "left_round"),
    *(
        Coalesce(f"player__merged_into__{column}", f"player__{column}")
        for column in ("pk", "public_id", "name", "kind", "account", "owner", "anonymised_at")
    ),
)


def entrants_of(tournament: Tournament, user: User) -> Entrants:
    """Return all entries by number, with names as the user may see them. One query, or four with short names."""
    return entrants_of_each([tournament], user)[tournament.pk]


class ReaderEntry(NamedTuple):
    """An entry of the reader or of their bot: number, public id, and the player's public id."""

    number: int
    entry: str
    player: str


def own_entries(tournament: Tournament, user: User) -> list[ReaderEntry]:
    """Return the entries of the user and their bots. One query."""
    if user.pk is None:
        return []
    standing = Entry.objects.annotate(
        account=Coalesce("player__merged_into__account", "player__account"),
        owner=Coalesce("player__merged_into__owner", "player__owner"),
        standing=Coalesce("player__merged_into__public_id", "player__public_id"),
    )
    own = standing.filter(Q(account=user.pk) | Q(owner=user.pk), tournament=tournament)
    return [ReaderEntry(*columns) for columns in own.values_list("number", "public_id", "standing")]


def entrants_of_each(tournaments: Sequence[Tournament], user: User) -> dict[int, dict[int, Entrant]]:
    """Return the entrants of several tournaments of one club, by tournament id, in as many queries as for one."""
    if not tournaments:
        return {}
    rows, club = _entry_columns([tournament.pk for tournament in tournaments]), tournaments[0].club
    names = _names(rows, club, user) if club.shortens_names else _namesakes(rows, club)
    found: dict[int, dict[int, Entrant]] = {tournament.pk: {} for tournament in tournaments}
    for row in rows:
        found[row.tournament][row.number] = _entrant(row, names, user.pk)
    return found


def _entry_columns(tournament_ids: list[int]) -> list[_EntryColumns]:
    entered = Entry.objects.filter(tournament__in=tournament_ids).order_by("number")
    return [_EntryColumns(*columns) for columns in entered.values_list(*_COLUMNS)]


def _entrant(row: _EntryColumns, names: Mapping[int, str], reader: int | None = None) -> Entrant:
    name = names.get(row.player_id, row.name)
    href = address_of_player(row.player, name, row.kind)
    own = reader is not None and reader in {row.account_id, row.owner_id}
    return Entrant(row.number, row.public_id, name, href, row.player, own, has_left=row.left_round is not None)


def names_in_full(tournament: Tournament) -> Mapping[int, str]:
    """Return full, distinct names by number, for organisers and scorers. One query."""
    return {number: entrant.name for number, entrant in entrants_in_full(tournament).items()}


def entrants_in_full(tournament: Tournament) -> Entrants:
    """Return all entries by number with full names, as `names_in_full`."""
    rows = _entry_columns([tournament.pk])
    names = _namesakes(rows, tournament.club)
    return {row.number: _entrant(row, names) for row in rows}


def with_distinct_names(entries: Iterable[Entry], tournament: Tournament) -> list[Entry]:
    """Set full, distinct names on the players of entries, for pages of organisers. Never save these players.

    `player__merged_into` must be loaded with them.
    """
    names, listed = names_in_full(tournament), list(entries)
    for entry in listed:
        person = entry.person
        if person.name != names.get(entry.number, person.name):
            person.name, person.is_for_reading = names[entry.number], True
    return listed


def _namesakes(rows: Iterable[_EntryColumns], club: Club) -> Mapping[int, str]:
    """Return distinct names for players who share theirs with another entry. At most one query."""
    names = {row.player_id: row.name for row in rows}
    return disambiguated(names, club) if namesakes_among(names) else {}


def _names(rows: Iterable[_EntryColumns], club: Club, user: User) -> Mapping[int, str]:
    players = [
        Player(
            pk=row.player_id,
            public_id=row.player,
            name=row.name,
            kind=row.kind,
            account_id=row.account_id,
            anonymised_at=row.anonymised_at,
        )
        for row in rows
    ]
    return names_for(players, club, user)


def known_people(club: Club) -> QuerySet[Player]:
    """Return all people known to the club, unordered: its members, and guests of its tournaments."""
    people = Player.objects.people()
    return people.filter(Q(memberships__club=club) | Q(entries__tournament__club=club)).distinct()


def known_person(club: Club, public_id: str) -> Player | None:
    """Return this player, or None if the club has no player of this id."""
    return known_people(club).filter(public_id=public_id).first()


def namesakes_of(tournament: Tournament, name: str) -> list[Player]:
    """Return known players with this or a similar name, the most similar first. At most two queries."""
    found = Namesakes(list(known_people(tournament.club))).of(name)
    show_distinct_names(found, tournament.club)
    return found


def name_of_newcomer(club: Club, name: str) -> str:
    """Return the name, or with a number if somebody known to the club has it: "John Smith (2)"."""
    words = " ".join(name.split())
    alike = known_people(club).filter(name__istartswith=words[: LONGEST_NAME - ROOM_FOR_A_NUMBER])
    return free_name(words, {other.lower() for other in alike.values_list("name", flat=True)}, LONGEST_NAME)


class Namesakes:
    """Looks up many names among the same players."""

    def __init__(self, people: Sequence[Player]) -> None:
        self._people = people
        self._names = NameIndex([player.name for player in people])

    def of(self, name: str) -> list[Player]:
        """Return players with this or a similar name, the most similar first, at most six."""
        close = [(ratio, self._people[place]) for ratio, place in self._names.close_to(name)]
        close.sort(key=lambda found: (-found[0], found[1].name, found[1].pk))
        return [player for _, player in close[:MOST]]


def entries_by(account: Account) -> Q:
    """Return a condition for the entries of an account's player, including merged players."""
    return Q(player__account=account) | Q(player__merged_into__account=account)


def entries_of_player(player: Player) -> Q:
    """Return a condition for the entries of a player, including merged players."""
    return Q(player=player) | Q(player__merged_into=player)


def eligible_players(tournament: Tournament) -> QuerySet[Player]:
    """Return all players who may be entered, by name: the club's people, or bots of club and site for this game."""
    of_the_club = Q(memberships__club=tournament.club_id)
    if tournament.is_on_the_machine:
        of_the_kind = Q(kind=Player.Kind.BOT) & (of_the_club | Q(owner=None))
    else:
        of_the_kind = Q(kind=Player.Kind.PERSON) & of_the_club
    players = Player.objects.present().filter(of_the_kind)
    return players.exclude(ineligible_players(tournament.game)).order_by(*by_name(), "id").distinct()


def players_named(tournament: Tournament, public_ids: Collection[str]) -> list[Player]:
    """Return those of these players who may be entered or already are."""
    entered = Player.objects.filter(entries__tournament=tournament, public_id__in=public_ids)
    return [*eligible_players(tournament).filter(public_id__in=public_ids), *entered]


def players_to_enter(tournament: Tournament) -> QuerySet[Player]:
    """Return the eligible players who are not entered yet."""
    return eligible_players(tournament).exclude(
        Q(entries__tournament=tournament) | Q(merged__entries__tournament=tournament)
    )


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Return all entries in order, with players after merges."""
    return tournament.entries.select_related("player__merged_into").order_by("number")


def entry_in(tournament: Tournament, public_id: str) -> Entry:
    """Return an entry. Raise `NoSuchTournament` if there is none with this id."""
    entry = tournament.entries.select_related("player__merged_into", "tournament").filter(public_id=public_id).first()
    if entry is None:
        raise NoSuchTournament(
            _("No player in %(event)s has this address. The player may have withdrawn."), event=tournament
        )
    return entry


def byes_of(entry: Entry) -> QuerySet[RequestedBye]:
    """Return the requested byes of an entry, by round."""
    return entry.requested_byes.order_by("round")


def forbidden_pairs(tournament: Tournament) -> list[ForbiddenPair]:
    """Return the forbidden pairs by number. Two queries."""
    rows = tournament.forbidden_pairs.select_related("one__player__merged_into", "other__player__merged_into")
    pairs = list(rows.order_by("one__number", "other__number", "pk"))
    with_distinct_names([entry for pair in pairs for entry in (pair.one, pair.other)], tournament)
    return pairs


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry in the organiser's list, with its special arrangements in words."""

    entry: Entry
    words: tuple[str, ...]
    waits: bool
    is_gone: bool  # has withdrawn, now or from a later round
    rating: int | None = None


def rows_of_entries(tournament: Tournament, ratings: Mapping[int, int]) -> list[EntryRow]:
    """Return all entries in order; `ratings` in whole points by number. Three queries."""
    rows = with_distinct_names(entries_of(tournament).prefetch_related("requested_byes"), tournament)
    return [
        EntryRow(
            row,
            _special(tournament, row),
            tournament.keeps_waiting(row.number),
            row.left_round is not None,
            ratings.get(row.number),
        )
        for row in rows
    ]


def _special(tournament: Tournament, entry: Entry) -> tuple[str, ...]:
    missed = sorted(bye.round for bye in entry.requested_byes.all())
    marks = (
        (tournament.keeps_waiting(entry.number), _("on the waiting list")),
        (entry.is_guest, _("guest")),
        (entry.joined_round > 1, _("from round %(round)d") % {"round": entry.joined_round}),
        (entry.left_round is not None, _("withdrawn from round %(round)d") % {"round": entry.left_round or 0}),
        (bool(missed), _("bye in round %(rounds)s") % {"rounds": ", ".join(map(str, missed))}),
        (entry.fixed_table is not None, _("table %(table)d") % {"table": entry.fixed_table or 0}),
        (entry.checked_in_at is not None and tournament.takes_entries, _("present")),
    )
    return tuple(words for holds, words in marks if holds)


def next_season_players(tournament: Tournament) -> list[tuple[Entry, bool]]:
    """Return the entries that go on to the next season by number, each with whether it is a guest. Two queries.

    Members and guests who withdrew, left the club or deleted their account are left out.
    """
    members = set(tournament.club.memberships.values_list("player_id", flat=True))
    listed = tournament.entries.filter(left_round=None).select_related("player__merged_into").order_by("number")
    people = {
        entry.person.pk: entry
        for entry in listed
        if entry.person.pk in members or (entry.is_guest and entry.person.anonymised_at is None)
    }
    return [(entry, player not in members) for player, entry in people.items()]
