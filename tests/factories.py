"""The people of the tests: Morag organises the club, Hamish is a member, Senga is no member and sees nothing."""

from django.test import Client

from league.accounts.models import Account
from league.accounts.services.players import make_player
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit

Role = Membership.Role
PASSWORD = "thistle and heather"


def account_of(name: str) -> Account:
    """Somebody with an account and a player; nobody signs in with it by password, which saves the hashing."""
    account = Account.objects.create_user(f"{name.lower()}@example.org")
    make_player(name=name, account=account)
    return account


def operator(name: str = "Ishbel") -> Account:
    """Return the account of a site admin."""
    account = account_of(name)
    account.is_staff = account.is_superuser = True
    account.save()
    return account


def glen_club(morag: Account, *, is_public: bool = True, name: str = "Glen Orchy Games") -> Club:
    """Morag's club."""
    return found_club(name=name, by=morag.player, is_public=is_public)


def joins(account: Account, club: Club, role: Role = Role.MEMBER) -> Membership:
    """Take an account's player into a club."""
    return admit(club=club, player=account.player, role=role)


def browser_of(account: Account | None = None, *, enforce_csrf_checks: bool = False) -> Client:
    """A browser, signed in unless `account` is missing."""
    client = Client(enforce_csrf_checks=enforce_csrf_checks)
    if account is not None:
        client.force_login(account)
    return client
