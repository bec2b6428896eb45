"""Errors of clubs."""

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal


class ClubNameMissing(Refusal):
    """A club needs a name."""


class WrongHours(Refusal):
    """Reports wait between one hour and two weeks."""


class TooManyClubs(Refusal):
    """The account has created the maximum number of clubs today."""


class TooManyLinks(Refusal):
    """The club has the maximum number of view-only links."""


class NoAddress(Refusal):
    """Not an e-mail address."""


class DemoInvitesNone(Refusal):
    """The demo sends no invitations. A form shows it: the same people can be added without addresses."""

    status = 403
    code = "demo-stays"


class TooManyInvited(Refusal):
    """Too many invitations by one person in a day, open invitations, or new members in a day."""


class NoSuchClub(NotFound):
    """No such club, or it is private."""


class InvitationGone(NotFound):
    """The invitation or join link was used, withdrawn or has expired."""


class NotYours(NotAllowed):
    """The user's role in the club does not allow it."""


class MemberAlready(Conflict):
    """The player is a member of the club."""


class ListHasChanged(Conflict):
    """The list of members would have another effect than previewed."""


class NumberTaken(Conflict):
    """Another member of the club has this member number."""


class LastOwner(Conflict):
    """A club needs an owner."""
