"""What contests do when an owner of bots leaves."""

from typing import Any

from django.dispatch import receiver

from games.contests.services.entering import withdraw_for_good
from league.members.models import Account
from league.members.signals import account_leaving


@receiver(account_leaving, dispatch_uid="games.contests.withdraw")
def withdraw_bots(*, account: Account, **_: Any) -> None:
    """Nobody's bots are in no contest that is still open."""
    withdraw_for_good(account)
