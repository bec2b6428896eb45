"""`manage.py programrole` makes the database's role for the worker that runs programs of strangers."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError

from games.bots.rights import RIGHTS, ROLE, give_rights


class Command(BaseCommand):
    """Makes the role and gives it its rights; a second time it brings them up to date."""

    help = "Create the restricted database role for uploaded bots."

    def handle(self, **_: Any) -> None:
        """Do it, and say so."""
        try:
            left = give_rights()
        except ProgrammingError as error:
            raise CommandError(
                f"Cannot create the role {ROLE}: {error}. Set DATABASE_URL to a user who may create roles."
            ) from error
        self.stdout.write(f"Role {ROLE} can use {len(RIGHTS)} tables.")
        if left:
            self.stderr.write(left)
