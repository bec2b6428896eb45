"""Fold a pool by one system under its lock: read what is folded, fold the next lines, store steps and ratings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Final

import numpy as np
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now

from league.accounts.models import Player
from league.common.live import announce
from league.competition.ratings import rating_system_named
from league.ratings.ledger import (
    BEGINNING,
    columns_after,
    first_late,
    first_of,
    instant,
    is_before,
    length_of,
    merges_in,
    microseconds,
)
from league.ratings.models import Checkpoint, Fold, Rating
from league.ratings.pool_fold import Lines, PoolFold, Position, RatingRow, Steps
from league.results.models import Pool

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
PLAYERS_A_SEGMENT: Final = 500
"""For so many players a transaction folds one segment more: each player is then read, written and announced once."""
MOST_EXTRA_SEGMENTS: Final = 20
"""A transaction has to end well before a worker's time is up."""
PLAYERS_A_JOINED_SEGMENT: Final = 2_000
"""For so many players a segment is longer by one, up to the next checkpoint: each player is then counted once."""
MOST_JOINED_SEGMENTS: Final = 5
FEWEST_BETWEEN: Final = 4
"""Checkpoints may be twice as far apart where more than twice so many follow."""


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


class StoredFold:
    """The stored fold of a pool by one system, extended or refolded within one transaction, while its lock is held."""

    def __init__(self, pool_id: int, system: str, checkpoint_every: int) -> None:
        self._every = checkpoint_every
        self._pool = Pool.objects.get(pk=pool_id)
        self._fold, _ = Fold.objects.get_or_create(pool_id=pool_id, system=system)
        self._bound = self._pool.next_number - 1
        self._merges = merges_in(pool_id)
        self._system = rating_system_named(system)
        self._segment = checkpoint_every
        self._steps = StepWriter(self._fold.pk)

    def first_changed(self) -> Position | None:
        """Return the first folded position whose result has changed since."""
        if not self._fold.folded_count:
            return None
        late = first_late(self._pool.pk, self._fold.seen_number, self._bound, self._last)
        changed = [position for position in (late, self._first_merged()) if position and position <= self._last]
        return min(changed, default=None)

    @property
    def is_up_to_date(self) -> bool:
        """Whether every result is folded that the ledger had when this transaction began."""
        return self._fold.folded_number == self._bound

    def extend(self) -> None:
        """Fold the next segments: one, and another for each `PLAYERS_A_SEGMENT` players."""
        lines = self._next_lines()
        if not lines and self.is_up_to_date:
            return
        if not lines and self._fold.state:
            self._save(bytes(self._fold.state), [])
            return
        state, count = PoolFold(self._system, bytes(self._fold.state)), self._fold.folded_count
        touched = self._fold_lines(state, lines)
        while not self._is_at_the_end and self._fold.folded_count - count <= self._every * _extra_segments(state):
            touched |= self._fold_lines(state, self._next_lines())
        standings = state.standings(touched)
        write_ratings(self._fold.pk, self._fold.generation, standings)
        self._save(state.dump(), standings)

    def refold(self, start: Position) -> None:
        """Fold again from the first changed position to the end of the ledger, into a new generation."""
        counts = PoolFold(self._system, bytes(self._fold.state)).ordinals()
        state = self._rewind(start)
        lines = self._next_lines()
        unchanged, changed = lines.split_at(lines.before(start))
        state.take_all(unchanged)
        cut_steps(self._fold.pk, counts, state.ordinals())
        self._steps.add(state.take_all(changed))
        while lines:
            self._advance(state, lines)
            lines = self._next_lines()
            self._steps.add(state.take_all(lines))
        self._switch_generation(state)

    @property
    def _last(self) -> Position:
        played_at: datetime | None = self._fold.last_played_at
        return (microseconds(played_at), self._fold.last_number) if played_at else BEGINNING

    @cached_property
    def _length(self) -> int:
        return length_of(self._pool.pk, self._bound)

    def _first_merged(self) -> Position | None:
        changed = {player for player, _ in self._fold.merge_targets_read().items() ^ self._merges.items()}
        return first_of(self._pool.pk, changed) if changed else None

    def _next_lines(self) -> Lines:
        count = self._fold.folded_count
        limit = self._every - count % self._every
        while limit < self._segment and not is_stored(count + limit, self._length, self._every):
            limit += self._every
        lines = columns_after(self._pool.pk, self._last, self._bound, limit, self._merges)
        self._is_at_the_end = len(lines) < limit
        return lines

    def _fold_lines(self, state: PoolFold, lines: Lines) -> set[int]:
        """Fold these lines into `state`, and return the players that change."""
        self._steps.add(state.take_all(lines))
        self._advance(state, lines)
        return set(lines.touched)

    def _advance(self, state: PoolFold, lines: Lines) -> None:
        """Note that these lines are folded into `state`."""
        if not lines:
            return
        self._segment = self._every * min(state.players // PLAYERS_A_JOINED_SEGMENT, MOST_JOINED_SEGMENTS)
        played, number = lines.last
        self._fold.folded_count += len(lines)
        self._fold.last_played_at, self._fold.last_number = instant(played), number
        if self._fold.folded_count % self._every:
            return
        thin_checkpoints(self._fold, self._length, self._every)
        if is_stored(self._fold.folded_count, self._length, self._every):
            Checkpoint.objects.create(
                fold=self._fold,
                count=self._fold.folded_count,
                played_at=self._fold.last_played_at,
                number=number,
                state=state.dump(),
            )

    def _rewind(self, position: Position) -> PoolFold:
        """Return to the nearest checkpoint before the position, and delete those after it."""
        checkpoints = Checkpoint.objects.filter(fold=self._fold)
        nearest = checkpoints.filter(is_before(position)).order_by("-count").first()
        self._fold.folded_count = nearest.count if nearest else 0
        self._fold.last_played_at = nearest.played_at if nearest else None
        self._fold.last_number = nearest.number if nearest else 0
        checkpoints.filter(count__gt=self._fold.folded_count).delete()
        return PoolFold(self._system, bytes(nearest.state) if nearest else b"")

    def _switch_generation(self, state: PoolFold) -> None:
        """Make the new generation current; the previous one stays for its readers."""
        standings = state.standings()
        self._fold.generation += 1
        write_ratings(self._fold.pk, self._fold.generation, standings)
        Rating.objects.filter(fold=self._fold, generation__lt=self._fold.generation - 1).delete()
        self._save(state.dump(), standings)

    def _save(self, state: bytes, changed: list[RatingRow]) -> None:
        self._steps.flush()
        self._fold.merges = self._merges
        self._fold.state = state
        self._fold.seen_number = self._bound
        if self._is_at_the_end:
            self._fold.folded_number = self._bound
        self._fold.revision = F("revision") + 1  # a renamed player counts it up too, meanwhile
        self._fold.folded_at = Now()
        self._fold.save()
        players = Player.objects.filter(pk__in=[row.player for row in changed])
        topics = (f"player:{public_id}" for public_id in players.values_list("public_id", flat=True))
        announce(f"pool:{self._pool.public_id}", *topics)


def _extra_segments(state: PoolFold) -> int:
    """Return how many segments beside the first a transaction folds."""
    return min(state.players // PLAYERS_A_SEGMENT, MOST_EXTRA_SEGMENTS)


def is_stored(count: int, length: int, every: int) -> bool:
    """Return whether a checkpoint after `count` lines is kept in a ledger of that length.

    What is kept in a longer ledger was kept in every shorter one.
    """
    return count % _spacing(length - length % every - count, every) == 0


def thin_checkpoints(fold: Fold, length: int, every: int) -> None:
    """Delete checkpoints: the older they are, the wider apart they are kept."""
    counts = Checkpoint.objects.filter(fold=fold).values_list("count", flat=True)
    superfluous = [count for count in counts if not is_stored(count, length, every)]
    if superfluous:
        Checkpoint.objects.filter(fold=fold, count__in=superfluous).delete()


def _spacing(following: int, every: int) -> int:
    apart = every
    while 2 * FEWEST_BETWEEN * apart <= following:
        apart *= 2
    return apart
