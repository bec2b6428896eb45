"""Entries of a tournament, and who a name may mean."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs.display_names import show_distinct_names
from league.clubs.models import Club
from league.members.models import Account, Player
from league.members.names import by_name, free_name
from league.members.services.players import LONGEST_NAME
from league.shared.name_similarity import Names
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Entry, ForbiddenPair, RequestedBye, Tournament
from league.tournaments.permissions import players_without
from league.tournaments.queries.entrants import with_distinct_names

MOST = 6
ROOM_FOR_A_NUMBER = 10  # letters, with which a long name may end otherwise


def known_people(club: Club) -> QuerySet[Player]:
    """Everybody the club knows: its members, and guests of its events, in no order."""
    there = Player.objects.filter(kind=Player.Kind.PERSON, merged_into=None, anonymised_at=None)
    return there.filter(Q(memberships__club=club) | Q(entries__tournament__club=club)).distinct()


def known_person(club: Club, public_id: str) -> Player | None:
    """Return this player, or None if the club has no player of this id."""
    return known_people(club).filter(public_id=public_id).first()


def namesakes_of(event: Tournament, name: str) -> list[Player]:
    """Those whose name is this one, or nearly so, the nearest first; two queries at most."""
    found = Namesakes(list(known_people(event.club))).of(name)
    show_distinct_names(found, event.club)
    return found


def name_of_newcomer(club: Club, name: str) -> str:
    """Return the name, or with a number if somebody known to the club has it: "John Smith (2)"."""
    words = " ".join(name.split())
    alike = known_people(club).filter(name__istartswith=words[: LONGEST_NAME - ROOM_FOR_A_NUMBER])
    return free_name(words, {other.lower() for other in alike.values_list("name", flat=True)}, LONGEST_NAME)


class Namesakes:
    """People to be asked who of them may be meant by a name, of a whole list's names one after another."""

    def __init__(self, people: Sequence[Player]) -> None:
        self._people = people
        self._names = Names([player.name for player in people])

    def of(self, name: str) -> list[Player]:
        """Those whose name is this one or nearly so, the nearest first, six at most."""
        close = [(ratio, self._people[place]) for ratio, place in self._names.close_to(name)]
        close.sort(key=lambda found: (-found[0], found[1].name, found[1].pk))
        return [player for _, player in close[:MOST]]


def entries_by(account: Account) -> Q:
    """The entries of an account's player, also those made before it took over another."""
    return Q(player__account=account) | Q(player__merged_into__account=account)


def entries_of_player(player: Player) -> Q:
    """The entries of a player, also those of whoever turned out to be them."""
    return Q(player=player) | Q(player__merged_into=player)


def eligible_players(tournament: Tournament) -> QuerySet[Player]:
    """Everybody who may be entered, by name: the club's people, or the bots of club and house that play the game."""
    of_the_club = Q(memberships__club=tournament.club_id)
    if tournament.is_on_the_machine:
        of_the_kind = Q(kind=Player.Kind.BOT) & (of_the_club | Q(owner=None))
    else:
        of_the_kind = Q(kind=Player.Kind.PERSON) & of_the_club
    there = Player.objects.filter(of_the_kind, merged_into=None, anonymised_at=None)
    return there.exclude(players_without(tournament.game)).order_by(*by_name(), "id").distinct()


def players_named(tournament: Tournament, public_ids: Collection[str]) -> list[Player]:
    """Those of these players who may be entered, and those who are."""
    entered = Player.objects.filter(entries__tournament=tournament, public_id__in=public_ids)
    return [*eligible_players(tournament).filter(public_id__in=public_ids), *entered]


def players_to_enter(tournament: Tournament) -> QuerySet[Player]:
    """Those of them who are not entered yet."""
    return eligible_players(tournament).exclude(
        Q(entries__tournament=tournament) | Q(merged__entries__tournament=tournament)
    )


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody who is in, in the order of the list, with who stands for those whose players were merged."""
    return tournament.entries.select_related("player__merged_into").order_by("number")


def entry_in(tournament: Tournament, public_id: str) -> Entry:
    """One entry; raises `NoSuchTournament` when there is none at this address."""
    entry = tournament.entries.select_related("player__merged_into", "tournament").filter(public_id=public_id).first()
    if entry is None:
        raise NoSuchTournament(
            _("No player in %(event)s has this address. The player may have withdrawn.") % {"event": tournament}
        )
    return entry


def byes_of(entry: Entry) -> QuerySet[RequestedBye]:
    """The rounds somebody asked to miss, in order."""
    return entry.requested_byes.order_by("round")


def forbidden_pairs(tournament: Tournament) -> list[ForbiddenPair]:
    """Those who must not meet, two by two, by the first one's number; in two queries."""
    rows = tournament.forbidden_pairs.select_related("one__player__merged_into", "other__player__merged_into")
    pairs = list(rows.order_by("one__number", "other__number", "pk"))
    with_distinct_names([entry for pair in pairs for entry in (pair.one, pair.other)], tournament)
    return pairs


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as the organiser's list shows it: with what is special about it, in words."""

    entry: Entry
    words: tuple[str, ...]
    waits: bool
    is_gone: bool  # whether it has left, or is going to


def rows_of_entries(event: Tournament) -> list[EntryRow]:
    """Everybody who is in, in the order of the list, in three queries."""
    rows = with_distinct_names(entries_of(event).prefetch_related("requested_byes"), event)
    return [
        EntryRow(one, _special(event, one), event.keeps_waiting(one.number), one.left_round is not None) for one in rows
    ]


def _special(event: Tournament, entry: Entry) -> tuple[str, ...]:
    missed = sorted(bye.round for bye in entry.requested_byes.all())
    told = (
        (event.keeps_waiting(entry.number), _("on the waiting list")),
        (entry.is_guest, _("guest")),
        (entry.joined_round > 1, _("from round %(round)d") % {"round": entry.joined_round}),
        (entry.left_round is not None, _("withdrawn from round %(round)d") % {"round": entry.left_round or 0}),
        (bool(missed), _("bye in round %(rounds)s") % {"rounds": ", ".join(map(str, missed))}),
        (entry.fixed_table is not None, _("table %(table)d") % {"table": entry.fixed_table or 0}),
        (entry.checked_in_at is not None and event.takes_entries, _("present")),
    )
    return tuple(words for holds, words in told if holds)
