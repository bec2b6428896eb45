"""Two players turn out to be one person."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.members.errors import CannotBeMerged
from league.members.models import OneTimeLink, Player
from league.members.signals import players_merging, players_met
from league.shared.live import announce


@transaction.atomic
def merge_players(*, former: Player, standing: Player) -> Player:
    """Let `standing` stand for `former` too, with everything either played; return `standing`.

    Rows of the past keep the player that they were written with: the ledger is never changed, and everything that
    reads it asks for `merged_into`. What is of the present goes over (memberships, entries of events that have not
    begun). The floors above do that, or refuse, when they hear `players_merging`. Merging the same two again changes
    nothing; two at once wait for each other, as does whoever seats one of them at a table meanwhile.

    Raises `CannotBeMerged` when both are the same, a bot is among them, or they sat at one table or are entered in one
    event: then they are two people, or somebody has to be taken out first.
    """
    former, standing = hold_both(former, standing)
    if former.merged_into_id == standing.pk:
        return standing
    _check(former, standing)
    players_merging.send(sender=Player, former=former, standing=standing)
    OneTimeLink.objects.filter(player__in=[former, standing], used_at=None).delete()  # made for one of them alone
    Player.objects.filter(merged_into=former).update(merged_into=standing)
    former.merged_into = standing
    former.save(update_fields=["merged_into"])
    announce(f"player:{former.public_id}", f"player:{standing.public_id}")
    return standing


def hold_both(former: Player, standing: Player) -> tuple[Player, Player]:
    """The two, theirs alone to change until the transaction ends.

    What the floors above change with them comes first, as everywhere: whoever holds an event or a club goes on to lock
    the players whom they seat or admit.
    """
    players_met.send(sender=Player, former=former, standing=standing)
    rows = Player.objects.select_for_update().filter(pk__in=[former.pk, standing.pk]).order_by("pk")
    locked = {player.pk: player for player in rows}
    return locked[former.pk], locked[standing.pk]


def _check(former: Player, standing: Player) -> None:
    words = {"one": former, "other": standing}
    if former.pk == standing.pk or standing.merged_into_id is not None or former.merged_into_id is not None:
        raise CannotBeMerged(_("%(one)s and %(other)s are one player already.") % words)
    if former.is_bot or standing.is_bot:
        raise CannotBeMerged(_("%(one)s and %(other)s cannot become one: a bot is among them.") % words)
    if former.account_id is not None:
        raise CannotBeMerged(_("%(one)s has an account; delete it first, or merge the other way round.") % words)
