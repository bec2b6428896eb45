"""The one-time link that makes an account the first site admin."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.members.demo_accounts import refuse_for_the_demo
from league.members.errors import LinkSpent
from league.members.models import Account, OneTimeLink
from league.members.queries import owner_link_behind, place_has_an_owner
from league.members.signals import place_claimed

LIFE = timedelta(days=7)


@transaction.atomic
def issue_owner_link() -> str | None:
    """Return the token of a new link to own this place, or `None` when somebody owns it.

    Links issued before stop working. Only the token's hash is kept, so it can be shown only now.
    """
    if place_has_an_owner():
        return None
    links = OneTimeLink.objects.filter(purpose=OneTimeLink.Purpose.OWN_THE_PLACE)
    links.filter(used_at=None).delete()
    token = secrets.token_urlsafe(32)
    links.create(purpose=OneTimeLink.Purpose.OWN_THE_PLACE, token_hash=hash_of(token), expires_at=timezone.now() + LIFE)
    return token


@transaction.atomic
def claim_place(*, token: str, account: Account) -> Account:
    """Use the link up: `account` becomes a site admin.

    Raise `LinkSpent` and `DemoStays`, with nothing changed.
    """
    refuse_for_the_demo(account)
    link = owner_link_behind(hash_of(token), lock=True)
    if link is None or place_has_an_owner():
        raise LinkSpent(spent_sentence())
    link.used_at, link.used_by = timezone.now(), account
    link.save(update_fields=["used_at", "used_by"])
    account.is_staff = account.is_superuser = True
    account.save(update_fields=["is_staff", "is_superuser"])
    place_claimed.send(sender=Account, account=account)
    return account


def check_owner_link(token: str) -> None:
    """Raise `LinkSpent` unless the link still works; it is not used up by asking."""
    if owner_link_behind(hash_of(token)) is None or place_has_an_owner():
        raise LinkSpent(spent_sentence())


def spent_sentence() -> str:
    """Return the message for an invalid link."""
    return _(
        "This link no longer works. It was used or replaced, or it has expired. Create a new link with “python3"
        " manage.py ownerlink”."
    )


def hash_of(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
