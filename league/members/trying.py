"""What is not tried without end from one address: passwords of one account after the other, accounts, resets, links.

Eight wrong passwords of one account lock that account for one address (`AXES_FAILURE_LIMIT`). What is counted here is
counted whatever the account, by address alone: whoever is elsewhere notices nothing of it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.members.errors import TooManyTries
from league.shared.counting import Tries
from league.shared.errors import NotFound

TEN_MINUTES: Final = 600
WRONG_PASSWORDS: Final = Tries("wrong-passwords", 100, TEN_MINUTES)
SIGN_UPS: Final = Tries("sign-ups", 100, 3600)  # an account each, or an address that has one
RESETS: Final = Tries("password-resets", 30, TEN_MINUTES)
LINKS: Final = Tries("wrong-links", 100, TEN_MINUTES)  # to claim a player, own a place, join or see a club

View = Callable[..., HttpResponse]


def check_tries(tries: Tries, request: HttpRequest) -> None:
    """Raise `TooManyTries` where so many came from that the asker has to wait."""
    if tries.are_used_up(request):
        raise TooManyTries(
            _("This was tried too often from where you are. Wait an hour.")
            if tries.within > TEN_MINUTES
            else _("This was tried too often from where you are. Wait ten minutes and try again.")
        )


def by_a_key(view: View) -> View:
    """A page that opens to whoever has its key: keys that are none are counted, and too many raise `TooManyTries`."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        check_tries(LINKS, request)
        try:
            return view(request, *args, **kwargs)
        except NotFound:
            LINKS.note(request)
            raise

    return shown
