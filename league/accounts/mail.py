"""Mails about accounts, written into the outbox within the transaction, and the tokens in their links."""

from typing import Any, NamedTuple

from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.accounts.models import Account, ApiToken
from league.accounts.scopes import in_words

CONFIRMATION_SALT = "moothill.confirm-address"
CONFIRMATION_LIFE = 14 * 24 * 3600  # seconds
CHANGE_SALT = "moothill.change-address"
CHANGE_LIFE = 24 * 3600  # seconds


class AddressChange(NamedTuple):
    """The content of a link that changes an address: public id of the account, old and new address."""

    account: str
    old: str
    new: str


def write_confirmation(account: Account) -> None:
    """Ask an account to confirm its address."""
    token = signing.dumps({"account": account.public_id, "email": account.email}, salt=CONFIRMATION_SALT)
    facts = {"address": settings.SITE_ADDRESS + reverse("accounts:confirm-email", args=[token])}
    _write(account, account.email, _("Moothill: confirm your e-mail address"), "confirm", facts)


def read_confirmation(token: str) -> tuple[str, str] | None:
    """Return the account's public id and the address a confirmation is about; `None` when it is void or too old."""
    facts = _read(token, CONFIRMATION_SALT, CONFIRMATION_LIFE)
    return (facts["account"], facts["email"]) if facts else None


def write_change(account: Account, email: str) -> None:
    """Ask the reader of a new address to confirm it."""
    token = signing.dumps(AddressChange(account.public_id, account.email, email), salt=CHANGE_SALT)
    facts = {
        "old": account.email,
        "address": settings.SITE_ADDRESS + reverse("accounts:confirm-new-email", args=[token]),
    }
    _write(account, email, _("Moothill: confirm your new e-mail address"), "change", facts)


def read_change(token: str) -> AddressChange | None:
    """Return what a link to change an address is about; `None` when it is void or too old."""
    facts = _read(token, CHANGE_SALT, CHANGE_LIFE)
    return AddressChange(*facts) if facts else None


def write_address_changed(account: Account, old: str) -> None:
    """Tell the old address of the change."""
    _write(account, old, _("Moothill: your e-mail address was changed"), "changed", {"old": old, "new": account.email})


def write_token_created(account: Account, token: ApiToken) -> None:
    """Tell an account that a token was created, without its secret: it may have been somebody else."""
    with translation.override(account.language):
        scopes = in_words(token.scopes)
    facts = {"token": token, "scopes": scopes, "address": settings.SITE_ADDRESS + reverse("accounts:tokens")}
    _write(account, account.email, _("Moothill: new API token"), "token", facts)


def _write(account: Account, recipient: str, subject: Promise, template: str, facts: dict[str, Any]) -> None:
    """Write a mail in the language of the account."""
    with translation.override(account.language):
        body = render_to_string(f"members/mail/{template}.txt", facts)
        send_mail(str(subject), body, None, [recipient])


def _read(token: str, salt: str, life: int) -> Any:
    """Return what was signed; `None` when the signature is void or older than `life` seconds."""
    try:
        return signing.loads(token, salt=salt, max_age=life)
    except signing.BadSignature:
        return None
