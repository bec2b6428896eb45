"""Errors of accounts and players."""

from collections.abc import Mapping

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal


class AddressTaken(Conflict):
    """Another account signs in with this mail address."""


class CannotBeClaimed(Conflict):
    """The player cannot be claimed."""


class CannotBeSeparated(Conflict):
    """The merge cannot be undone any more."""


class CannotBeMerged(Conflict):
    """The players are two people, or merged already."""


class LastOperator(Conflict):
    """The site needs a site admin."""


class SignedIn(Conflict):
    """Somebody is signed in with another account."""


class TooManyMails(Conflict):
    """Too many mails were written to this address within the hour."""


class TokenNamed(Conflict):
    """Another token of the account has this name."""


class TooManyTokens(Conflict):
    """The account has the maximum number of tokens."""


class TokenRefused(Refusal):
    """The token is invalid."""

    status = 401

    @property
    def headers(self) -> Mapping[str, str]:
        """RFC 6750, section 3.1."""
        return {"WWW-Authenticate": 'Bearer realm="Moothill", error="invalid_token"'}


class UnfitToken(Refusal):
    """A token needs a name and a scope."""


class TooManyTries(Refusal):
    """Too many wrong passwords; for a while none is checked."""

    status = 429


class WrongPassword(Refusal):
    """Not the account's password."""


class WeakPassword(Refusal):
    """The password is too easy to guess."""


class NameReserved(Refusal):
    """The name looks like that of a built-in bot."""


class PlayerNameMissing(Refusal):
    """A player needs a name that can be shown."""


class UnknownZone(Refusal):
    """There is no such time zone."""

    code = "unknown-time-zone"


class DemoAccountRefused(Refusal):
    """A demo account cannot be changed. Forms show it and keep their content."""

    status = 403


class KeyRefused(Refusal):
    """The `Idempotency-Key` is invalid."""


class KeyReused(Refusal):
    """An `Idempotency-Key` belongs to one request."""

    status = 422


class ScopeMissing(NotAllowed):
    """The token lacks the scope; `scope` is the one it would need, if there is one."""

    def __init__(self, message: str, *, scope: str = "") -> None:
        super().__init__(message)
        self.scope = scope

    @property
    def headers(self) -> Mapping[str, str]:
        """RFC 6750, section 3.1."""
        needed = f', scope="{self.scope}"' if self.scope else ""
        return {"WWW-Authenticate": f'Bearer realm="Moothill", error="insufficient_scope"{needed}'}


class NoSuchToken(NotFound):
    """The account has no such token."""


class LinkSpent(NotFound):
    """A one-time link was used, has expired, or was replaced."""


class NoSuchNotice(NotFound):
    """No such kind of notification, or an invalid link."""


class NoSuchPlayer(NotFound):
    """No player at that address, or one that the user may not see."""
