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
    of_site("members:sign-in", "GET", all_get(LED_ON, anonymous=OPEN)),
    of_site("members:sign-in", "POST", EVERYBODY),
    of_site("members:sign-out", "POST", EVERYBODY),
    of_site("members:admin-sign-in", "GET", all_get(REFUSED, anonymous=SIGN_IN, operator=SIGN_IN)),
    of_site("members:admin-password", "GET", all_get(LED_ON)),
    of_site("members:look", "POST", NOBODY, in_the_demo),  # the world has no demo
    of_site("members:sign-up", "GET", all_get(LED_ON, anonymous=OPEN)),
    of_site("members:sign-up", "POST", EVERYBODY),
    of_site("members:account", "GET POST", ACCOUNTS),
    of_site("members:language", "POST", ACCOUNTS),
    of_site("members:password", "GET POST", ACCOUNTS),
    of_site("members:confirm", "GET POST", EVERYBODY, confirmation),
    of_site("members:confirm-again", "POST", ACCOUNTS),
    of_site("members:address", "GET POST", ACCOUNTS),
    of_site("members:new-address", "GET POST", ONESELF, change_of_address),
    of_site("members:tokens", "GET POST", ACCOUNTS),
    of_site("members:revoke-token", "GET POST", ONESELF, token),
    of_site("members:notices", "GET POST", ACCOUNTS),
    of_site("members:end-notices", "GET POST", EVERYBODY, end_of_notices),
    of_site("members:own-data", "GET", ACCOUNTS),
    of_site("members:delete", "GET POST", ACCOUNTS),
    of_site("members:deleted", "GET", EVERYBODY),
    of_site("members:open-claim-link", "GET", all_get(LED_ON), claim_link),
    of_site("members:claim-player", "GET POST", NOBODY),
    of_site("members:password-reset", "GET POST", EVERYBODY),
    of_site("members:password-reset-written", "GET", EVERYBODY),
    of_site("members:password-reset-set", "GET", all_get(LED_ON), reset),
    of_site("members:password-reset-set", "POST", EVERYBODY, reset),
    of_site("members:claim", "GET", NOBODY, owner_link),
    of_site("members:own", "GET POST", NOBODY),
)
