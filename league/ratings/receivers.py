"""What the ratings do when the ledger grows, and when a player is called otherwise or turns out to be another."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from league.clubs.models import Membership
from league.clubs.signals import club_changed
from league.members.models import Player
from league.members.signals import merge_undoing, players_merging
from league.ratings.models import Fold, Rating
from league.ratings.waking import wake
from league.shared.live import announce


@receiver(post_save, sender=Player)
def draw_anew(instance: Player, created: bool, **_: Any) -> None:
    """Let every leaderboard that names the player be drawn anew."""
    if not created:
        _revise(Fold.objects.filter(pk__in=Rating.objects.filter(player=instance).values("fold")))


@receiver([post_save, post_delete], sender=Membership)
def name_anew(instance: Membership, **_: Any) -> None:
    """Let them be drawn anew where coming to a club or leaving it may change how strangers read a name."""
    if instance.club.shortens_names:
        _revise(Fold.objects.filter(pk__in=Rating.objects.filter(player=instance.player_id).values("fold")))


@receiver(club_changed)
def draw_all_anew(**_: Any) -> None:
    """A club that became private, or is called otherwise, may stand in the choices above any leaderboard."""
    _revise(Fold.objects.all())


@receiver(players_merging)
def fold_anew(former: Player, **_: Any) -> None:
    """Have every pool folded in which the former player has a rating; a sweep would find them too."""
    for pool in Rating.objects.filter(player=former).values_list("fold__pool", flat=True).distinct():
        transaction.on_commit(partial(wake, pool), robust=True)


@receiver(merge_undoing)
def fold_apart(former: Player, standing: Player, **_: Any) -> None:
    """Have every pool folded anew that read the two as one; until then a sweep finds it behind."""
    read_as_one = Fold.objects.filter(merges__contains={str(former.pk): standing.pk})
    others = Player.objects.filter(merged_into=former).values_list("pk", flat=True)
    for other in others:
        read_as_one |= Fold.objects.filter(merges__contains={str(other): standing.pk})
    pools = set(read_as_one.values_list("pool", flat=True))
    read_as_one.update(folded_number=0)
    for pool in pools:
        transaction.on_commit(partial(wake, pool), robust=True)


def _revise(folds: QuerySet[Fold]) -> None:
    if folds.update(revision=F("revision") + 1):
        announce(*(f"pool:{public_id}" for public_id in set(folds.values_list("pool__public_id", flat=True))))
