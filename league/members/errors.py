"""What the members' app refuses.

Conflict
└── AddressTaken     another account signs in with this mail address
Refusal
├── WeakPassword     the password is too easy to guess
├── NamelessPlayer   a player needs a name
└── UnknownZone      no such time zone
NotFound
└── LinkSpent        a one-time link was used, has expired, or a newer one was made
"""

from league.shared.errors import Conflict, NotFound, Refusal


class AddressTaken(Conflict):
    """Another account signs in with this mail address."""

    code = "address-taken"


class WeakPassword(Refusal):
    """The password is too easy to guess."""

    code = "weak-password"


class NamelessPlayer(Refusal):
    """A player needs a name that can be shown."""

    code = "nameless-player"


class UnknownZone(Refusal):
    """There is no such time zone."""

    code = "unknown-time-zone"


class LinkSpent(NotFound):
    """A one-time link was used, has expired, or a newer one was made."""

    code = "link-spent"
