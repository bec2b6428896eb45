"""Who a name may mean: members of the club, and people who have played there before."""

from difflib import SequenceMatcher

from django.db.models import Q, QuerySet

from league.clubs.models import Club
from league.members.models import Player
from league.tournaments.models import Tournament

CLOSE = 0.8
MOST = 6


def known_people(club: Club) -> QuerySet[Player]:
    """Everybody the club knows: its members, and guests of its events, in no order."""
    there = Player.objects.filter(kind=Player.Kind.PERSON, merged_into=None, anonymised_at=None)
    return there.filter(Q(memberships__club=club) | Q(entries__tournament__club=club)).distinct()


def namesakes_of(event: Tournament, name: str) -> list[Player]:
    """Those whose name is this one, or nearly so, the nearest first; one query for all of the club's people."""
    return nearest(name, known_people(event.club))


def nearest(name: str, people: "QuerySet[Player] | list[Player]") -> list[Player]:
    """Those of `people` whose name is this one or nearly so, the nearest first, six at most."""
    wanted = folded(name)
    likeness = [(_likeness(wanted, folded(player.name)), player) for player in people] if wanted else []
    close = [(ratio, player) for ratio, player in likeness if ratio >= CLOSE]
    close.sort(key=lambda found: (-found[0], found[1].name, found[1].pk))
    return [player for _, player in close[:MOST]]


def folded(name: str) -> str:
    """A name as it is compared: in small letters, without doubled spaces."""
    return " ".join(name.casefold().split())


def _likeness(one: str, other: str) -> float:
    """From 0 to 1; 1 is the same. Somebody who left out the surname, or the first name, is close."""
    if one == other:
        return 1.0
    if one in other.split() or other in one.split():
        return 0.9
    matcher = SequenceMatcher(None, one, other)
    if matcher.real_quick_ratio() < CLOSE or matcher.quick_ratio() < CLOSE:
        return 0.0
    return matcher.ratio()
