"""Which bots fail in one match after the other; a fault of the machine leaves no report, and does not count.

Matches are counted ladder by ladder: who always fails in one game, or at tables of one size, is last there each time,
however well it plays elsewhere in between.
"""

from typing import NamedTuple

from django.db import connection

# Turns of a ladder, at least, and for each bot there: whoever failed longer ago has played since, or is away.
LOOKED_AT, LOOKED_AT_FOR_EACH = 50, 4

# The last matches of everybody on each ladder, since they came there as what they are now.
FAILING = """
WITH looked_at AS (
    SELECT ladder_id, greatest(%(turns)s, %(for_each)s * count(*)) AS turns
    FROM ladder_rung WHERE NOT is_away GROUP BY ladder_id
), latest AS (
    SELECT rung.player_id, rung.ladder_id, report.kind, row_number() OVER (
        PARTITION BY rung.player_id, rung.ladder_id ORDER BY match.finished_at DESC, match.id DESC
    ) AS place
    FROM ladder_rung AS rung
    JOIN looked_at USING (ladder_id)
    JOIN ladder_ladder AS ladder ON ladder.id = rung.ladder_id
    JOIN ladder_ladderblock AS block
        ON block.ladder_id = ladder.id AND block.turn > greatest(rung.since_turn, ladder.turn - looked_at.turns)
    JOIN matches_match AS match ON match.block_id = block.block_id AND match.status = 'done'
    JOIN matches_matchseat AS seat ON seat.match_id = match.id AND seat.player_id = rung.player_id
    JOIN matches_seatreport AS report ON report.match_id = match.id AND report.seat = seat.seat
    WHERE NOT rung.is_away
), failing AS (
    SELECT player_id, ladder_id FROM latest WHERE place <= %(faults)s
    GROUP BY player_id, ladder_id HAVING count(*) = %(faults)s AND bool_and(kind <> '')
)
SELECT failing.player_id, pool.game, pool.seats
FROM failing
JOIN ladder_ladder AS ladder ON ladder.id = failing.ladder_id
JOIN results_pool AS pool ON pool.id = ladder.pool_id
ORDER BY failing.player_id, pool.game, pool.seats
"""


class Failing(NamedTuple):
    """A bot that fails, and where: the game, and how many sit at a table."""

    player_id: int
    game: str
    seats: int


def failing(faults: int) -> list[Failing]:
    """The players whose last matches on a ladder, so many, all ended for them in a fault; each ladder by itself."""
    wanted = {"faults": faults, "turns": LOOKED_AT, "for_each": LOOKED_AT_FOR_EACH}
    with connection.cursor() as cursor:
        cursor.execute(FAILING, wanted)
        return [Failing(*row) for row in cursor.fetchall()]
