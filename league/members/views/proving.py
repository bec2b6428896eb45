"""Somebody who is signed in says their password once more; wrong ones are counted with those of the sign-in."""

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_ip_address
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.members.errors import TooManyTries
from league.members.people import account_of
from league.members.services.looking import refuse_for_the_demo


def count_password(request: HttpRequest, password: str) -> None:
    """Note whether the password is that of whoever is signed in; the right one ends the count, as signing in does.

    What a wrong one is answered is the service's business. Raises `TooManyTries`, once locked for the right one too,
    and `DemoStays`.
    """
    account = account_of(request)
    refuse_for_the_demo(account)
    if authenticate(request, username=account.email, password=password) is not None:
        AxesProxyHandler.reset_attempts(username=account.email, ip_address=get_client_ip_address(request))
    elif getattr(request, "axes_locked_out", False):
        raise TooManyTries(_("Too many wrong passwords. Wait 10 minutes and try again, or set a new password."))
