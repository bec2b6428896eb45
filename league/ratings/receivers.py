"""What the ratings do when the ledger grows: they wake a worker, after the commit."""

from typing import Any

from django.dispatch import receiver

from league.ratings.waking import wake
from league.results.signals import results_entered


@receiver(results_entered)
def fold_soon(pool_id: int, **_: Any) -> None:
    """Have the pool folded."""
    wake(pool_id)
