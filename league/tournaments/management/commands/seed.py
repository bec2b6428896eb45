"""`manage.py seed` makes a club of invented people with a long history, to measure pages with."""

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.shared.errors import Refusal
from league.tournaments.seeding import Size, seed_club
from league.tournaments.seeding.seeding import SMALL

NAME = "Strathbogie League of Invented Players"


class Command(BaseCommand):
    """Seeds a club, once for every name."""

    help = (
        "Found a club of invented players with years of results, a Swiss of tables that is over, a season of club "
        "evenings and reports that wait, to see how pages bear it. The same --seed makes the same people and games."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How much, and under which name."""
        parser.add_argument("--players", type=int, help="how many people belong to the club (1000)")
        parser.add_argument("--matches", type=int, help="how many games they have played (200000)")
        parser.add_argument("--name", default=NAME, help="what the club is called")
        parser.add_argument("--seed", type=int, default=1, help="what names and games follow from")
        parser.add_argument("--small", action="store_true", help="little of everything, to try it")

    def handle(self, *, players: int | None, matches: int | None, name: str, seed: int, small: bool, **_: Any) -> None:
        """Make it, and say how far it is."""
        size = SMALL if small else Size()
        size = replace(
            size,
            players=size.players if players is None else players,
            games=size.games if matches is None else matches,
        )
        try:
            club = seed_club(name=name, size=size, seed=seed, told=self._tell)
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
        self._tell(f"{club.name} stands at /clubs/{club.slug}/.")

    def _tell(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
