"""Reads of accounts and players."""

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.demo import ROLES, address_of
from league.accounts.errors import NoSuchToken
from league.accounts.models import Account, ApiToken, Message, NoticeChoice, OneTimeLink, Player
from league.accounts.names import by_name
from league.accounts.notices import KINDS, NoticeKind
from league.common.models import first_or_refuse

CACHED_ADDRESSES = 20_000


@lru_cache(CACHED_ADDRESSES)
def address_of_player(public_id: str, name: str, kind: str) -> str:
    """Return the URL of a player's page."""
    return reverse("ratings:player", args=[public_id, Player(name=name, kind=kind).slug])


def account_of(request: HttpRequest) -> Account:
    """Return the signed-in account, for views that require one."""
    if not request.user.is_authenticated:
        raise TypeError("This view must ask for a sign-in first.")
    return request.user


def claim_links_of(player: Player) -> QuerySet[OneTimeLink]:
    """Return the player's unused claim links, also expired ones."""
    return OneTimeLink.objects.filter(purpose=OneTimeLink.Purpose.CLAIM_A_PLAYER, player=player, used_at=None)


def claim_link_of(player: Player) -> OneTimeLink | None:
    """Return the player's valid claim link."""
    return claim_links_of(player).filter(expires_at__gt=timezone.now()).first()


def tokens_of(account: Account) -> QuerySet[ApiToken]:
    """Return the account's tokens that were not revoked, newest first, also expired ones."""
    return account.tokens.filter(revoked_at=None).order_by("-id")


def token_at(account: Account, public_id: str) -> ApiToken:
    """Return the token of the account that was not revoked. Raise `NoSuchToken`."""
    tokens = tokens_of(account).filter(public_id=public_id)
    return first_or_refuse(tokens, NoSuchToken(_("You have no such token. It may already be revoked.")))


def player_of(account: Account) -> Player | None:
    """Return the account's player; site admins made on the command line have none."""
    return Player.objects.filter(account=account).first()


def own_players(account: Account) -> list[str]:
    """Return the public ids of the account's player and of its bots."""
    return list(Player.objects.filter(Q(account=account) | Q(owner=account)).values_list("public_id", flat=True))


def demo_accounts() -> dict[str, Account]:
    """Return the demo's accounts that anybody may use, by role; none on a site without the demo."""
    roles = {address_of(role): role for role in ROLES}
    found = {account.email: account for account in Account.objects.filter(email__in=roles, is_active=True)}
    return {role: found[email] for email, role in roles.items() if email in found}


def account_by_id(public_id: str) -> Account | None:
    """Return the account with this public id, if it may sign in."""
    return Account.objects.filter(public_id=public_id, is_active=True).first()


def bots_owned_by(accounts: QuerySet[Any, Any]) -> QuerySet[Player]:
    """Return the built-in bots and those of these accounts (a query for their keys), by name."""
    bots = Player.objects.present().filter(kind=Player.Kind.BOT)
    return bots.filter(Q(owner=None) | Q(owner__in=accounts)).order_by(*by_name())


def undelivered_messages(*, after: int = 0) -> QuerySet[Message]:
    """Return the unsent messages, oldest first; locked, skipping those locked by another worker."""
    waiting = Message.objects.filter(delivered_at=None, given_up_at=None, id__gt=after)
    return waiting.select_for_update(skip_locked=True).order_by("id")


def mails_of_an_hour(email: str) -> int:
    """Return the number of messages to the address within the last hour."""
    return Message.objects.filter(recipient=email, created_at__gt=timezone.now() - timedelta(hours=1)).count()


def ids_wanting_notice(kind: NoticeKind, accounts: Sequence[int]) -> set[int]:
    """Return the ids of those accounts that want this kind of notification."""
    return set(accounts_wanting_notice(kind).filter(pk__in=accounts).values_list("pk", flat=True))


def accounts_wanting_notice(kind: NoticeKind) -> QuerySet[Account]:
    """Return every account that may sign in and wants this kind of notification."""
    exceptions = NoticeChoice.objects.filter(kind=kind.slug, is_wanted=not kind.default).values("account")
    accounts = Account.objects.filter(is_active=True)
    accounts = accounts if kind.to_anybody else accounts.exclude(email_confirmed_at=None)
    return accounts.exclude(pk__in=exceptions) if kind.default else accounts.filter(pk__in=exceptions)


def choices_of(account: Account) -> list[tuple[NoticeKind, bool]]:
    """Return every kind of notification, and whether the account wants it."""
    choices = dict(account.notice_choices.values_list("kind", "is_wanted"))
    return [(kind, choices.get(kind.slug, kind.default)) for kind in KINDS]


def wants_notice(account: Account, kind: NoticeKind) -> bool:
    """Return whether the account wants this kind of notification."""
    return dict(choices_of(account))[kind]
