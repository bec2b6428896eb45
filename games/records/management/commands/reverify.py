"""`manage.py reverify` replays the stored records by the rules as they are now, and lists those that differ."""

import sys
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_date, parse_datetime

from engine.core import registry
from games.records.reverifying import replayed
from games.records.selectors.stored import stored_records

EVERY = 2.0  # seconds between two words on how far it has come


class Command(BaseCommand):
    """Changes nothing: what to do about a difference is for people to decide."""

    help = (
        "Replay the stored game records with the current rules, and list those that differ. Nothing is changed. "
        "Exit status 1 if any differ."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which of the records."""
        parser.add_argument("--game", default="", help="only this game, such as lords-of-scotland")
        parser.add_argument("--since", default="", help="only records since this date, such as 2026-11-01")
        parser.add_argument("--limit", type=int, default=None, help="maximum number of records")

    def handle(self, *, game: str, since: str, limit: int | None, **_: Any) -> None:
        """Replay them one by one."""
        if game and game not in registry.games():
            raise CommandError(f"Unknown game {game}. Choose from {', '.join(registry.games())}.")
        if limit is not None and limit < 1:
            raise CommandError("--limit must be 1 or more.")
        count = differing = 0
        said = time.monotonic()
        for one in replayed(islice(stored_records(game=game, since=_moment(since)), limit)):
            count += 1
            if one.difference:
                differing += 1
                self.stdout.write(f"{settings.SITE_ADDRESS}{one.stored.address}  {one.difference}")
            if time.monotonic() - said > EVERY:
                said = time.monotonic()
                self.stderr.write(f"Replayed so far: {count}. Differing: {differing}.")
        self.stdout.write(f"Replayed: {count}. Differing: {differing}.")
        if differing:
            sys.exit(1)


def _moment(since: str) -> datetime | None:
    """The instant that was written, or the beginning of the day, in UTC."""
    if not since:
        return None
    try:
        day, moment = parse_date(since), parse_datetime(since)
    except ValueError:  # a day such as February 30th
        day = moment = None
    if moment is None and day is None:
        raise CommandError("--since must be a date such as 2026-11-01, or a time such as 2026-11-01T18:30:00Z.")
    if moment is None and day is not None:
        moment = datetime(day.year, day.month, day.day)
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)
