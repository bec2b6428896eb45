"""What the ratings do when the ledger grows, and when a player is called otherwise or turns out to be another."""

from typing import Any

from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver

from league.members.models import Player
from league.ratings.models import Fold, Rating
from league.ratings.waking import wake
from league.results.signals import results_entered
from league.shared.live import announce


@receiver(results_entered)
def fold_soon(pool_id: int, **_: Any) -> None:
    """Have the pool folded."""
    wake(pool_id)


@receiver(post_save, sender=Player)
def draw_anew(instance: Player, created: bool, **_: Any) -> None:
    """Let every leaderboard that names the player be drawn anew."""
    if created:
        return
    folds = Fold.objects.filter(pool__in=Rating.objects.filter(player=instance).values("pool"))
    if folds.update(revision=F("revision") + 1):
        announce(*(f"pool:{public_id}" for public_id in folds.values_list("pool__public_id", flat=True)))
