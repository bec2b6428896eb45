"""Entries of two players who are merged."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.errors import CannotBeMerged, CannotBeSeparated
from league.accounts.models import Player
from league.clubs.models import Club, Membership
from league.common.live import announce
from league.tournaments.models import Entry, Tournament


@transaction.atomic
def hold_what_is_theirs(*, players: Collection[Player]) -> None:
    """Lock the tournaments the players are entered in, then their clubs; lock the players after these."""
    names = [name for player in players for name in _all_names_of(player)]
    entered = Entry.objects.filter(player__in=names).values("tournament")
    list(Tournament.objects.select_for_update().filter(pk__in=entered).order_by("pk"))
    belongs = Membership.objects.filter(player__in=names).values("club")
    list(Club.objects.select_for_update().filter(pk__in=belongs).order_by("pk"))


@transaction.atomic
def carry_entries_over(*, former: Player, standing: Player) -> list[str]:
    """Give the entries of `former` to `standing` in tournaments that have not started; see `merge_players`.

    In started ones the entry keeps the player of its results, and pages show the merged player. Return the public ids
    of the moved entries."""
    entered = Entry.objects.filter(player__in=_all_names_of(former)).values("tournament")
    events = list(Tournament.objects.select_for_update().filter(pk__in=entered).order_by("pk"))
    before = [event for event in events if event.takes_entries]
    moving = Entry.objects.filter(tournament__in=before, player=former)
    moved = list(moving.order_by("pk").values_list("public_id", flat=True))
    moving.update(player=standing)
    announce(*(event.topic for event in events))
    return moved


def entries_to_move(former: Player, standing: Player) -> list[str]:
    """List the tournaments where `standing` replaces `former`. Raise `CannotBeMerged` if one has entries of both."""
    entered = Tournament.objects.filter(entries__player__in=_all_names_of(former))
    twice = entered.filter(pk__in=Entry.objects.filter(player__in=_all_names_of(standing)).values("tournament")).first()
    words: dict[str, object] = {"one": former, "other": standing}
    if twice is not None:
        words |= {"event": twice}
        raise CannotBeMerged(
            _("%(one)s and %(other)s are both entered in %(event)s. Remove one of them first.") % words
        )
    names = list(entered.order_by("-pk").values_list("name", flat=True).distinct())
    return [_("%(event)s lists %(other)s instead of %(one)s.") % (words | {"event": name}) for name in names]


@transaction.atomic
def carry_entries_back(*, former: Player, standing: Player, entries: Collection[str]) -> None:
    """Give `former` their entries back. Raise `CannotBeSeparated` if one of the tournaments has started."""
    moved = Entry.objects.filter(public_id__in=entries, player=standing)
    events = list(Tournament.objects.select_for_update().filter(pk__in=moved.values("tournament")).order_by("pk"))
    for event in events:
        if not event.takes_entries:
            words = {"other": standing, "event": event}
            raise CannotBeSeparated(
                _("%(other)s plays in %(event)s, which began after the merge. The merge can no longer be undone.")
                % words
            )
    moved.update(player=former)
    announce(*(event.topic for event in events))


def _all_names_of(player: Player) -> list[int]:
    return [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
