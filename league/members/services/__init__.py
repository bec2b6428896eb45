"""Every change to accounts and players."""

from league.members.services.accounts import (
    change_account,
    choose_language,
    confirm_address,
    join_as,
    register_account,
)
from league.members.services.addresses import ask_to_change_address, change_address, confirm_again
from league.members.services.changes import note, note_each
from league.members.services.claiming import assign_player, claim_player, issue_claim_link, revoke_claim_link
from league.members.services.leaving import anonymise_player, delete_account
from league.members.services.looking import make_demo_account
from league.members.services.merging import merge_players, preview_merge, undo_merge
from league.members.services.ownership import claim_place, issue_owner_link
from league.members.services.players import make_bot_player, make_player, player_for, rename_player
from league.members.services.telling import choose_notices, notify
from league.members.services.tokens import make_token, revoke_token, use_token

__all__ = [
    "anonymise_player",
    "ask_to_change_address",
    "assign_player",
    "change_account",
    "change_address",
    "choose_language",
    "choose_notices",
    "claim_place",
    "claim_player",
    "confirm_address",
    "confirm_again",
    "delete_account",
    "issue_claim_link",
    "issue_owner_link",
    "join_as",
    "make_bot_player",
    "make_demo_account",
    "make_player",
    "make_token",
    "merge_players",
    "note",
    "note_each",
    "notify",
    "player_for",
    "preview_merge",
    "register_account",
    "rename_player",
    "revoke_claim_link",
    "revoke_token",
    "undo_merge",
    "use_token",
]
