"""How the fold writes what it came to: steps by COPY, ratings by one statement."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import connection

from league.ratings.folding import RatingRow, StepRow
from league.ratings.ledger import instant

STEPS = "COPY ratings_ratingstep (pool_id, player_id, ordinal, result_id, before, after, uncertainty, games) FROM STDIN"

CUT_STEPS = """
DELETE FROM ratings_ratingstep step USING unnest(%s::bigint[], %s::int[]) AS kept (player, ordinal)
WHERE step.pool_id = %s AND step.player_id = kept.player AND step.ordinal > kept.ordinal
"""

CUT_THE_OTHERS = "DELETE FROM ratings_ratingstep WHERE pool_id = %s AND NOT player_id = ANY(%s)"

RATINGS = """
INSERT INTO ratings_rating
    (pool_id, generation, player_id, value, uncertainty, is_provisional, games, wins, change, form, last_played_at,
     by_seat)
SELECT %s, %s, player, value, uncertainty, is_provisional, games, wins, change, form, last_played_at, by_seat::int[]
FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::bool[], %s::int[], %s::int[], %s::int[], %s::text[],
    %s::timestamptz[], %s::text[])
    AS row (player, value, uncertainty, is_provisional, games, wins, change, form, last_played_at, by_seat)
ON CONFLICT (pool_id, generation, player_id) DO UPDATE SET value = excluded.value, uncertainty = excluded.uncertainty,
    is_provisional = excluded.is_provisional, games = excluded.games, wins = excluded.wins, change = excluded.change,
    form = excluded.form, last_played_at = excluded.last_played_at, by_seat = excluded.by_seat
"""


def write_steps(pool_id: int, rows: Iterable[StepRow]) -> None:
    """Add steps."""
    line = f"{pool_id}\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n"
    with connection.cursor() as cursor, cursor.copy(STEPS) as copy:
        copy.write("".join([line % row for row in rows]))


def cut_steps(pool_id: int, kept: Mapping[int, int]) -> None:
    """Delete the steps after those that are kept: so many of each player, none of anybody else."""
    with connection.cursor() as cursor:
        cursor.execute(CUT_STEPS, [list(kept), list(kept.values()), pool_id])
        cursor.execute(CUT_THE_OTHERS, [pool_id, list(kept)])


def write_ratings(pool_id: int, generation: int, rows: Sequence[RatingRow]) -> None:
    """Write where players stand, whether they stood somewhere before or not."""
    if not rows:
        return
    *columns, played, by_seat = (list(column) for column in zip(*rows, strict=True))
    instants = [instant(moment) for moment in played]
    arrays = [f"{{{','.join(map(str, numbers))}}}" for numbers in by_seat]
    with connection.cursor() as cursor:
        cursor.execute(RATINGS, [pool_id, generation, *columns, instants, arrays])
