"""Permissions in a club: services and queries ask for them, templates get `Rights`."""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser

from league.accounts.models import Account
from league.clubs.models import Club, Membership

Asker = Account | AnonymousUser
Role = Membership.Role

SCORING: Final = frozenset({Role.OWNER, Role.ORGANISER, Role.SCORER})
ORGANISING: Final = frozenset({Role.OWNER, Role.ORGANISER})


@dataclass(frozen=True, slots=True)
class Rights:
    """The permissions of the asker in one club."""

    see: bool
    record: bool  # upload game records
    score: bool  # enter results
    organise: bool  # run tournaments, admit players
    administer: bool  # change the club and the roles of its members


def rights_of(account: Asker, club: Club) -> Rights:
    """Return the asker's permissions in the club, in at most one query."""
    if is_operator(account):
        return Rights(see=True, record=True, score=True, organise=True, administer=True)
    role = role_of(account, club)
    return Rights(
        see=club.is_public or role is not None or club.pk in shown_to(account),
        record=role is not None,
        score=role in SCORING,
        organise=role in ORGANISING,
        administer=role == Role.OWNER,
    )


def role_of(account: Asker, club: Club) -> Role | None:
    """Return the asker's role in the club; `None` without one and for closed accounts."""
    if not (account.is_authenticated and account.is_active):
        return None
    role = Membership.objects.filter(club=club, player__account=account.pk).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def shown_to(account: Asker) -> frozenset[int]:
    """Return the ids of the clubs that view-only links show in this request (`league.clubs.middleware`)."""
    shown: frozenset[int] = getattr(account, "shown_clubs", frozenset())
    return shown


def is_operator(account: Asker) -> bool:
    """Whether the asker is a site admin."""
    return bool(account.is_authenticated and account.is_active and account.is_staff)


def is_scorer(account: Asker, club: Club) -> bool:
    """Whether the asker may enter results."""
    return rights_of(account, club).score


def is_organiser(account: Asker, club: Club) -> bool:
    """Whether the asker may run the club's tournaments and admit players."""
    return rights_of(account, club).organise


def is_owner(account: Asker, club: Club) -> bool:
    """Whether the asker may change the club itself and its members' roles."""
    return rights_of(account, club).administer
