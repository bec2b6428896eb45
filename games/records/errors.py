"""Errors of records.

Refusal
├── NoSuchRecord         no record at that address, or not for the asker        (404)
├── NotYourRecord        it is somebody else's                     (403)
├── ChangedElsewhere     another window saved a newer text                          (409)
├── NotNow               it is being checked, or verified         (409)
├── HereAlready          the same game is in the club already                             (409)
├── TooMany              too many waiting records, or requests in a minute              (429)
├── UnreadableFile       not text, a damaged zip, or too large
└── NotComplete          the record cannot be sent as it stands: its end, seats or day
"""

from typing import ClassVar

from league.shared.errors import Conflict, NotAllowed, NotFound, Refusal


class NoSuchRecord(NotFound):
    """No record at this address, or none that the asker may see."""

    code = "no-such-record"


class NotYourRecord(NotAllowed):
    """Only its recorder changes a record."""

    code = "not-your-record"


class ChangedElsewhere(Conflict):
    """Another window saved a newer text; nothing was overwritten."""

    code = "changed-elsewhere"


class NotNow(Conflict):
    """The record is being checked, or is verified."""

    code = "not-now"


class HereAlready(Conflict):
    """The same game is in the club already; `address` names it where the asker may see it."""

    code = "here-already"

    def __init__(self, message: str, *, address: str = "") -> None:
        super().__init__(message)
        self.address = address


class TooMany(Refusal):
    """A limit was reached; nothing was lost."""

    status: ClassVar[int] = 429
    code = "too-many"


class UnreadableFile(Refusal):
    """Nothing of the file was stored."""

    code = "unreadable-file"


class NotComplete(Refusal):
    """The draft stays; the message says what is missing."""

    code = "not-complete"
