"""Mail addresses: confirmed by a link in a mail; a new address replaces the old one once it is confirmed."""

from django.contrib.auth.hashers import check_password
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.demo import is_demo_address, refuse_demo_account
from league.accounts.errors import AddressTaken, LinkSpent, TooManyMails, WrongPassword
from league.accounts.mail import read_change, write_address_changed, write_change, write_confirmation
from league.accounts.models import Account, Accounts
from league.accounts.queries import mails_of_an_hour

MAILS_AN_HOUR = 5  # to one address, before nobody can have more written to it


@transaction.atomic
def confirm_again(*, account: Account) -> bool:
    """Send the confirmation mail again; return False if the address is already confirmed.

    Raise `TooManyMails`.
    """
    account = Account.objects.select_for_update().get(pk=account.pk)
    if account.email_confirmed_at is not None:
        return False
    check_letter_box(account.email)
    write_confirmation(account)
    return True


@transaction.atomic
def ask_to_change_address(*, account: Account, email: str, password: str) -> None:
    """Send a mail to a new address; it changes once its reader confirms it, signed in to this account.

    Raise `DemoAccountRefused`, `WrongPassword`, `AddressTaken`, `TooManyMails`.
    """
    account = Account.objects.select_for_update().get(pk=account.pk)
    refuse_demo_account(account)
    require_password(account, password)
    email = Accounts.normalize_email(email)
    if is_demo_address(email) or Account.objects.filter(email=email).exists():
        raise _taken(email)
    check_letter_box(email)
    write_change(account, email)


@transaction.atomic
def change_address(*, account: Account, token: str) -> Account:
    """Change the address of the account, and notify the old one. The link works once.

    Raise `LinkSpent` for a link that is void, too old or another account's, and `AddressTaken`.
    """
    account = Account.objects.select_for_update().get(pk=account.pk)
    new = address_to_change_to(account, token)
    old, account.email, account.email_confirmed_at = account.email, new, timezone.now()
    try:
        with transaction.atomic():
            account.save(update_fields=["email", "email_confirmed_at"])
    except IntegrityError as error:
        raise _taken(new) from error
    write_address_changed(account, old)
    return account


def address_to_change_to(account: Account, token: str) -> str:
    """Return the new address of a link. Raise `LinkSpent`."""
    facts = read_change(token)
    if facts is None or facts.account != account.public_id or facts.old != account.email:
        raise LinkSpent(_("This link is invalid or belongs to another account. Request a new link in your account."))
    return facts.new


def require_password(account: Account, password: str) -> None:
    """Raise `WrongPassword` unless it is the account's password."""
    if not check_password(password, account.password):
        raise WrongPassword(
            _("Wrong password for %(email)s. Try again, or set a new password on the sign-in page.")
            % {"email": account.email},
            field="password",
        )


def check_letter_box(email: str) -> None:
    """Raise `TooManyMails` if the address has received the maximum number of mails within the hour."""
    if mails_of_an_hour(email) >= MAILS_AN_HOUR:
        raise TooManyMails(
            _("Too many e-mails were sent to %(email)s in the last hour. Check your spam folder, or try again later.")
            % {"email": email},
            field="email",
        )


def _taken(email: str) -> AddressTaken:
    return AddressTaken(
        _("%(email)s already has an account. Choose another address.") % {"email": email}, field="email"
    )
