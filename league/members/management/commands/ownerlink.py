"""`ownerlink`: print a link that makes its opener the owner of this place."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from league.members.services import issue_owner_link


class Command(BaseCommand):
    """Prints the link alone, so that a script can read it."""

    help = "Prints a one-time link that makes whoever opens it the owner of this place. Earlier links stop working."

    def add_arguments(self, parser: CommandParser) -> None:
        """The address the site answers at, for the link's beginning."""
        parser.add_argument("--address", default=settings.SITE_ADDRESS, help="where the site answers")
        parser.add_argument("--if-unowned", action="store_true", help="say nothing where there is an owner already")

    def handle(self, *, address: str, if_unowned: bool, **_: Any) -> None:
        """Issue and print."""
        token = issue_owner_link()
        if token is None and if_unowned:
            return
        if token is None:
            raise CommandError("This place has an owner already. An operator makes others operators in the admin.")
        self.stdout.write(address.rstrip("/") + reverse("members:claim", args=[token]))
