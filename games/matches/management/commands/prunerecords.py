"""`manage.py prunerecords` prunes old records of built-in bots' matches at once."""

from argparse import ArgumentParser
from datetime import timedelta
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.matches.pruning import PruneCounts, prune_records


class Command(BaseCommand):
    """Prints the number of pruned records."""

    help = (
        "Delete game records of matches between built-in bots, after replaying each one to check that it is identical. "
        "Match pages replay them on demand. Results and ratings do not change."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the age."""
        parser.add_argument(
            "--days", type=int, required=True, help="only matches that finished at least this many days ago"
        )

    def handle(self, *, days: int, **_: Any) -> None:
        """Prune until nothing is left to prune."""
        if days < 0:
            raise CommandError("--days must be 0 or more.")
        runs = list(iter(partial(prune_records, older_than=timedelta(days=days)), PruneCounts()))
        pruned, characters, differing = map(sum, zip(PruneCounts(), *runs, strict=True))
        self.stdout.write(
            f"Deleted: {pruned} records, {characters / 1e6:.1f} MB. Kept because the replay differs: {differing}."
        )
