"""What the ledger says to two players becoming one."""

from django.dispatch import receiver
from django.utils.translation import gettext as _

from league.members.errors import CannotBeMerged
from league.members.models import Player
from league.members.signals import players_merging
from league.results.selectors import met_at_a_table


@receiver(players_merging, dispatch_uid="nobody meets themselves")
def keep_apart_who_met(*, former: Player, standing: Player, **_more: object) -> None:
    """Who sat at one table with somebody is somebody else."""
    if met_at_a_table(former, standing):
        words = {"one": former, "other": standing}
        told = _("%(one)s and %(other)s sat at one table, so they are two people.") % words
        raise CannotBeMerged(f"{told} {_('If a result names the wrong one, an organiser corrects it first.')}")
