"""Deletion of old logs of bots."""

from datetime import timedelta
from typing import Any, Final

from django.db import connection

KEPT_FOR: Final = timedelta(days=14)
KEPT_OF_A_BOT: Final = 50  # of matches that went well, and as many of those in which it failed
MOST_AT_ONCE: Final = 5_000
PRUNE = """
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
    WHERE id IN (SELECT id FROM ranked WHERE place > %(kept)s OR known_at < clock_timestamp() - %(age)s)
    ORDER BY id LIMIT %(most)s FOR NO KEY UPDATE
)
UPDATE matches_seatreport AS report SET log = '' FROM old WHERE report.id = old.id
"""


def prune_logs(*, kept: int = KEPT_OF_A_BOT) -> int:
    """Delete logs that are too old or too many, at most so many at once; return how many. Idempotent."""
    wanted: dict[str, Any] = {"kept": kept, "age": KEPT_FOR, "most": MOST_AT_ONCE}
    with connection.cursor() as cursor:
        cursor.execute(PRUNE, wanted)
        return int(cursor.rowcount)
