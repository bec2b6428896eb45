"""Who may do what in a club: the one place that says so.

Permissions, asked as `account.has_perm("clubs.organise", club)`:

    clubs.see          read the club's pages            everybody if it is public; else its members, and whoever
                                                        opened a link that shows it
    clubs.record       record games, bring records      members and above
    clubs.score        type results                     scorers and above
    clubs.organise     run tournaments, admit players   organisers and above
    clubs.administer   settings, roles                  owners

Operators of the place may do all of it everywhere; `site.operate`, which is about no club, is theirs alone.
"""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from rules.permissions import add_perm

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


def may_see(account: Asker, club: Club) -> bool:
    """Whether the club exists for the asker."""
    return rights_of(account, club).see


def is_recorder(account: Asker, club: Club) -> bool:
    """Whether the asker may record games and bring records."""
    return rights_of(account, club).record


def is_scorer(account: Asker, club: Club) -> bool:
    """Whether the asker may type results."""
    return rights_of(account, club).score


def is_organiser(account: Asker, club: Club) -> bool:
    """Whether the asker may run the club's tournaments and admit players."""
    return rights_of(account, club).organise


def is_owner(account: Asker, club: Club) -> bool:
    """Whether the asker may change the club itself and its members' roles."""
    return rights_of(account, club).administer


_PERMISSIONS = {
    "clubs.see": may_see,
    "clubs.record": is_recorder,
    "clubs.score": is_scorer,
    "clubs.organise": is_organiser,
    "clubs.administer": is_owner,
    "site.operate": is_operator,
}
for _name, _predicate in _PERMISSIONS.items():
    add_perm(_name, _predicate)  # type: ignore[no-untyped-call]  # django-rules has no types
