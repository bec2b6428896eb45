"""The pages of accounts: in and out, what an account may see and change of itself, and links that are claimed."""

from league.members.views.account import (
    account,
    address,
    confirm,
    confirm_again,
    delete,
    deleted,
    language,
    new_address,
    own_data,
)
from league.members.views.claiming import claim_player, open_claim_link
from league.members.views.looking import look
from league.members.views.notices import end_notices, notices
from league.members.views.signing import (
    AskForReset,
    ChangePassword,
    ResetWritten,
    SetPassword,
    SignIn,
    SignOut,
    admin_sign_in,
    claim,
    open_owner_link,
    sign_up,
)
from league.members.views.tokens import revoke_one, tokens

__all__ = [
    "AskForReset",
    "ChangePassword",
    "ResetWritten",
    "SetPassword",
    "SignIn",
    "SignOut",
    "account",
    "address",
    "admin_sign_in",
    "claim",
    "claim_player",
    "confirm",
    "confirm_again",
    "delete",
    "deleted",
    "end_notices",
    "language",
    "look",
    "new_address",
    "notices",
    "open_claim_link",
    "open_owner_link",
    "own_data",
    "revoke_one",
    "sign_up",
    "tokens",
]
