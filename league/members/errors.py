"""What the members' app refuses.

Conflict
├── AddressTaken     another account signs in with this mail address
├── CannotBeClaimed  a player is nobody's to claim
├── CannotBeMerged   two players are two people, or one already
├── LastOperator     the place would be left without an operator
├── SignedIn         somebody is signed in with an account of their own
├── TokenNamed       another token of the account has this name
├── TooManyMails     so many were written to this address within the hour
└── TooManyTokens    an account has so many tokens at most
Refusal
├── TooManyTries     a wrong password was said so often that none is looked at
├── TokenRefused     a program sent a token that opens nothing (401)
├── UnfitToken       a token needs a name, and something that it is for
├── WeakPassword     the password is too easy to guess
├── WrongPassword    it is not the account's password
├── KeyRefused       an Idempotency-Key that is none
├── KeyReused        an Idempotency-Key was sent with another request (422)
├── NamelessPlayer   a player needs a name
├── NameReserved     a name looks like that of a built-in bot
├── DemoStays        an account of the demo stays as it is (403)
└── UnknownZone      no such time zone
NotAllowed
└── ScopeMissing     a program's token is for something else
NotFound
├── LinkSpent        a one-time link was used, has expired, or a newer one was made
└── NoSuchToken      the account has no such token
"""

from collections.abc import Mapping

from league.shared.errors import Conflict, NotAllowed, NotFound, Refusal


class AddressTaken(Conflict):
    """Another account signs in with this mail address."""

    code = "address-taken"


class CannotBeClaimed(Conflict):
    """The player is nobody's to claim."""

    code = "cannot-be-claimed"


class CannotBeSeparated(Conflict):
    """A merge that something rests on by now."""

    code = "cannot-be-separated"


class CannotBeMerged(Conflict):
    """The two players are two people, or one already."""

    code = "cannot-be-merged"


class LastOperator(Conflict):
    """The place would be left without an operator."""

    code = "last-operator"


class SignedIn(Conflict):
    """Somebody is signed in with an account of their own."""

    code = "signed-in"


class TooManyMails(Conflict):
    """So many mails were written to this address within the hour."""

    code = "too-many-mails"


class TokenNamed(Conflict):
    """Another token of the account has this name."""

    code = "token-named"


class TooManyTokens(Conflict):
    """An account has so many tokens at most."""

    code = "too-many-tokens"


class TokenRefused(Refusal):
    """A program sent a token that opens nothing."""

    status = 401
    code = "token-refused"

    @property
    def headers(self) -> Mapping[str, str]:
        """RFC 6750, section 3.1."""
        return {"WWW-Authenticate": 'Bearer realm="Moothill", error="invalid_token"'}


class UnfitToken(Refusal):
    """A token needs a name, and something that it is for."""

    code = "unfit-token"


class TooManyTries(Refusal):
    """A wrong password was said so often that for a while none is looked at."""

    status = 429
    code = "too-many-tries"


class WrongPassword(Refusal):
    """It is not the account's password."""

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
    """An account of the demo stays as it is. Forms show it and keep what was typed."""

    status = 403
    code = "demo-stays"


class KeyRefused(Refusal):
    """An `Idempotency-Key` that cannot be kept."""

    code = "key-refused"


class KeyReused(Refusal):
    """An `Idempotency-Key` belongs to one request."""

    status = 422
    code = "key-reused"


class ScopeMissing(NotAllowed):
    """A program's token is for something else; `scope` is what it would need, if there is one."""

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
    """A one-time link was used, has expired, or a newer one was made."""

    code = "link-spent"


class NoSuchNotice(NotFound):
    """Nobody is told this, or a link that ends notices is not ours."""

    code = "no-such-notice"
