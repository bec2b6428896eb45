"""What is known of a person who opened a link and signs up next: the form is filled in with it."""

from typing import NamedTuple

from django.http import HttpRequest

from league.members.models import Accounts

_KNOWN = "sign-up"  # where the session keeps it


class Known(NamedTuple):
    """A name, a mail address, and whether the link came by mail to that address, which confirms it."""

    name: str = ""
    email: str = ""
    is_confirmed: bool = False


def keep_what_is_known(request: HttpRequest, known: Known) -> None:
    """Keep it in the session until the reader signs in."""
    request.session[_KNOWN] = list(known)


def what_is_known(request: HttpRequest) -> Known:
    """What a link that was opened in this session said."""
    return Known(*request.session.get(_KNOWN, ()))


def is_address_confirmed(request: HttpRequest, email: str) -> bool:
    """Whether the reader of this session opened a link that was mailed to this address."""
    known = what_is_known(request)
    return known.is_confirmed and Accounts.normalize_email(email) == known.email
