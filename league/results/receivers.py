"""What the ledger says to two players becoming one."""

from django.dispatch import receiver
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.members.errors import CannotBeMerged
from league.members.models import Player
from league.members.signals import merge_proposed
from league.results.selectors import count_of_games, met_at_a_table


@receiver(merge_proposed, dispatch_uid="nobody meets themselves")
def keep_apart_who_met(*, former: Player, standing: Player, **_more: object) -> list[str]:
    """Say how many games go over; who sat at one table with somebody is somebody else."""
    if met_at_a_table(former, standing):
        words = {"one": former, "other": standing}
        told = _("%(one)s and %(other)s played at the same table, so they are two people.") % words
        remedy = _("If a result has the wrong player, ask an organiser to correct it first.")
        raise CannotBeMerged(f"{told} {remedy}")
    games = count_of_games(former)
    sentence = ngettext(
        "%(count)d game of %(one)s counts for %(other)s.", "%(count)d games of %(one)s count for %(other)s.", games
    )
    return [sentence % {"count": games, "one": former, "other": standing}]
