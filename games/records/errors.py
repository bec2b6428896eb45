"""Errors of records."""

from typing import ClassVar

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal


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
