"""Errors of clubs.

Refusal
├── NamelessClub     a club needs a name with letters or digits
├── WrongHours       reports wait between one hour and two weeks
├── TooManyClubs     the account has created the maximum number of clubs today
├── TooManyLinks     the club has the maximum number of share links
├── NoAddress        not an e-mail address
├── DemoInvitesNone  a demo account sends no invitations; the form shows it
└── TooManyInvited   too many invitations or new members in a day
NotFound
├── NoSuchClub       no such club, or it is private
└── InvitationGone   the invitation or join link was used, withdrawn or has expired
NotAllowed
└── NotYours         the asker's role in the club does not allow it
Conflict
├── MemberAlready    the player is a member of the club
├── NumberTaken      another member of the club has this member number
├── ListHasChanged   the list of members has another effect than previewed
└── LastOwner        a club needs an owner
"""

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal


class NamelessClub(Refusal):
    """A club needs a name."""

    code = "nameless-club"


class WrongHours(Refusal):
    """Reports wait between one hour and two weeks."""

    code = "wrong-hours"


class TooManyClubs(Refusal):
    """The account has created the maximum number of clubs today."""

    code = "too-many-clubs"


class TooManyLinks(Refusal):
    """The club has the maximum number of share links."""

    code = "too-many-links"


class NoAddress(Refusal):
    """Not an e-mail address."""

    code = "no-address"


class DemoInvitesNone(Refusal):
    """The demo sends no invitations. A form shows it: the same people can be added without addresses."""

    status = 403
    code = "demo-stays"


class TooManyInvited(Refusal):
    """Too many invitations by one person in a day, open invitations, or new members in a day."""

    code = "too-many-invited"


class NoSuchClub(NotFound):
    """No such club, or it is private."""

    code = "no-such-club"


class InvitationGone(NotFound):
    """The invitation or join link was used, withdrawn or has expired."""

    code = "invitation-gone"


class NotYours(NotAllowed):
    """The asker's role in the club does not allow it."""

    code = "not-yours"


class MemberAlready(Conflict):
    """The player is a member of the club."""

    code = "member-already"


class ListHasChanged(Conflict):
    """The list of members would have another effect than previewed."""

    code = "list-has-changed"


class NumberTaken(Conflict):
    """Another member of the club has this member number."""

    code = "number-taken"


class LastOwner(Conflict):
    """A club needs an owner."""

    code = "last-owner"
