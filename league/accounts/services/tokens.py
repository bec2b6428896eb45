"""API tokens: created, shown once, used, revoked."""

import re
import secrets
import string
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_variables

from league.accounts.audit_log import note
from league.accounts.demo import is_demo_address, refuse_demo_account
from league.accounts.errors import TokenNamed, TokenRefused, TooManyTokens, UnfitToken
from league.accounts.mail import write_token_created
from league.accounts.models import Account, ApiToken
from league.accounts.names import clean_name
from league.accounts.scopes import scopes as known_scopes
from league.accounts.services.one_time_links import hash_of
from league.accounts.signals import token_revoked
from league.common.timezones import with_zone

PREFIX: Final = "mh_"  # by which people recognise a leaked secret
SECRET_LENGTH: Final = 40  # of 62, about 238 bits
SHOWN_LENGTH: Final = len(PREFIX) + 4
MOST_TOKENS: Final = 20  # that work at a time, and that are made within a day
LONGEST_NAME: Final = 60
_ALPHABET: Final = string.ascii_letters + string.digits
LAST_USE_INTERVAL: Final = timedelta(minutes=1)


@sensitive_variables("secret")
@transaction.atomic
def make_token(*, account: Account, name: str, scopes: Collection[str], expires: timedelta | None) -> str:
    """Return the secret of a new token, which can be shown only now; a mail notifies the account.

    It works from now until `expires` is over, or until it is revoked. Raise `DemoAccountRefused`, `UnfitToken`,
    `TokenNamed`, `TooManyTokens`.
    """
    refuse_demo_account(account)
    account = Account.objects.select_for_update(no_key=True).get(pk=account.pk)  # two at once are counted both
    missing = _("Enter a name for the token, for example “ladder bot on the laptop”.")
    name, slugs = clean_name(name, LONGEST_NAME, UnfitToken, missing), _checked_scopes(scopes)
    if account.tokens.filter(name__iexact=name, revoked_at=None).exists():
        sentence = _("You already have a token named “%(name)s”. Revoke it first, or choose another name.")
        raise TokenNamed(sentence % {"name": name}, field="name")
    _check_few(account)
    secret = PREFIX + "".join(secrets.choice(_ALPHABET) for _ in range(SECRET_LENGTH))
    token = ApiToken.objects.create(
        account=account,
        name=name,
        scopes=slugs,
        secret_hash=hash_of(secret),
        prefix=secret[:SHOWN_LENGTH],
        expires_at=timezone.now() + expires if expires is not None else None,
    )
    note("token-made", gettext_noop("An API token was created."), by=account)
    write_token_created(account, token)
    return secret


@transaction.atomic
def revoke_token(*, token: ApiToken, by: Account) -> None:
    """Revoke a token. Idempotent."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        note("token-revoked", gettext_noop("An API token was revoked."), by=by)
        token_revoked.send(sender=ApiToken, account=token.account)


@sensitive_variables("secret")
def use_token(*, secret: str) -> ApiToken:
    """Return the valid token of a secret, with its account and player; its last use is saved once a minute.

    One query on an index, and none for a malformed secret. Raise `TokenRefused`.
    """
    token = None
    if re.fullmatch(rf"{PREFIX}[A-Za-z0-9]{{{SECRET_LENGTH}}}", secret):
        token = ApiToken.objects.select_related("account__player").filter(secret_hash=hash_of(secret)).first()
    if token is None:
        raise TokenRefused(_("Invalid token. Send the whole token, as “Authorization: Bearer mh_…”."))
    _check_works(token)
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at <= now - LAST_USE_INTERVAL:
        is_outdated = Q(last_used_at=None) | Q(last_used_at__lte=now - LAST_USE_INTERVAL)
        ApiToken.objects.filter(is_outdated, pk=token.pk).update(last_used_at=now)
    return token


def _check_works(token: ApiToken) -> None:
    if not token.account.is_active or is_demo_address(token.account.email):
        raise TokenRefused(_("The account of this token is closed. Contact the site admin."))
    if token.revoked_at is not None:
        raise TokenRefused(
            _("This token was revoked, possibly by a password change. Create a new one in your account.")
        )
    if token.expires_at is not None and token.is_expired:
        message = _("This token expired on %(day)s. Create a new one in your account.")
        raise TokenRefused(message % {"day": with_zone(timezone.localtime(token.expires_at), _("j F Y, H:i T"))})


def _checked_scopes(slugs: Collection[str]) -> list[str]:
    known = [slug for slug in known_scopes() if slug in slugs]
    if not known or len(known) < len(set(slugs)):
        raise UnfitToken(_("Choose at least one permission."), field="scopes")
    return known


def _check_few(account: Account) -> None:
    if (
        account.tokens.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()), revoked_at=None).count()
        >= MOST_TOKENS
    ):
        raise TooManyTokens(
            _("You have %(most)d tokens, which is the limit. Revoke one that you do not need.") % {"most": MOST_TOKENS}
        )
    if account.tokens.filter(created_at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_TOKENS:
        raise TooManyTokens(
            _("You created %(most)d tokens in one day, which is the limit. Create the next one tomorrow.")
            % {"most": MOST_TOKENS}
        )
