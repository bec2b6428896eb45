"""Errors of records."""

from typing import ClassVar

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal


class NoSuchRecord(NotFound):
    """No record at this address, or none that the user may see."""


class NotYourRecord(NotAllowed):
    """Only its recorder changes a record."""


class ChangedElsewhere(Conflict):
    """Another window saved a newer text; nothing was overwritten."""


class NotNow(Conflict):
    """The record is being checked, or is verified."""


class HereAlready(Conflict):
    """The same game is in the club already; `address` names it where the user may see it."""

    def __init__(self, message: str, *, address: str = "") -> None:
        super().__init__(message)
        self.address = address


class TooMany(Refusal):
    """A limit was reached; nothing was lost."""

    status: ClassVar[int] = 429


class UnreadableFile(Refusal):
    """Nothing of the file was stored."""


class NotComplete(Refusal):
    """The draft stays; the message says what is missing."""
