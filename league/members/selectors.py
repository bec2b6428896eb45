"""Every question about accounts and players."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from league.members.models import Account, Accounts, Message, OneTimeLink, Player
from league.members.order import by_name


def place_has_an_owner() -> bool:
    """Whether some account may do everything here."""
    return Account.objects.filter(is_superuser=True, is_active=True).exists()


def owner_link_behind(token_hash: str, *, lock: bool = False) -> OneTimeLink | None:
    """The owner's link with this hash, if it was not used and has not expired."""
    links = OneTimeLink.objects.select_for_update() if lock else OneTimeLink.objects.all()
    return links.filter(
        purpose=OneTimeLink.Purpose.OWN_THE_PLACE,
        token_hash=token_hash,
        used_at=None,
        expires_at__gt=timezone.now(),
    ).first()


def player_of(account: Account) -> Player | None:
    """The player an account plays as; operators made on the command line have none."""
    return Player.objects.filter(account=account).first()


def account_by_id(public_id: str) -> Account | None:
    """The account with this public id, if it may sign in."""
    return Account.objects.filter(public_id=public_id, is_active=True).first()


def account_by_address(email: str) -> Account | None:
    """The account that signs in with this mail address, in any case of its letters, if it may."""
    return Account.objects.filter(email=Accounts.normalize_email(email), is_active=True).first()


def house_bots() -> QuerySet[Player]:
    """The players of the kind bot that belong to the house, by name."""
    return Player.objects.filter(kind=Player.Kind.BOT, owner=None, merged_into=None).order_by(*by_name())


def undelivered_messages(*, after: int = 0) -> QuerySet[Message]:
    """The messages no mail server has taken yet, oldest first; locked, and those another worker sends left out."""
    waiting = Message.objects.filter(delivered_at=None, id__gt=after)
    return waiting.select_for_update(skip_locked=True).order_by("id")


def mails_of_an_hour(email: str) -> int:
    """How many messages were written to the address within the last hour."""
    return Message.objects.filter(recipient=email, created_at__gt=timezone.now() - timedelta(hours=1)).count()
