"""`manage.py reverify` replays the stored records with the current rules, and lists those that differ."""

import re
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from engine.notation import from_text
from games.matches.models import MatchRecord
from games.records.models import SubmittedRecord

AT_ONCE = 200  # rows in memory
# The rules version of a record is removed: the question is whether the record is valid by the present rules.
_RULES: Final = re.compile(r"^Rules:.*$", re.MULTILINE | re.IGNORECASE)
PROGRESS_SECONDS = 2.0  # between two progress messages


class Stored(NamedTuple):
    """A stored record: its text, its page, and whether its deal is sealed."""

    text: str
    address: str
    is_sealed: bool = False


def stored_records(*, game: str = "", since: datetime | None = None) -> Iterator[Stored]:
    """Yield the stored records except pruned ones, the oldest first, filtered by game and time."""
    played = MatchRecord.objects.exclude(text="").select_related("match__block")
    for found in _narrowed(played, "match__", "finished_at", game, since):
        match = found.match
        yield Stored(found.text, match.get_absolute_url(), match.block.is_sealed)
    verified = SubmittedRecord.objects.filter(status=SubmittedRecord.Status.VERIFIED)
    for record in _narrowed(verified, "", "checked_at", game, since):
        yield Stored(record.completed, reverse("records:record", args=[record.public_id]))


def _narrowed(rows: "QuerySet[Any]", path: str, moment: str, game: str, since: datetime | None) -> Iterator[Any]:
    if game:
        rows = rows.filter(**{f"{path}game": game})
    if since is not None:
        rows = rows.filter(**{f"{path}{moment}__gte": since})
    return rows.order_by("pk").iterator(chunk_size=AT_ONCE)


def _difference(stored: Stored) -> str:
    """Return the first difference; "" if there is none. Details of a sealed deal are hidden."""
    try:
        from_text(_RULES.sub("", stored.text, count=1))
    except EngineError as refusal:
        return _("details are hidden until its deal is finished") if stored.is_sealed else refusal.sentence
    return ""


class Command(BaseCommand):
    """Lists the records that differ; changes nothing."""

    help = (
        "Replay the stored game records with the current rules, and list those that differ. Nothing is changed. "
        "Exit status 1 if any differ."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the filters."""
        parser.add_argument("--game", default="", help="only this game, such as lords-of-scotland")
        parser.add_argument("--since", default="", help="only records since this date, such as 2026-11-01")
        parser.add_argument("--limit", type=int, default=None, help="maximum number of records")

    def handle(self, *, game: str, since: str, limit: int | None, **_: Any) -> None:
        """Replay the records one by one."""
        if game and game not in registry.games():
            raise CommandError(f"Unknown game {game}. Choose from {', '.join(registry.games())}.")
        if limit is not None and limit < 1:
            raise CommandError("--limit must be 1 or more.")
        count = differing = 0
        reported_at = time.monotonic()
        for stored in islice(stored_records(game=game, since=_moment(since)), limit):
            count += 1
            if difference := _difference(stored):
                differing += 1
                self.stdout.write(f"{settings.SITE_ADDRESS}{stored.address}  {difference}")
            if time.monotonic() - reported_at > PROGRESS_SECONDS:
                reported_at = time.monotonic()
                self.stderr.write(f"Replayed so far: {count}. Differing: {differing}.")
        self.stdout.write(f"Replayed: {count}. Differing: {differing}.")
        if differing:
            sys.exit(1)


def _moment(since: str) -> datetime | None:
    """Parse a time, or a date as its beginning, in UTC."""
    if not since:
        return None
    try:
        moment = datetime.fromisoformat(since)
    except ValueError as error:
        sentence = "--since must be a date such as 2026-11-01, or a time such as 2026-11-01T18:30:00Z."
        raise CommandError(sentence) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
