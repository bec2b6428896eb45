"""`manage.py programrole` makes the database's role for the worker that runs programs of strangers."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError

from games.bots.rights import RIGHTS, ROLE, give_rights


class Command(BaseCommand):
    """Makes the role and gives it its rights; a second time it brings them up to date."""

    help = "Make the database role in which programs of strangers are played, with no more rights than that takes."

    def handle(self, **_: Any) -> None:
        """Do it, and say so."""
        try:
            left = give_rights()
        except ProgrammingError as error:
            raise CommandError(
                f"The role {ROLE} was not made: {error}. Let somebody who may make roles run this command, "
                "with their account in DATABASE_URL."
            ) from error
        self.stdout.write(f"The role {ROLE} may use {len(RIGHTS)} tables.")
        if left:
            self.stderr.write(left)
