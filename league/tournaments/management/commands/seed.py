"""Command `seed`: create a club of invented people with a long history, to measure pages."""

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.common.errors import Refusal
from league.tournaments.seed_data import SMALL, Size, seed_club

NAME = "Strathbogie League of Invented Players"


class Command(BaseCommand):
    """Create a club, once for each name."""

    help = (
        "Create a club of invented players with years of results, a finished Swiss, a season of club nights and "
        "waiting reports, for load tests. The same --seed creates the same data."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add size, name and random seed."""
        parser.add_argument("--players", type=int, help="number of members (default: 1000)")
        parser.add_argument("--matches", type=int, help="number of games (default: 200000)")
        parser.add_argument("--name", default=NAME, help="name of the club")
        parser.add_argument("--seed", type=int, default=1, help="seed of the random generator (default: 1)")
        parser.add_argument("--small", action="store_true", help="create a small club")

    def handle(self, *, players: int | None, matches: int | None, name: str, seed: int, small: bool, **_: Any) -> None:
        """Create the club and print the progress."""
        size = SMALL if small else Size()
        size = replace(
            size, players=size.players if players is None else players, games=size.games if matches is None else matches
        )
        try:
            club = seed_club(name=name, size=size, seed=seed, report_progress=self._print)
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
        self._print(f"created {club.name}: /clubs/{club.slug}/")

    def _print(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
