"""Who may do what in a club: the one place that says so.

The permissions of `rights_of(account, club)`:

    see          read the club's pages            everybody if it is public; else its members, and everybody
                                                  with a link that shows it
    record       report games, submit records     members and above
    score        enter results                    scorers and above
    organise     run tournaments, admit players   organisers and above
    administer   settings, roles                  owners

Site admins have all of them in every club, and `is_operator` is true for them alone.
"""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser

from league.clubs.models import Club, Membership
from league.members.models import Account

Asker = Account | AnonymousUser
Role = Membership.Role

SCORING: Final = frozenset({Role.OWNER, Role.ORGANISER, Role.SCORER})
ORGANISING: Final = frozenset({Role.OWNER, Role.ORGANISER})


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do in one club."""

    see: bool
    record: bool
    score: bool
    organise: bool
    administer: bool


def rights_of(account: Asker, club: Club) -> Rights:
    """Everything the asker may do in the club, from one question to the database."""
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


def role_of(account: Asker, club: Club) -> Membership.Role | None:
    """The asker's role in the club; `None` for strangers and for accounts that were closed."""
    if not (account.is_authenticated and account.is_active):
        return None
    role = Membership.objects.filter(club=club, player__account=account.pk).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def shown_to(account: Asker) -> frozenset[int]:
    """The ids of the clubs that links show to the asker in this request (`league.clubs.middleware`)."""
    shown: frozenset[int] = getattr(account, "shown_clubs", frozenset())
    return shown


def is_operator(account: Asker) -> bool:
    """Whether the asker runs this place."""
    return bool(account.is_authenticated and account.is_active and account.is_staff)


def is_scorer(account: Asker, club: Club) -> bool:
    """Whether the asker may type results."""
    return rights_of(account, club).score


def is_organiser(account: Asker, club: Club) -> bool:
    """Whether the asker may run the club's tournaments and admit players."""
    return rights_of(account, club).organise


def is_owner(account: Asker, club: Club) -> bool:
    """Whether the asker may change the club itself and its members' roles."""
    return rights_of(account, club).administer
