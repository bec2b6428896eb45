"""What the members' app refuses.

Conflict
├── AddressTaken     another account signs in with this mail address
├── CannotBeClaimed  a player is nobody's to claim
├── CannotBeMerged   two players are two people, or one already
├── LastOperator     the place would be left without an operator
├── SignedIn         somebody is signed in with an account of their own
└── TooManyMails     so many were written to this address within the hour
Refusal
├── TooManyTries     a wrong password was said so often that none is looked at
├── WeakPassword     the password is too easy to guess
├── WrongPassword    it is not the account's password
├── NamelessPlayer   a player needs a name
└── UnknownZone      no such time zone
NotAllowed
└── DemoStays        an account of the demo stays as it is
NotFound
└── LinkSpent        a one-time link was used, has expired, or a newer one was made
"""

from league.shared.errors import Conflict, NotAllowed, NotFound, Refusal


class AddressTaken(Conflict):
    """Another account signs in with this mail address."""

    code = "address-taken"


class CannotBeClaimed(Conflict):
    """The player is nobody's to claim."""

    code = "cannot-be-claimed"


class CannotBeMerged(Conflict):
    """The two players are two people, or one already."""

    code = "cannot-be-merged"


class LastOperator(Conflict):
    """The place would be left without an operator."""

    code = "last-operator"


class SignedIn(Conflict):
    """Somebody is signed in with an account of their own."""

    code = "signed-in"


class TooManyMails(Conflict):
    """So many mails were written to this address within the hour."""

    code = "too-many-mails"


class TooManyTries(Refusal):
    """A wrong password was said so often that for a while none is looked at."""

    status = 429
    code = "too-many-tries"


class WrongPassword(Refusal):
    """It is not the account's password."""

    code = "wrong-password"


class WeakPassword(Refusal):
    """The password is too easy to guess."""

    code = "weak-password"


class NamelessPlayer(Refusal):
    """A player needs a name that can be shown."""

    code = "nameless-player"


class UnknownZone(Refusal):
    """There is no such time zone."""

    code = "unknown-time-zone"


class DemoStays(NotAllowed):
    """An account of the demo stays as it is."""

    code = "demo-stays"


class LinkSpent(NotFound):
    """A one-time link was used, has expired, or a newer one was made."""

    code = "link-spent"
