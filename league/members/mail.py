"""Mails to members. Each is written into the outbox by the transaction that causes it; nothing waits for it."""

from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from league.members.models import Account

CONFIRMATION_SALT = "moothill.confirm-address"
CONFIRMATION_LIFE = 14 * 24 * 3600  # seconds


def write_confirmation(account: Account) -> None:
    """Ask an account by mail to confirm that its address reaches it."""
    token = signing.dumps({"account": account.public_id, "email": account.email}, salt=CONFIRMATION_SALT)
    address = settings.SITE_ADDRESS + reverse("members:confirm", args=[token])
    body = render_to_string("members/mail/confirm.txt", {"address": address})
    send_mail(_("Moothill: is this your address?"), body, None, [account.email])


def read_confirmation(token: str) -> tuple[str, str] | None:
    """Return the account's public id and the address a confirmation is about; `None` when it is void or too old."""
    try:
        facts = signing.loads(token, salt=CONFIRMATION_SALT, max_age=CONFIRMATION_LIFE)
    except signing.BadSignature:
        return None
    return facts["account"], facts["email"]
