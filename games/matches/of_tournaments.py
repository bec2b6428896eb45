"""Which matches decide games of tournaments."""

from collections.abc import Collection, Mapping

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.occasions import Kind, Occasion
from league.clubs.rules import Asker
from league.tournaments.links import links_to_tables
from league.tournaments.models import Leg

OF_A_TOURNAMENT = Q(Exists(Leg.objects.filter(subject=OuterRef("subject"))))


def tables_of(matches: Collection[Match], asker: Asker) -> Mapping[int, Occasion]:
    """Return the round and table of each match that decides one; without a name where the asker may not see it."""
    subjects = [match.subject for match in matches]
    decided = set(Leg.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    links = links_to_tables(decided, asker) if decided else {}
    found: dict[int, Occasion] = {}
    for match in matches:
        if link := links.get(match.subject):
            found[match.pk] = Occasion(Kind.TOURNAMENT, link.words, link.href)
        elif match.subject in decided:
            found[match.pk] = Occasion(Kind.TOURNAMENT, _("a tournament"))
    return found
