"""What the clubs' app refuses.

Refusal
├── NamelessClub     a club needs a name that leaves something for its address
├── WrongHours       a report waits for an hour at least and two weeks at most
├── TooManyClubs     an account creates so many clubs a day at most
├── TooManyLinks     a club is shown by so many links at most
├── NoAddress        this is no mail address
├── DemoInvitesNone  an account of the demo invites nobody; unlike `DemoStays` the form shows it
└── TooManyInvited   so many are invited by one person, wait for one club, or join it in a day, at most
NotFound
├── NoSuchClub       there is no such club, or it is private and the asker not of it
└── InvitationGone   an invitation or a join link was used, withdrawn, or is too old
NotAllowed
└── NotYours         the asker's role in the club does not stretch to this
Conflict
├── MemberAlready    the player belongs to the club
├── NumberTaken      another member of the club has this member number
├── ListHasChanged   the list of members would do something else than was seen
└── LastOwner        the club would be left without an owner
"""

from league.shared.errors import Conflict, NotAllowed, NotFound, Refusal


class NamelessClub(Refusal):
    """A club needs a name."""

    code = "nameless-club"


class WrongHours(Refusal):
    """No report may wait so long, or so short."""

    code = "wrong-hours"


class TooManyClubs(Refusal):
    """The account created as many clubs within a day as it may."""

    code = "too-many-clubs"


class TooManyLinks(Refusal):
    """The club is shown by as many links as it may be."""

    code = "too-many-links"


class NoAddress(Refusal):
    """This is no mail address."""

    code = "no-address"


class DemoInvitesNone(Refusal):
    """The demo sends no invitations. A form shows it, since the same people can be added without addresses."""

    status = 403
    code = "demo-stays"


class TooManyInvited(Refusal):
    """Too many are invited by one person within a day, wait for one club, or join it within a day."""

    code = "too-many-invited"


class NoSuchClub(NotFound):
    """There is no such club, or it is private and the asker is not of it."""

    code = "no-such-club"


class InvitationGone(NotFound):
    """The invitation or the join link was used, withdrawn, or is too old."""

    code = "invitation-gone"


class NotYours(NotAllowed):
    """The asker's role in the club does not stretch to this."""

    code = "not-yours"


class MemberAlready(Conflict):
    """The player belongs to the club already."""

    code = "member-already"


class ListHasChanged(Conflict):
    """The list of members would now do something else than was seen."""

    code = "list-has-changed"


class NumberTaken(Conflict):
    """Another member of the club has this member number."""

    code = "number-taken"


class LastOwner(Conflict):
    """The club would be left without an owner."""

    code = "last-owner"
