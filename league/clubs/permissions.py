"""Permissions in a club: services and queries ask for them, templates get `Rights`."""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser

from league.accounts.models import Account
from league.clubs.models import Club, Membership

User = Account | AnonymousUser
"""The user of a page or of the API, perhaps not signed in. The account that makes a change is called `by`."""

Role = Membership.Role

SCORING: Final = frozenset({Role.OWNER, Role.ORGANISER, Role.SCORER})
ORGANISING: Final = frozenset({Role.OWNER, Role.ORGANISER})


@dataclass(frozen=True, slots=True)
class Rights:
    """The permissions of the user in one club."""

    see: bool
    record: bool  # upload game records
    score: bool  # enter results
    organise: bool  # run tournaments, admit players
    administer: bool  # change the club and the roles of its members


def rights_of(user: User, club: Club) -> Rights:
    """Return the user's permissions in the club, in at most one query."""
    if is_operator(user):
        return Rights(see=True, record=True, score=True, organise=True, administer=True)
    role = role_of(user, club)
    return Rights(
        see=club.is_public or role is not None or club.pk in shown_to(user),
        record=role is not None,
        score=role in SCORING,
        organise=role in ORGANISING,
        administer=role == Role.OWNER,
    )


def role_of(user: User, club: Club) -> Role | None:
    """Return the user's role in the club; `None` without one and for closed accounts."""
    if not (user.is_authenticated and user.is_active):
        return None
    role = Membership.objects.filter(club=club, player__account=user.pk).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def shown_to(user: User) -> frozenset[int]:
    """Return the ids of the clubs that view-only links show in this request (`league.clubs.middleware`)."""
    shown: frozenset[int] = getattr(user, "shown_clubs", frozenset())
    return shown


def is_operator(user: User) -> bool:
    """Return whether the user is a site admin."""
    return bool(user.is_authenticated and user.is_active and user.is_staff)
