"""What happens to records when somebody deletes their account."""

from django.dispatch import receiver

from games.records.services.forgetting import forget_drafts
from league.members.models import Player
from league.members.signals import account_leaving


@receiver(account_leaving, dispatch_uid="drafts go")
def forget_what_was_not_sent(*, player: Player | None, **_: object) -> None:
    """Drafts, and what was refused or taken back, existed for them alone."""
    if player is not None:
        forget_drafts(player=player)
