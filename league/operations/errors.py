"""Errors of operations."""

from django.utils.translation import gettext as _

from league.common.errors import NotFound


class NoSuchPage(NotFound):
    """The user is no site admin, or there is no such type of job."""

    def __init__(self) -> None:
        super().__init__(_("There is no page at this address. Check the address."))
