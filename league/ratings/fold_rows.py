"""Rows of a stored fold, written and read in bulk: rating steps and ratings."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from django.db import connection

from league.ratings.ledger import instant, microseconds
from league.ratings.models import Fold, Rating
from league.ratings.pool_fold import RatingRow, Steps

STEPS = """
COPY ratings_ratingstep (fold_id, player_id, ordinal, result_id, before, after, uncertainty, games, model_uncertainty)
FROM STDIN BINARY
"""

# PostgreSQL's binary COPY: a row is the number of its columns, and of every column the size and the value.
_STEP = {
    "player_id": 8,
    "ordinal": 4,
    "result_id": 8,
    "before": 4,
    "after": 4,
    "uncertainty": 4,
    "games": 4,
    "model_uncertainty": 4,
}
_ROW = np.dtype(
    [("columns", ">i2")]
    + [
        part
        for column, size in {"fold_id": 8, **_STEP}.items()
        for part in ((f"size of {column}", ">i4"), (column, f">i{size}"))
    ]
)
_COPY_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_TRAILER = b"\xff\xff"

CUT_STEPS = """
DELETE FROM ratings_ratingstep step USING unnest(%s::bigint[], %s::int[], %s::int[]) AS gone (player, kept, last)
WHERE step.fold_id = %s AND step.player_id = gone.player AND step.ordinal BETWEEN gone.kept + 1 AND gone.last
"""
"""From one ordinal to another, so that the planner expects few and looks them up player by player."""

RATINGS = """
INSERT INTO ratings_rating
    (fold_id, generation, player_id, value, uncertainty, model_uncertainty, is_provisional, games, wins, change, form,
     last_played_at, by_seat)
SELECT %s, %s, player, value, uncertainty, model_uncertainty, is_provisional, games, wins, change, form,
    last_played_at, by_seat::int[]
FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[], %s::bool[], %s::int[], %s::int[], %s::int[], %s::text[],
    %s::timestamptz[], %s::text[])
    AS row (player, value, uncertainty, model_uncertainty, is_provisional, games, wins, change, form, last_played_at,
        by_seat)
ON CONFLICT (fold_id, generation, player_id) DO UPDATE SET value = excluded.value, uncertainty = excluded.uncertainty,
    model_uncertainty = excluded.model_uncertainty, is_provisional = excluded.is_provisional,
    games = excluded.games, wins = excluded.wins, change = excluded.change,
    form = excluded.form, last_played_at = excluded.last_played_at, by_seat = excluded.by_seat
"""


_COLUMNS = (
    *("player_id", "value", "uncertainty", "model_uncertainty", "is_provisional", "games", "wins", "change", "form"),
    *("last_played_at", "by_seat"),
)

STEPS_AT_ONCE: Final = 150_000
"""A step goes to its player's place in the index, so the more of each player are written together, the fewer pages of
it are touched."""


class StepWriter:
    """Writes the steps of a fold in batches; `flush` writes the rest."""

    def __init__(self, fold_id: int) -> None:
        self._fold_id = fold_id
        self._buffer: list[Steps] = []

    def add(self, steps: Steps) -> None:
        """Add the next steps, in the order of the ledger."""
        self._buffer.append(steps)
        if sum(map(len, self._buffer)) >= STEPS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write all buffered steps by PostgreSQL's binary COPY, those of a player together."""
        if not self._buffer:
            return
        steps = np.concatenate(self._buffer)
        steps = steps[np.argsort(steps[:, 0], kind="stable")]
        rows = np.zeros(len(steps), _ROW)
        rows["columns"] = 1 + len(_STEP)
        rows["fold_id"] = self._fold_id
        for at, column in enumerate(_STEP):
            rows[column] = steps[:, at]
        for column in ("fold_id", *_STEP):
            rows[f"size of {column}"] = _ROW[column].itemsize
        with connection.cursor() as cursor, cursor.copy(STEPS) as copy:
            copy.write(_COPY_HEADER + rows.tobytes() + _COPY_TRAILER)
        self._buffer.clear()


def cut_steps(fold_id: int, counts: Mapping[int, int], new_counts: Mapping[int, int]) -> None:
    """Delete the last steps of each player, so that as many are left as the new count says."""
    cuts = [(player, left, count) for player, count in counts.items() if (left := new_counts.get(player, 0)) < count]
    if cuts:
        with connection.cursor() as cursor:
            cursor.execute(CUT_STEPS, [*(list(column) for column in zip(*cuts, strict=True)), fold_id])


def ratings_stored(fold: Fold) -> list[RatingRow]:
    """Return the players' ratings in the current generation, by ascending player id."""
    rows = Rating.objects.filter(fold=fold, generation=fold.generation).order_by("player_id")
    return [
        RatingRow._make([*columns, microseconds(played), tuple(by_seat)])
        for *columns, played, by_seat in rows.values_list(*_COLUMNS)
    ]


def write_ratings(fold_id: int, generation: int, rows: Sequence[RatingRow]) -> None:
    """Insert or update the ratings of players."""
    if not rows:
        return
    *columns, played, by_seat = (list(column) for column in zip(*rows, strict=True))
    instants = [instant(moment) for moment in played]
    arrays = [f"{{{','.join(map(str, numbers))}}}" for numbers in by_seat]
    with connection.cursor() as cursor:
        cursor.execute(RATINGS, [fold_id, generation, *columns, instants, arrays])
