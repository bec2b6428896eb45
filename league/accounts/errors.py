"""Errors of accounts and players.

Conflict
├── AddressTaken     another account signs in with this mail address
├── CannotBeClaimed  the player cannot be claimed
├── CannotBeMerged   the players are two people, or merged already
├── LastOperator     the site needs a site admin
├── SignedIn         somebody is signed in with another account
├── TokenNamed       another token of the account has this name
├── TooManyMails     too many mails to this address within the hour
└── TooManyTokens    the account has the maximum number of tokens
Refusal
├── TooManyTries     too many wrong passwords
├── TokenRefused     an invalid token (401)
├── UnfitToken       a token needs a name and a scope
├── WeakPassword     the password is too easy to guess
├── WrongPassword    not the account's password
├── KeyRefused       an invalid Idempotency-Key
├── KeyReused        an Idempotency-Key was sent with another request (422)
├── NamelessPlayer   a player needs a name
├── NameReserved     a name looks like that of a built-in bot
├── DemoStays        a demo account cannot be changed (403)
└── UnknownZone      no such time zone
NotAllowed
└── ScopeMissing     the token lacks the scope
NotFound
├── LinkSpent        a one-time link was used, has expired, or a newer one was made
└── NoSuchToken      the account has no such token
"""

from collections.abc import Mapping

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal


class AddressTaken(Conflict):
    """Another account signs in with this mail address."""

    code = "address-taken"


class CannotBeClaimed(Conflict):
    """The player cannot be claimed."""

    code = "cannot-be-claimed"


class CannotBeSeparated(Conflict):
    """The merge cannot be undone any more."""

    code = "cannot-be-separated"


class CannotBeMerged(Conflict):
    """The players are two people, or merged already."""

    code = "cannot-be-merged"


class LastOperator(Conflict):
    """The site needs a site admin."""

    code = "last-operator"


class SignedIn(Conflict):
    """Somebody is signed in with another account."""

    code = "signed-in"


class TooManyMails(Conflict):
    """Too many mails were written to this address within the hour."""

    code = "too-many-mails"


class TokenNamed(Conflict):
    """Another token of the account has this name."""

    code = "token-named"


class TooManyTokens(Conflict):
    """The account has the maximum number of tokens."""

    code = "too-many-tokens"


class TokenRefused(Refusal):
    """The token is invalid."""

    status = 401
    code = "token-refused"

    @property
    def headers(self) -> Mapping[str, str]:
        """RFC 6750, section 3.1."""
        return {"WWW-Authenticate": 'Bearer realm="Moothill", error="invalid_token"'}


class UnfitToken(Refusal):
    """A token needs a name and a scope."""

    code = "unfit-token"


class TooManyTries(Refusal):
    """Too many wrong passwords; for a while none is checked."""

    status = 429
    code = "too-many-tries"


class WrongPassword(Refusal):
    """Not the account's password."""

    code = "wrong-password"


class WeakPassword(Refusal):
    """The password is too easy to guess."""

    code = "weak-password"


class NameReserved(Refusal):
    """The name looks like that of a built-in bot."""

    code = "name-reserved"


class NamelessPlayer(Refusal):
    """A player needs a name that can be shown."""

    code = "nameless-player"


class UnknownZone(Refusal):
    """There is no such time zone."""

    code = "unknown-time-zone"


class DemoStays(Refusal):
    """A demo account cannot be changed. Forms show it and keep their content."""

    status = 403
    code = "demo-stays"


class KeyRefused(Refusal):
    """The `Idempotency-Key` is invalid."""

    code = "key-refused"


class KeyReused(Refusal):
    """An `Idempotency-Key` belongs to one request."""

    status = 422
    code = "key-reused"


class ScopeMissing(NotAllowed):
    """The token lacks the scope; `scope` is the one it would need, if there is one."""

    code = "scope-missing"

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

    code = "no-such-token"


class LinkSpent(NotFound):
    """A one-time link was used, has expired, or was replaced."""

    code = "link-spent"


class NoSuchNotice(NotFound):
    """No such kind of notification, or an invalid link."""

    code = "no-such-notice"
