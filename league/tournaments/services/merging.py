"""What becomes of entries when two players turn out to be one."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs.models import Club, Membership
from league.members.errors import CannotBeMerged
from league.members.models import Player
from league.shared.live import announce
from league.tournaments.models import Entry, Tournament


@transaction.atomic
def hold_what_is_theirs(*, players: Collection[Player]) -> None:
    """Lock the events they are entered in, then the clubs they belong to; their own rows come after these."""
    names = [name for player in players for name in _all_names_of(player)]
    entered = Entry.objects.filter(player__in=names).values("tournament")
    list(Tournament.objects.select_for_update().filter(pk__in=entered).order_by("pk"))
    belongs = Membership.objects.filter(player__in=names).values("club")
    list(Club.objects.select_for_update().filter(pk__in=belongs).order_by("pk"))


@transaction.atomic
def carry_entries_over(*, former: Player, standing: Player) -> None:
    """Let `standing` be entered where `former` is, in events that have not begun; see `merge_players`.

    In those that have, the entry stays with the player whom the ledger names, and pages name who stands for them.
    Raises `CannotBeMerged` where both are entered.
    """
    entered = Entry.objects.filter(player__in=_all_names_of(former)).values("tournament")
    events = list(Tournament.objects.select_for_update().filter(pk__in=entered).order_by("pk"))
    twice = Entry.objects.filter(tournament__in=events, player__in=_all_names_of(standing)).first()
    if twice is not None:
        words = {"one": former, "other": standing, "event": twice.tournament}
        raise CannotBeMerged(
            _("%(one)s and %(other)s are both entered in %(event)s; an organiser takes one of them out first.") % words
        )
    before = [event for event in events if event.takes_entries]
    Entry.objects.filter(tournament__in=before, player=former).update(player=standing)
    announce(*(event.topic for event in events))


def _all_names_of(player: Player) -> list[int]:
    return [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
