"""Send notifications by e-mail: once, in the language and time zone of the reader."""

import zoneinfo
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.accounts.demo import refuse_demo_account
from league.accounts.errors import NoSuchNotice
from league.accounts.models import Account, Notice, NoticeChoice
from league.accounts.notices import KINDS, NoticeKind, kind_named
from league.accounts.queries import account_by_id, ids_wanting_notice

SALT: Final = "moothill.end-notices"
BATCH_SIZE: Final = 200  # mails that are saved at once

Subject = str | Promise | Callable[[Account], str]
"""A sentence, or a function that returns it for an account, called in the language of the account."""

Facts = Mapping[str, Any] | Callable[[Account], Mapping[str, Any]]
"""The context of the template, or a function that returns it for an account."""


@transaction.atomic
def notify(
    accounts: Iterable[Account], kind: str, subject: Subject, template: str, facts: Facts, *, once: str = ""
) -> int:
    """Write a mail to each of the accounts that wants this kind of notification; return the number of mails.

    The mails are saved in the outbox with the caller's transaction and sent after commit. With `once`, a key of the
    subject (`qx7…:3`), the call is idempotent per account: an account that does not want the mail now does not get it
    later either. Inactive accounts get none; unconfirmed addresses only if the kind says so. Every mail ends with a
    link that turns its kind off.
    """
    mail_kind = kind_named(kind)
    if mail_kind is None:
        raise LookupError(f"No app registers notices of the kind {kind}.")
    by_id = {account.pk: account for account in accounts}
    new = _newly_notified(sorted(by_id), kind, once) if once else sorted(by_id)
    wanting = ids_wanting_notice(mail_kind, new)
    mails = [_mail_to(by_id[pk], mail_kind, subject, template, facts) for pk in new if pk in wanting]
    backend = get_connection()
    for start in range(0, len(mails), BATCH_SIZE):
        backend.send_messages(mails[start : start + BATCH_SIZE])
    return len(mails)


@transaction.atomic
def choose_notices(*, account: Account, wanted: Mapping[str, bool]) -> None:
    """Save whether the account wants these kinds of notifications. Idempotent.

    Raise `DemoAccountRefused`, and `NoSuchNotice` for an unknown kind.
    """
    refuse_demo_account(account)
    known = {kind.slug for kind in KINDS}
    if not known.issuperset(wanted):
        raise NoSuchNotice(_("Unknown notification. Choose one of those in your account."))
    for kind, is_wanted in sorted(wanted.items()):
        NoticeChoice.objects.update_or_create(account=account, kind=kind, defaults={"is_wanted": is_wanted})


def end_link(account: Account, kind: str) -> str:
    """Return the URL that turns a kind off without signing in. It never expires, since mails may be read late."""
    token = signing.Signer(salt=SALT).sign_object([account.public_id, kind])
    return f"{settings.SITE_ADDRESS}{reverse('accounts:unsubscribe', args=[token])}"


def read_end_link(token: str) -> tuple[Account, NoticeKind]:
    """Return the account and the kind that a link turns off. Raise `NoSuchNotice` for an invalid one."""
    try:
        public_id, slug = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError) as error:
        sentence = _(
            "This link is incomplete. Copy all of it from the e-mail, or change your notifications in your account."
        )
        raise NoSuchNotice(sentence) from error
    account, kind = account_by_id(public_id), kind_named(slug)
    if account is None:
        raise NoSuchNotice(_("This account is closed and receives no e-mails."))
    if kind is None:
        raise NoSuchNotice(_("Moothill no longer sends e-mails of this kind."))
    return account, kind


def _newly_notified(accounts: Sequence[int], kind: str, once: str) -> list[int]:
    """Return the accounts without this notice, and save it for them; a concurrent call waits and finds none."""
    batch = uuid4()
    rows = [Notice(account_id=pk, kind=kind, once=once, batch=batch) for pk in accounts]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    new = Notice.objects.filter(account__in=accounts, kind=kind, once=once, batch=batch)
    return sorted(new.values_list("account", flat=True))


def _mail_to(account: Account, kind: NoticeKind, subject: Subject, template: str, facts: Facts) -> EmailMessage:
    end = end_link(account, kind.slug)
    with translation.override(account.language), timezone.override(zoneinfo.ZoneInfo(account.time_zone)):
        title = subject(account) if callable(subject) else subject
        context = facts(account) if callable(facts) else facts
        footer = render_to_string("members/mail/_end.txt", {"kind": kind.title, "end": end})
        body = f"{render_to_string(template, dict(context)).rstrip()}\n\n{footer}"
        headers = {"List-Unsubscribe": f"<{end}>"}
        return EmailMessage(" ".join(str(title).split()), body, None, [account.email], headers=headers)
