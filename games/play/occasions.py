"""Which matches are games of a person against bots."""

from collections.abc import Collection, Mapping

from django.db.models import Q
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.occasions import Kind, Occasion
from games.play.models import Sitting
from league.clubs.rules import Asker

OF_A_PERSON = Q(sitting__isnull=False)


def practice_of(matches: Collection[Match], _asker: Asker) -> Mapping[int, Occasion]:
    """Return the occasion of each match that a person played in the browser."""
    played = Sitting.objects.filter(match__in=matches).values_list("match", flat=True)
    return {match: Occasion(Kind.PRACTICE, _("game against bots")) for match in played}
