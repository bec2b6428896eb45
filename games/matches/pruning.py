"""Prune old records of built-in bots' matches and old logs of bots; play a match again to restore its record.

A pruned record is a hash. Results stay.
"""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core import registry
from games.matches.claims import rules_played_here
from games.matches.errors import RecordIsGone
from games.matches.models import Match, MatchRecord, MatchSeat
from games.matches.queueing import MATCH_COST
from games.matches.run_match import play_match

CACHE_SECONDS: Final = 3600  # for the record of a match that was played again

MOST_COST: Final = 2_000  # playouts: a match that takes more keeps its record, for a page may have to play it again
COST_AT_ONCE: Final = 16_000  # playouts in one run, a second or two
NOTHING_LEFT: Final = "records:nothing-to-prune"
PAUSE_SECONDS: Final = 3600  # after a run that found nothing to prune

LOGS_KEPT: Final = timedelta(days=14)
LOGS_OF_A_BOT: Final = 50  # of matches that went well, and as many of those in which it failed
LOGS_AT_ONCE: Final = 5_000
PRUNE_LOGS: Final = """
WITH ranked AS (
    SELECT report.id, coalesce(block.told_at, match.finished_at) AS known_at,
        row_number() OVER (PARTITION BY seat.player_id, report.kind <> '' ORDER BY match.id DESC) AS place
    FROM matches_seatreport AS report
    JOIN matches_match AS match ON match.id = report.match_id
    JOIN matches_block AS block ON block.id = match.block_id AND NOT block.is_withheld
    JOIN matches_matchseat AS seat ON seat.match_id = report.match_id AND seat.seat = report.seat
    WHERE report.log <> ''
), old AS MATERIALIZED (
    SELECT id FROM matches_seatreport
    WHERE id IN (SELECT id FROM ranked WHERE place > %(most_of_a_bot)s OR known_at < clock_timestamp() - %(age)s)
    ORDER BY id LIMIT %(most)s FOR NO KEY UPDATE
)
UPDATE matches_seatreport AS report SET log = '' FROM old WHERE report.id = old.id
"""


class PruneCounts(NamedTuple):
    """Counts of one run: records pruned, their characters, and records kept because the replay differs."""

    pruned: int = 0
    characters: int = 0
    differing: int = 0


def prune_by_policy(*, older_than: timedelta) -> PruneCounts:
    """Prune for a second or two; after a run that found nothing, only an hour later."""
    if cache.get(NOTHING_LEFT):
        return PruneCounts()
    counts = prune_records(older_than=older_than)
    if not any(counts):
        cache.set(NOTHING_LEFT, True, timeout=PAUSE_SECONDS)
    return counts


def prune_records(*, older_than: timedelta, most_cost: int = COST_AT_ONCE) -> PruneCounts:
    """Prune records of matches that finished before this time span, as many as playouts allow. Idempotent.

    Each match is played again first. Only a record that comes out identical is replaced by its hash; any other is kept
    and marked.
    """
    pruned = characters = differing = 0
    for record in _affordable(_prunable(older_than), most_cost):
        digest = digest_of(record.text)
        is_same = digest_of(text_by_replay(record.match)) == digest
        fields = {"digest": digest, "text": ""} if is_same else {"digest": digest}
        changed = MatchRecord.objects.filter(pk=record.pk, digest="").update(**fields)
        pruned += changed * is_same
        characters += changed * is_same * len(record.text)
        differing += changed * (not is_same)
    return PruneCounts(pruned, characters, differing)


def prune_logs(*, most_of_a_bot: int = LOGS_OF_A_BOT) -> int:
    """Delete logs that are too old or too many, at most `LOGS_AT_ONCE`; return how many. Idempotent."""
    parameters: dict[str, Any] = {"most_of_a_bot": most_of_a_bot, "age": LOGS_KEPT, "most": LOGS_AT_ONCE}
    with connection.cursor() as cursor:
        cursor.execute(PRUNE_LOGS, parameters)
        return int(cursor.rowcount)


def text_of(record: MatchRecord) -> str:
    """Return the record's text, by replay where it was pruned. Raise `RecordIsGone` where that is impossible."""
    if record.text:
        return record.text
    key = f"record:{record.digest}"
    text: str = cache.get(key) or text_by_replay(record.match)
    if digest_of(text) != record.digest:
        sentence = _(
            "Moothill has deleted the record of this match. It cannot be made again, because a bot or the rules "
            "have changed since. The result still counts."
        )
        raise RecordIsGone(sentence)
    cache.set(key, text, CACHE_SECONDS)
    return text


def text_by_replay(match: Match) -> str:
    """Play the match again and return the text of its record; "" where its rules version is not played here."""
    if registry.games()[match.game].rules_version != match.rules_version:
        return ""
    played = play_match(match.setup)
    return played.text if played else ""


def digest_of(text: str) -> str:
    """Return the SHA-256 of a record's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def _prunable(older_than: timedelta) -> QuerySet[MatchRecord]:
    """Return records of matches between built-in bots under the present rules."""
    seats = MatchSeat.objects.filter(match=OuterRef("match"))
    others = seats.exclude(bot__in=registry.bots(), fault="")
    return (
        MatchRecord.objects.filter(
            digest="",
            match__status=Match.Status.DONE,
            match__finished_at__lt=Now() - older_than,
            match__block__finished_at__isnull=False,
            match__block__is_withheld=False,
            match__rules_version__in=rules_played_here(),
            match__cost__lte=MOST_COST,
        )
        .exclude(Exists(others))
        .select_related("match__block")
        .prefetch_related("match__seats")
        .order_by("pk")
    )


def _affordable(records: QuerySet[MatchRecord], most_cost: int) -> Iterator[MatchRecord]:
    """Yield records until playing their matches again would cost more playouts."""
    cost = 0
    for record in records[: most_cost // MATCH_COST + 1]:
        cost += record.match.cost
        if cost > most_cost:
            return
        yield record
