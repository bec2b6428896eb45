"""What play in the browser refuses, and why.

Refusal
├── CannotBegin        the game, its options or the opponents make no table
├── TooManySittings    enough games are begun and not finished
├── NoSuchSitting      there is no sitting at that address, or it is somebody else's     (404)
├── NotNow             the move was made for another position, or it is over             (409)
├── ManyPlay           bots think at as many tables as they may at once                  (503)
└── NotThatMove        the rules do not allow it now
"""

from league.shared.errors import Conflict, NotFound, Refusal, Unavailable


class CannotBegin(Refusal):
    """The sitting was not begun: the sentence says what to change."""

    code = "cannot-begin"


class TooManySittings(Refusal):
    """Somebody has begun as many as may wait; or all visitors together have."""

    code = "too-many-sittings"


class NoSuchSitting(NotFound):
    """No sitting has that public id, or it belongs to somebody else."""

    code = "no-such-sitting"


class NotNow(Conflict):
    """A second tab or a double tap: nothing was played twice."""

    code = "not-now"


class ManyPlay(Unavailable):
    """There was no place to think; nothing was played."""

    code = "many-play"


class NotThatMove(Refusal):
    """The move is not among the legal ones; nothing was played."""

    code = "not-that-move"
