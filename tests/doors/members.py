"""Doors of accounts and people."""

from collections.abc import Sequence

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.utils.http import urlsafe_base64_encode

from league.accounts.mail import CHANGE_SALT, CONFIRMATION_SALT, AddressChange
from league.accounts.services.notifications import link_to_end
from league.accounts.services.one_time_links import issue_claim_link
from league.accounts.services.players import make_player
from league.accounts.services.tokens import make_token
from tests.doors.door import Door, of_site
from tests.doors.outcomes import ACCOUNTS, EVERYBODY, LED_ON, NOBODY, ONESELF, OPEN, REFUSED, SIGN_IN, all_get
from tests.doors.world import World, thing


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


def token(world: World) -> Sequence[object]:
    """Her own, and nobody else's."""
    return [token_of_eilidh(world)]


def claim_link(world: World) -> Sequence[object]:
    """Return a token that opens the page for its holder."""
    return [token_for_iain(world)]


def end_of_notices(world: World) -> Sequence[object]:
    """The end of a mail to Eilidh."""
    return [link_to_end(world.eilidh, "round").rstrip("/").rpartition("/")[2]]


def in_the_demo(_world: World) -> Sequence[object]:
    """Somebody of the demo, where there is one."""
    return ["secretary"]


def owner_link(_world: World) -> Sequence[object]:
    """A link to own a place that somebody owns already."""
    return ["made-up"]


DOORS: tuple[Door, ...] = (
    of_site("members:sign-in", "GET", all_get(LED_ON, anonymous=OPEN)),
    of_site("members:sign-in", "POST", EVERYBODY),
    of_site("members:sign-out", "POST", EVERYBODY),
    of_site("members:admin-sign-in", "GET", all_get(REFUSED, anonymous=SIGN_IN, operator=SIGN_IN)),
    of_site("members:admin-password", "GET", all_get(LED_ON)),
    of_site("members:look", "POST", NOBODY, in_the_demo),  # the world has no demo
    of_site("members:sign-up", "GET", all_get(LED_ON, anonymous=OPEN)),
    of_site("members:sign-up", "POST", EVERYBODY),
    of_site("members:account", "GET", ACCOUNTS),
    of_site("members:account", "POST", ACCOUNTS),
    of_site("members:language", "POST", ACCOUNTS),
    of_site("members:password", "GET", ACCOUNTS),
    of_site("members:password", "POST", ACCOUNTS),
    of_site("members:confirm", "GET", EVERYBODY, confirmation),
    of_site("members:confirm", "POST", EVERYBODY, confirmation),
    of_site("members:confirm-again", "POST", ACCOUNTS),
    of_site("members:address", "GET", ACCOUNTS),
    of_site("members:address", "POST", ACCOUNTS),
    of_site("members:new-address", "GET", ONESELF, change_of_address),
    of_site("members:new-address", "POST", ONESELF, change_of_address),
    of_site("members:tokens", "GET", ACCOUNTS),
    of_site("members:tokens", "POST", ACCOUNTS),
    of_site("members:revoke-token", "GET", ONESELF, token),
    of_site("members:revoke-token", "POST", ONESELF, token),
    of_site("members:notices", "GET", ACCOUNTS),
    of_site("members:notices", "POST", ACCOUNTS),
    of_site("members:end-notices", "GET", EVERYBODY, end_of_notices),
    of_site("members:end-notices", "POST", EVERYBODY, end_of_notices),
    of_site("members:own-data", "GET", ACCOUNTS),
    of_site("members:delete", "GET", ACCOUNTS),
    of_site("members:delete", "POST", ACCOUNTS),
    of_site("members:deleted", "GET", EVERYBODY),
    of_site("members:open-claim-link", "GET", all_get(LED_ON), claim_link),
    of_site("members:claim-player", "GET", NOBODY),
    of_site("members:claim-player", "POST", NOBODY),
    of_site("members:password-reset", "GET", EVERYBODY),
    of_site("members:password-reset", "POST", EVERYBODY),
    of_site("members:password-reset-written", "GET", EVERYBODY),
    of_site("members:password-reset-set", "GET", all_get(LED_ON), reset),
    of_site("members:password-reset-set", "POST", EVERYBODY, reset),
    of_site("members:claim", "GET", NOBODY, owner_link),
    of_site("members:own", "GET", NOBODY),
    of_site("members:own", "POST", NOBODY),
)
