"""Which bots fail in one match after the other; a fault of the machine leaves no report, and does not count."""

from django.db import connection

LOOKED_AT = 50  # turns of a ladder: whoever failed longer ago has played since, or is away

# The last matches of everybody on each ladder, since they came there as what they are now.
FAILING = """
WITH latest AS (
    SELECT rung.player_id, report.kind,
        row_number() OVER (PARTITION BY rung.player_id ORDER BY match.finished_at DESC, match.id DESC) AS place
    FROM ladder_rung AS rung
    JOIN ladder_ladder AS ladder ON ladder.id = rung.ladder_id
    JOIN ladder_ladderblock AS block
        ON block.ladder_id = ladder.id AND block.turn > greatest(rung.since_turn, ladder.turn - %(turns)s)
    JOIN matches_match AS match ON match.block_id = block.block_id AND match.status = 'done'
    JOIN matches_matchseat AS seat ON seat.match_id = match.id AND seat.player_id = rung.player_id
    JOIN matches_seatreport AS report ON report.match_id = match.id AND report.seat = seat.seat
    WHERE NOT rung.is_away
)
SELECT player_id FROM latest WHERE place <= %(faults)s
GROUP BY player_id HAVING count(*) = %(faults)s AND bool_and(kind <> '')
ORDER BY player_id
"""


def failing(faults: int) -> list[int]:
    """The players whose last matches on the ladders, so many, all ended for them in a fault."""
    with connection.cursor() as cursor:
        cursor.execute(FAILING, {"faults": faults, "turns": LOOKED_AT})
        return [player for (player,) in cursor.fetchall()]
