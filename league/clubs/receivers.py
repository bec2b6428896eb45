"""What clubs do when something happens below them."""

from typing import Any

from django.dispatch import receiver

from league.clubs.selectors import memberships_to_move
from league.clubs.services.clubs import own_orphaned_clubs
from league.clubs.services.inviting import forget_invitations
from league.clubs.services.merging import move_invitations, move_memberships, restore_invitations, restore_memberships
from league.clubs.services.people import leave_all_clubs, note_claim
from league.members.models import Account, Player
from league.members.services.players import player_for
from league.members.signals import (
    account_leaving,
    merge_proposed,
    merge_undoing,
    place_claimed,
    player_claimed,
    players_merging,
)


@receiver(place_claimed)
def give_clubs_an_owner(*, account: Account, **_: Any) -> None:
    """Whoever owns the place owns the clubs that nobody owns."""
    own_orphaned_clubs(player=player_for(account))


@receiver(players_merging)
def carry_memberships_over(*, former: Player, standing: Player, changes: dict[str, Any], **_: Any) -> None:
    """Who stands for both belongs to the clubs of both, with the higher role."""
    changes["clubs"] = move_memberships(former=former, standing=standing)
    changes["invitations"] = move_invitations(former=former, standing=standing)


@receiver(merge_undoing)
def put_memberships_back(*, former: Player, standing: Player, changes: dict[str, Any], **_: Any) -> None:
    """Both belong to the clubs that they belonged to before the merge."""
    restore_memberships(former=former, standing=standing, moves=changes["clubs"])
    restore_invitations(former=former, standing=standing, invitations=changes["invitations"])


@receiver(merge_proposed)
def name_memberships(*, former: Player, standing: Player, **_: Any) -> list[str]:
    """Say which clubs and roles the one who stays takes over."""
    return memberships_to_move(former, standing)


@receiver(player_claimed)
def tell_the_clubs(*, player: Player, claimed: Player, account: Account, **_: Any) -> None:
    """The log of their clubs says that somebody came to be themselves."""
    note_claim(player=player, claimed=claimed, account=account)


@receiver(account_leaving)
def leave_clubs(*, player: Player | None, account: Account, **_: Any) -> None:
    """Nobody belongs to a club who is gone, nor is asked into one; its last owner hands it on first."""
    forget_invitations(account=account)
    if player is not None:
        leave_all_clubs(player=player, account=account)
