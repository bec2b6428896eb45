"""Whose matches are played next: owners take turns, however many matches one of them has waiting.

Start-time fair queueing (Goyal, Vin and Cheng 1996): an owner's matches are numbered by what they cost, from where that
owner's last waiting match ends, but at least from the lowest number that waits. The lowest number is played first.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection

from games.matches.batches import BATCH_COUNT
from games.matches.models import Match

WAITING = """
SELECT needs_sandbox, is_remote, ordered_by, max(turn + cost), min(turn)
FROM matches_match WHERE status = 'queued' GROUP BY needs_sandbox, is_remote, ordered_by
"""

# What was tried before and is free again is claimed alone, by its own message.
ASKED = """
SELECT sum(cost), bool_or(
    attempt > 0 AND (status = 'queued' OR (status = 'running' AND lease_until < clock_timestamp()))
) FROM matches_match WHERE id = ANY(%s)
"""

NEXT = """
SELECT id FROM (
    SELECT id, sum(cost) OVER (ORDER BY turn, id) - cost AS before
    FROM (
        SELECT id, turn, cost FROM matches_match
        WHERE status = 'queued' AND attempt = 0 AND is_remote = false AND needs_sandbox = %(apart)s
          AND rules_version = ANY(%(rules)s)
        ORDER BY turn, id LIMIT %(most)s
    ) AS lowest
) AS counted
WHERE before < %(cost)s
"""

Kind = tuple[bool, bool]
"""Whether matches need a sandbox, and whether they wait for remote bots: each kind has a queue of its own."""


def give_turns(matches: Iterable[Match]) -> None:
    """Set the turns of new matches. Those of one owner come in this order."""
    lowest: dict[Kind, int] = {}
    ends: dict[tuple[Kind, int | None], int] = {}
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        for apart, remote, owner, end, first in cursor.fetchall():
            kind = (apart, remote)
            ends[kind, owner] = end
            lowest[kind] = min(first, lowest.get(kind, first))
    for match in matches:
        kind = (match.needs_sandbox, match.is_remote)
        match.turn = max(ends.get((kind, match.ordered_by), 0), lowest.get(kind, 0))
        ends[kind, match.ordered_by] = match.turn + match.cost


def next_in_turn(*, ids: Sequence[int], rules: Sequence[str], needs_sandbox: bool) -> list[int]:
    """Return the matches whose turn it is, which cost as much as those of `ids`; none where these go alone."""
    with connection.cursor() as cursor:
        cursor.execute(ASKED, [list(ids)])
        cost, is_retry = cursor.fetchone()
        if cost is None or is_retry:
            return []
        wanted: dict[str, Any] = {"apart": needs_sandbox, "rules": list(rules), "most": BATCH_COUNT, "cost": cost}
        cursor.execute(NEXT, wanted)
        return [key for (key,) in cursor.fetchall()]
