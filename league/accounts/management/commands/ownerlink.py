"""`manage.py ownerlink` prints a one-time link to create the admin account."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from league.accounts.services.one_time_links import issue_owner_link


class Command(BaseCommand):
    """Prints the link alone, so that a script can read it."""

    requires_system_checks = ()  # `up` runs it at every start, after others that check
    help = "Print a one-time link to create the admin account. Earlier links stop working."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address of the site."""
        parser.add_argument("--address", default=settings.SITE_ADDRESS, help="address of the site")
        parser.add_argument("--if-unowned", action="store_true", help="print nothing if the site has an admin")

    def handle(self, *, address: str, if_unowned: bool, **_: Any) -> None:
        """Issue and print."""
        token = issue_owner_link()
        if token is None and if_unowned:
            return
        if token is None:
            raise CommandError("The site already has an admin. Add site admins in the admin area.")
        self.stdout.write(address.rstrip("/") + reverse("accounts:open-admin-link", args=[token]))
