"""Access to accounts and people."""

from collections.abc import Sequence

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.utils.http import urlsafe_base64_encode

from league.accounts.mail import CHANGE_SALT, CONFIRMATION_SALT, AddressChange
from league.accounts.services.notifications import end_link
from league.accounts.services.one_time_links import issue_claim_link
from league.accounts.services.players import make_player
from league.accounts.services.tokens import make_token
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, LED_ON, NOBODY, ONESELF, OPEN, REFUSED, SIGN_IN, all_get
from tests.permissions.rows import Row, ids, of_site
from tests.permissions.world import World, thing


def confirmation(world: World) -> Sequence[object]:
    """Return the token of a mail to Eilidh; opening it proves that the reader has her mail."""
    return [signing.dumps({"account": world.eilidh.public_id, "email": world.eilidh.email}, salt=CONFIRMATION_SALT)]


def reset(world: World) -> Sequence[object]:
    """Return the parts of the link in a password reset mail to Eilidh."""
    eilidh = world.eilidh
    return [urlsafe_base64_encode(str(eilidh.pk).encode()), default_token_generator.make_token(eilidh)]


def change_of_address(world: World) -> Sequence[object]:
    """Return the token in a mail to Eilidh's new address; only she herself can use it."""
    eilidh = world.eilidh
    return [signing.dumps(AddressChange(eilidh.public_id, eilidh.email, "new@example.org"), salt=CHANGE_SALT)]


@thing
def token_for_iain(world: World) -> str:
    """The claim link that an organiser handed to Iain, who has no account."""
    return issue_claim_link(player=make_player(name="Iain"))


@thing
def token_of_eilidh(world: World) -> str:
    """By which a program of Eilidh's acts."""
    make_token(account=world.eilidh, name="Laptop", scopes=["bots:play"], expires=None)
    return world.eilidh.tokens.get().public_id


token = ids(token_of_eilidh)
claim_link = ids(token_for_iain)


def end_of_notices(world: World) -> Sequence[object]:
    """The end of a mail to Eilidh."""
    return [end_link(world.eilidh, "round").rstrip("/").rpartition("/")[2]]


in_the_demo = ids("secretary")
owner_link = ids("made-up")


ROWS: tuple[Row, ...] = (
    of_site("accounts:sign-in", "GET", all_get(LED_ON, anonymous=OPEN)),
    of_site("accounts:sign-in", "POST", EVERYBODY),
    of_site("accounts:sign-out", "POST", EVERYBODY),
    of_site("accounts:admin-sign-in", "GET", all_get(REFUSED, anonymous=SIGN_IN, operator=SIGN_IN)),
    of_site("accounts:admin-password", "GET", all_get(LED_ON)),
    of_site("accounts:demo-sign-in", "POST", NOBODY, in_the_demo),  # the world has no demo
    of_site("accounts:sign-up", "GET", all_get(LED_ON, anonymous=OPEN)),
    of_site("accounts:sign-up", "POST", EVERYBODY),
    of_site("accounts:account", "GET POST", ACCOUNTS),
    of_site("accounts:language", "POST", ACCOUNTS),
    of_site("accounts:change-password", "GET POST", ACCOUNTS),
    of_site("accounts:confirm-email", "GET POST", EVERYBODY, confirmation),
    of_site("accounts:resend-confirmation", "POST", ACCOUNTS),
    of_site("accounts:change-email", "GET POST", ACCOUNTS),
    of_site("accounts:confirm-new-email", "GET POST", ONESELF, change_of_address),
    of_site("accounts:tokens", "GET POST", ACCOUNTS),
    of_site("accounts:revoke-token", "GET POST", ONESELF, token),
    of_site("accounts:notifications", "GET POST", ACCOUNTS),
    of_site("accounts:unsubscribe", "GET POST", EVERYBODY, end_of_notices),
    of_site("accounts:export-data", "GET", ACCOUNTS),
    of_site("accounts:delete", "GET POST", ACCOUNTS),
    of_site("accounts:deleted", "GET", EVERYBODY),
    of_site("accounts:open-claim-link", "GET", all_get(LED_ON), claim_link),
    of_site("accounts:claim-player", "GET POST", NOBODY),
    of_site("accounts:password-reset", "GET POST", EVERYBODY),
    of_site("accounts:password-reset-sent", "GET", EVERYBODY),
    of_site("accounts:password-reset-set", "GET", all_get(LED_ON), reset),
    of_site("accounts:password-reset-set", "POST", EVERYBODY, reset),
    of_site("accounts:open-admin-link", "GET", NOBODY, owner_link),
    of_site("accounts:become-admin", "GET POST", NOBODY),
)
