"""What the house refuses, and why.

    Refusal                 somebody asked for what cannot be done; the message tells them what to do
    ├── NotFound            it is not there, or not for them to see (404: what is private is not admitted to exist)
    ├── NotAllowed          it is there and seen, but not theirs to change (403)
    ├── Conflict            it changed meanwhile, or was done already (409)
    ├── Unavailable         a service of the house is away for the moment (503)
    └── TooLarge, TooSlow, FromAStranger
                            what was sent is not taken (413, 408, 401; in `league.shared.middleware`)

Each app draws its own branch in its own `errors.py`. A refusal is shown to the person who caused it, so its
message is a whole sentence. A bug is not a refusal and is never caught as one.
"""

from collections.abc import Mapping
from typing import ClassVar


class Refusal(Exception):
    """Something asked for cannot be done.

    `code` is stable and for programs; `message` is a sentence for people; `field` names the form field at fault,
    if one is.
    """

    status: ClassVar[int] = 400
    code: ClassVar[str] = "refused"

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field

    @property
    def headers(self) -> Mapping[str, str]:
        """What its answer says beside the sentence."""
        return {}


class NotFound(Refusal):
    """It does not exist, or the asker may not know that it does."""

    status = 404
    code = "not-found"


class NotAllowed(Refusal):
    """The asker sees it but may not do this to it."""

    status = 403
    code = "not-allowed"


class Conflict(Refusal):
    """It was done already, or somebody else changed it meanwhile."""

    status = 409
    code = "conflict"


class Unavailable(Refusal):
    """The database or the broker does not answer; nothing was lost, trying again helps."""

    status = 503
    code = "unavailable"
    retry_after: ClassVar[int] = 5  # seconds

    @property
    def headers(self) -> Mapping[str, str]:
        """When to try again."""
        return {"Retry-After": str(self.retry_after)}


class ListRefused(Refusal):
    """This is no list of players, or it is too long. A line that is not understood says so itself (`Line.fault`)."""

    code = "list-refused"
