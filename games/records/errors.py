"""What records refuse, and why.

Refusal
├── NoSuchRecord         there is no record at that address, or not for the asker        (404)
├── NotYourRecord        the asker sees it, but it is somebody else's                     (403)
├── ChangedElsewhere     another window has written a newer text                          (409)
├── NotNow               what is being checked, or is verified, cannot be changed         (409)
├── HereAlready          the same game is in the club already                             (409)
├── TooMany              so many wait already, or were asked for in a minute              (429)
├── UnreadableFile       what was sent is no text, no sound zip, or too large
└── NotComplete          the record cannot be sent as it stands: its end, seats or day
"""

from typing import ClassVar

from league.shared.errors import Conflict, NotAllowed, NotFound, Refusal


class NoSuchRecord(NotFound):
    """No record of that address, or one that the asker may not know of."""

    code = "no-such-record"


class NotYourRecord(NotAllowed):
    """Only its recorder changes a record."""

    code = "not-your-record"


class ChangedElsewhere(Conflict):
    """A second window wrote meanwhile; nothing was written over."""

    code = "changed-elsewhere"


class NotNow(Conflict):
    """The record is on its way, or has been verified."""

    code = "not-now"


class HereAlready(Conflict):
    """The same game, perhaps spelt otherwise, is here; `address` names it where the asker may see it."""

    code = "here-already"

    def __init__(self, message: str, *, address: str = "") -> None:
        super().__init__(message)
        self.address = address


class TooMany(Refusal):
    """Somebody brings more than can be checked; nothing of theirs was lost."""

    status: ClassVar[int] = 429
    code = "too-many"


class UnreadableFile(Refusal):
    """Nothing of the file was kept."""

    code = "unreadable-file"


class NotComplete(Refusal):
    """The draft stays; the sentence says what is missing."""

    code = "not-complete"
