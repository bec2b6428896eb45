"""Accounts: signing up, what an account changes about itself, its mail address, and its deletion.

A new mail address replaces the old one once it is confirmed by a link in a mail.
"""

from importlib import import_module

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import check_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.accounts.demo import is_demo_address, refuse_demo_account
from league.accounts.errors import (
    AddressTaken,
    LastOperator,
    LinkSpent,
    TooManyMails,
    UnknownZone,
    WeakPassword,
    WrongPassword,
)
from league.accounts.mail import read_change, write_address_changed, write_change, write_confirmation
from league.accounts.models import Account, Accounts, Message, OneTimeLink, Player
from league.accounts.queries import mails_of_an_hour
from league.accounts.services.one_time_links import claim_player
from league.accounts.services.players import make_player, rename_player
from league.accounts.signals import account_leaving
from league.common.language import language_here
from league.common.live import announce
from league.common.timezones import known_zones, proposed_zone, unknown_zone_message

MAILS_AN_HOUR = 5  # to one address; further requests send none
PUBLIC_ID_LETTERS = 3  # in the name of a deleted account


@transaction.atomic
def register_account(
    *, email: str, password: str, name: str, time_zone: str = "", is_confirmed: bool = False
) -> Account:
    """Return a new account with its player; a mail asks to confirm the address, unless a link mailed to it has.

    Without a time zone it gets one where the reader's language is spoken.
    Raise `AddressTaken`, `WeakPassword`, `PlayerNameMissing`, `UnknownZone`.
    """
    account = _created_account(email, password, time_zone)
    make_player(name=name, account=account)
    if is_confirmed:
        return confirm_address(account=account)
    write_confirmation(account)
    return account


@transaction.atomic
def join_as(*, email: str, password: str, token: str, time_zone: str = "") -> Account:
    """Create an account that claims the player of the link `token`, and return it.

    Raise `AddressTaken`, `WeakPassword`, `LinkSpent`, `UnknownZone`.
    """
    account = _created_account(email, password, time_zone)
    claim_player(token=token, account=account)
    write_confirmation(account)
    return account


@transaction.atomic
def change_account(*, account: Account, name: str, time_zone: str, language: str) -> Account:
    """Change the settings of an account. Raise `DemoAccountRefused`."""
    refuse_demo_account(account)
    check_zone(time_zone)
    account.time_zone = time_zone
    account.language = _known_language(language)
    account.save(update_fields=["time_zone", "language"])
    player = getattr(account, "player", None)
    if player is None:
        make_player(name=name, account=account)
    elif player.name != name:
        rename_player(player=player, name=name)
    return account


def choose_language(*, account: Account, language: str) -> Account:
    """Change the language of an account's pages and mails. Raise `DemoAccountRefused`."""
    refuse_demo_account(account)
    account.language = _known_language(language)
    account.save(update_fields=["language"])
    return account


@transaction.atomic
def confirm_address(*, account: Account) -> Account:
    """Mark the account's address as confirmed. Idempotent: the first time is kept."""
    Account.objects.filter(pk=account.pk, email_confirmed_at=None).update(email_confirmed_at=timezone.now())
    account.refresh_from_db(fields=["email_confirmed_at"])
    return account


def check_zone(time_zone: str) -> None:
    """Raise `UnknownZone` unless there is such a time zone."""
    if time_zone not in known_zones():
        raise UnknownZone(unknown_zone_message(time_zone), field="time_zone")


@transaction.atomic
def delete_account(*, account: Account, password: str) -> None:
    """Delete an account and everything personal; its player stays, anonymous, with all results.

    Deleted are the account, its sessions, mails to it, links, memberships, drafts and unfinished games. Idempotent.
    Raise `DemoAccountRefused`, `WrongPassword`, `LastOperator`, and errors of the apps above (`LastOwner`).
    """
    # Lock the site admins first, so that the last two cannot both go.
    operators = list(Account.objects.select_for_update().filter(is_staff=True, is_active=True).order_by("pk"))
    locked = Account.objects.select_for_update().filter(pk=account.pk).first()
    if locked is None:
        return
    refuse_demo_account(locked)
    require_password(locked, password)
    if [operator.pk for operator in operators] == [account.pk]:
        raise LastOperator(_("You are the only site admin. Make another account site admin first, in the admin area."))
    player = Player.objects.filter(account=locked).first()
    account_leaving.send(sender=Account, account=locked, player=player)
    if player is not None:
        anonymise_player(player=player)
    for bot in Player.objects.filter(owner=locked):
        anonymise_player(player=bot)
    _delete_traces(locked)
    locked.delete()


@transaction.atomic
def anonymise_player(*, player: Player) -> None:
    """Replace the name of a player, and of every player merged into them. Their results do not change."""
    for row in Player.objects.select_for_update().filter(Q(pk=player.pk) | Q(merged_into=player)).order_by("pk"):
        with translation.override(settings.LANGUAGE_CODE):  # the name is stored
            name = _("Former bot %(letters)s") if row.is_bot else _("Former player %(letters)s")
        row.name = name % {"letters": row.public_id[:PUBLIC_ID_LETTERS]}
        row.account, row.anonymised_at = None, timezone.now()
        row.save(update_fields=["name", "account", "anonymised_at"])
        announce(f"player:{row.public_id}")


@transaction.atomic
def confirm_again(*, account: Account) -> bool:
    """Send the confirmation mail again; return False if the address is already confirmed.

    Raise `TooManyMails`.
    """
    account = Account.objects.select_for_update().get(pk=account.pk)
    if account.email_confirmed_at is not None:
        return False
    check_mail_limit(account.email)
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
        raise _address_taken(email)
    check_mail_limit(email)
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
        raise _address_taken(new) from error
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


def check_mail_limit(email: str) -> None:
    """Raise `TooManyMails` if the address has received the maximum number of mails within the hour."""
    if mails_of_an_hour(email) >= MAILS_AN_HOUR:
        raise TooManyMails(
            _("Too many e-mails were sent to %(email)s in the last hour. Check your spam folder, or try again later.")
            % {"email": email},
            field="email",
        )


def _created_account(email: str, password: str, time_zone: str) -> Account:
    zone = time_zone or proposed_zone()
    check_zone(zone)
    account = Account(email=Account.objects.normalize_email(email), language=language_here(), time_zone=zone)
    if is_demo_address(account.email):
        raise AddressTaken(_("This e-mail address belongs to the demo. Use your own."), field="email")
    try:
        validate_password(password, account)
        account.set_password(password)
        with transaction.atomic():
            account.save()
    except ValidationError as error:
        raise WeakPassword(" ".join(error.messages), field="password") from error
    except IntegrityError as error:
        sentence = _("%(email)s already has an account. If it is yours, sign in or set a new password.")
        raise AddressTaken(sentence % {"email": account.email}, field="email") from error
    return account


def _known_language(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _delete_traces(account: Account) -> None:
    """Delete rows that refer to the account by address or key without a foreign key."""
    Message.objects.filter(recipient=account.email).delete()
    OneTimeLink.objects.filter(used_by=account).update(used_by=None)
    for records in (AccessAttempt, AccessFailureLog, AccessLog):
        records.objects.filter(username=account.email).delete()
    sessions = import_module(settings.SESSION_ENGINE).SessionStore.get_model_class().objects
    own = [row.pk for row in sessions.all().iterator() if row.get_decoded().get(SESSION_KEY) == str(account.pk)]
    sessions.filter(pk__in=own).delete()


def _address_taken(email: str) -> AddressTaken:
    return AddressTaken(
        _("%(email)s already has an account. Choose another address.") % {"email": email}, field="email"
    )
