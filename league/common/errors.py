"""The exceptions for requests that cannot be fulfilled.

Each app has its own subclasses in its `errors.py`. A refusal is shown to the person who caused it, so its message is a
whole sentence. A bug is not a refusal and is never caught as one.
"""

import re
from collections.abc import Mapping
from typing import ClassVar

PROBLEM_TYPE = "application/problem+json"  # of refusals for programs (RFC 9457)


class Refusal(Exception):
    """A request that cannot be fulfilled.

    `code` is for programs and stable: `no-such-club` for NoSuchClub, so a class that is renamed sets its old code.
    `message` is a sentence for people, into which `facts` are filled; `field` names the form field at fault, if any.
    """

    status: ClassVar[int] = 400
    code: ClassVar[str] = "refused"

    def __init_subclass__(cls) -> None:
        """Derive the code of a class that sets none."""
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, message: str, *, field: str | None = None, **facts: object) -> None:
        self.message = message % facts if facts else message
        super().__init__(self.message)
        self.field = field

    @property
    def headers(self) -> Mapping[str, str]:
        """HTTP headers of the response."""
        return {}


class NotFound(Refusal):
    """It does not exist, or the user may not know that it does."""

    status = 404


class NotAllowed(Refusal):
    """The user sees it but may not do this to it."""

    status = 403


class Conflict(Refusal):
    """It was done already, or somebody else changed it meanwhile."""

    status = 409


class Unavailable(Refusal):
    """The database or Redis does not answer. Nothing was lost; the request can be repeated."""

    status = 503
    retry_after: ClassVar[int] = 5  # seconds

    @property
    def headers(self) -> Mapping[str, str]:
        """The header `Retry-After`."""
        return {"Retry-After": str(self.retry_after)}


class ListRefused(Refusal):
    """The text is not a list of players, or is too long. Errors of single lines are in `Line.fault`."""
