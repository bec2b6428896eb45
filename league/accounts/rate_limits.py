"""Rate limits by network address: sign-in, sign-up, password resets, links."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.accounts.errors import TooManyTries
from league.common.errors import NotFound
from league.common.ip_limits import UNKNOWN, RateLimit, network_of

TEN_MINUTES: Final = 600
WRONG_PASSWORDS: Final = RateLimit("wrong-passwords", 100, TEN_MINUTES)
FLOOD: Final = WRONG_PASSWORDS.at(1000)  # more of these block the address
FAILURES: Final = 8  # wrong passwords that lock one account for one address
FAILURES_AMONG_MANY: Final = 3  # the same once the address has used up `WRONG_PASSWORDS`
SIGN_UPS: Final = RateLimit("sign-ups", 100, 3600)  # an account each, or an address that has one
RESETS: Final = RateLimit("password-resets", 30, TEN_MINUTES)
LINKS: Final = RateLimit("wrong-links", 100, TEN_MINUTES)  # to claim a player, own a place, join or see a club

View = Callable[..., HttpResponse]


def check_rate_limit(limit: RateLimit, request: HttpRequest) -> None:
    """Raise `TooManyTries` if the user's network address has reached the limit."""
    if limit.is_reached(request):
        raise TooManyTries(
            _("Too many attempts from your network. Wait an hour and try again.")
            if limit.seconds > TEN_MINUTES
            else _("Too many attempts from your network. Wait 10 minutes and try again.")
        )


def failure_limit(request: HttpRequest, _credentials: object) -> int:
    """Return how many wrong passwords lock an account for the address of the request (`AXES_FAILURE_LIMIT`)."""
    return FAILURES_AMONG_MANY if WRONG_PASSWORDS.is_reached(request) else FAILURES


def counted_address(request: HttpRequest) -> str | None:
    """Return the address that failures are counted for (`AXES_CLIENT_IP_CALLABLE`); of IPv6 the /64 network."""
    counted = network_of(request.META.get("REMOTE_ADDR", ""))
    if counted == UNKNOWN:
        return None
    return f"{counted}::" if ":" in counted else counted


def limit_wrong_keys(view: View) -> View:
    """Count wrong keys of a page that opens by key. After too many, a wrong key raises `TooManyTries`.

    A valid key always works (decision 0058). Keys are too long to guess; the limit tells crawlers to stop.
    """

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFound:
            check_rate_limit(LINKS, request)
            LINKS.note(request)
            raise

    return shown
