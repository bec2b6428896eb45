"""Who a name may mean: members of the club, and people who have played there before."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from league.clubs.models import Club
from league.clubs.naming import show_names_apart
from league.members.models import Player
from league.members.names import free_name
from league.members.services.players import LONGEST_NAME
from league.shared.likeness import Names
from league.tournaments.models import Tournament

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
    show_names_apart(found, event.club)
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
