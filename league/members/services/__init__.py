"""Every change to accounts and players."""

from league.members.services.accounts import change_account, confirm_address, register_account
from league.members.services.ownership import claim_place, issue_owner_link
from league.members.services.players import make_bot_player, make_player, player_for, rename_player

__all__ = [
    "change_account",
    "claim_place",
    "confirm_address",
    "issue_owner_link",
    "make_bot_player",
    "make_player",
    "player_for",
    "register_account",
    "rename_player",
]
