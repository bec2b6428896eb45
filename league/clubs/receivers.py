"""What clubs do when something happens below them."""

from typing import Any

from django.dispatch import receiver

from league.clubs.services import own_orphaned_clubs
from league.members.models import Account
from league.members.services import player_for
from league.members.signals import place_claimed


@receiver(place_claimed)
def give_clubs_an_owner(*, account: Account, **_: Any) -> None:
    """Whoever owns the place owns the clubs that nobody owns."""
    own_orphaned_clubs(player=player_for(account))
