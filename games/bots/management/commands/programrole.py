"""`manage.py programrole` creates the database role for the worker that runs uploaded bots."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError

from games.bots.database_role import RIGHTS, ROLE, grant_rights


class Command(BaseCommand):
    """Creates the role and sets its rights. Idempotent."""

    help = "Create the restricted database role for uploaded bots."

    def handle(self, **_: Any) -> None:
        """Create it and report."""
        try:
            left = grant_rights()
        except ProgrammingError as error:
            raise CommandError(
                f"Cannot create the role {ROLE}: {error}. Set DATABASE_URL to a user who may create roles."
            ) from error
        self.stdout.write(f"Role {ROLE} can use {len(RIGHTS)} tables.")
        if left:
            self.stderr.write(left)
