"""Whether this site sends mail, and with it proves the addresses of accounts; what pages say where it does not."""

from django.conf import settings
from django.template.loader import render_to_string

from league.accounts.models import Account


def are_addresses_proven() -> bool:
    """Return whether a link in a mail proves an address: only if the site sends mail."""
    return bool(settings.MAIL_SERVER)


def is_confirming_useful() -> bool:
    """Return whether a confirmed address lets the account do more: receive mails, or upload bots."""
    return bool(settings.MAIL_SERVER) or settings.UPLOADS_NEED_CONFIRMED_ADDRESS


def proves_address(account: Account) -> bool:
    """Return whether the account's address is confirmed, on a site that sends mail."""
    return are_addresses_proven() and account.email_confirmed_at is not None


def unsent_mail_note(reader: Account) -> str:
    """Return where to find a mail if the site sends none, with a link for site admins; "" if it sends mail."""
    return "" if settings.MAIL_SERVER else render_to_string("members/_unsent.html", {"reader": reader})


def sent_or_unsent(sentence: str, reader: Account) -> str:
    """Return `sentence`, which says that a mail was sent; where the mail is if the site sends none."""
    return unsent_mail_note(reader) or sentence
