"""`manage.py prunerecords` lets old records of the house's own bots go, at once instead of bit by bit."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.matches.services import prune_records


class Command(BaseCommand):
    """Says how much it came to."""

    help = (
        "Replace records of matches among bots of the house by their hashes, after playing each again and comparing it "
        "letter by letter. Their pages play them again when somebody looks. Results and ratings are not touched."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How old they have to be."""
        parser.add_argument("--days", type=int, required=True, help="only matches that finished so many days ago")

    def handle(self, *, days: int, **_: Any) -> None:
        """Prune until nothing is left to prune."""
        if days < 0:
            raise CommandError("Say how many days ago: --days 0 or more.")
        pruned = letters = kept = 0
        while any(one := prune_records(older_than=timedelta(days=days))):
            pruned, letters, kept = pruned + one.pruned, letters + one.letters, kept + one.kept
        self.stdout.write(f"Pruned: {pruned} records, {letters / 1e6:.1f} MB of text. Kept, not the same: {kept}.")
