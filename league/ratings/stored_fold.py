"""Fold a pool by one system under its lock: read what is folded, fold the next lines, store steps and ratings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Final

import numpy as np
from django.db import connection
from django.db.models import F, Q
from django.db.models.functions import Now

from league.accounts.models import Player
from league.common.live import announce
from league.competition.ratings import rating_system_named
from league.ratings.elo_fold import Lines, Place, PoolFold, RatingRow, Steps, is_stored, thin_checkpoints
from league.ratings.ledger import (
    BEGINNING,
    columns_after,
    first_late,
    first_of,
    instant,
    length_of,
    merges_in,
    microseconds,
)
from league.ratings.models import Checkpoint, Fold, Rating
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
_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"

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
        self._held: list[Steps] = []

    def add(self, steps: Steps) -> None:
        """Add the next steps, in the order of the ledger."""
        self._held.append(steps)
        if sum(map(len, self._held)) >= STEPS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write all buffered steps by PostgreSQL's binary COPY, those of a player together."""
        if not self._held:
            return
        steps = np.concatenate(self._held)
        steps = steps[np.argsort(steps[:, 0], kind="stable")]
        rows = np.zeros(len(steps), _ROW)
        rows["columns"] = 1 + len(_STEP)
        rows["fold_id"] = self._fold_id
        for at, column in enumerate(_STEP):
            rows[column] = steps[:, at]
        for column in ("fold_id", *_STEP):
            rows[f"size of {column}"] = _ROW[column].itemsize
        with connection.cursor() as cursor, cursor.copy(STEPS) as copy:
            copy.write(_HEADER + rows.tobytes() + _TRAILER)
        self._held.clear()


def cut_steps(fold_id: int, had: Mapping[int, int], kept: Mapping[int, int]) -> None:
    """Delete the steps of each player after the first so many."""
    gone = [(player, kept.get(player, 0), last) for player, last in had.items() if last > kept.get(player, 0)]
    if not gone:
        return
    with connection.cursor() as cursor:
        cursor.execute(CUT_STEPS, [*(list(column) for column in zip(*gone, strict=True)), fold_id])


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


PLAYERS_A_SEGMENT: Final = 500
"""A transaction may process one segment more with up to so many players: it reads, writes and announces each once."""
MOST_MORE: Final = 20
"""A transaction has to end well before a worker's time is up."""
PLAYERS_AT_ONCE, MOST_AT_ONCE = 2_000, 5
"""With up to so many players another segment is folded at once, up to the next checkpoint: each is counted once."""


class Book:
    """One chunk of work, within one transaction."""

    def __init__(self, pool_id: int, system: str, checkpoint_every: int) -> None:
        self._every = checkpoint_every
        self._pool = Pool.objects.get(pk=pool_id)
        self._fold, _ = Fold.objects.get_or_create(pool_id=pool_id, system=system)
        self._bound = self._pool.next_number - 1
        self._merges = merges_in(pool_id)
        self._system = rating_system_named(system)
        self._at_once = checkpoint_every
        self._steps = StepWriter(self._fold.pk)

    def first_touched(self) -> Place | None:
        """Return the first folded position whose result has changed since."""
        if not self._fold.folded_count:
            return None
        late = first_late(self._pool.pk, self._fold.seen_number, self._bound, self._last)
        touched = [place for place in (late, self._first_merged()) if place is not None and place <= self._last]
        return min(touched, default=None)

    @property
    def is_up_to_date(self) -> bool:
        """Whether every result is folded that the ledger had when this transaction began."""
        return self._fold.folded_number == self._bound

    def go_on(self) -> None:
        """Fold the next stretches: one, and another for every so many players."""
        lines = self._next_lines()
        if not lines and self.is_up_to_date:
            return
        if not lines and self._fold.state:
            self._close(bytes(self._fold.state), [])
            return
        state, begun = PoolFold(self._system, bytes(self._fold.state)), self._fold.folded_count
        touched = self._take(state, lines)
        while not self._is_at_the_end and self._fold.folded_count - begun <= self._every * _more(state):
            touched |= self._take(state, self._next_lines())
        standings = state.standings(touched)
        write_ratings(self._fold.pk, self._fold.generation, standings)
        self._close(state.dump(), standings)

    def refold(self, touched: Place) -> None:
        """Fold again from the first changed position to the end of the ledger, into a new generation."""
        had = PoolFold(self._system, bytes(self._fold.state)).ordinals()
        state = self._rewind(touched)
        lines = self._next_lines()
        stay, restarted = lines.split_at(lines.before(touched))
        state.take_all(stay)
        cut_steps(self._fold.pk, had, state.ordinals())
        self._steps.add(state.take_all(restarted))
        while lines:
            self._advance(state, lines)
            lines = self._next_lines()
            self._steps.add(state.take_all(lines))
        self._flip(state)

    @property
    def _last(self) -> Place:
        played_at: datetime | None = self._fold.last_played_at
        return (microseconds(played_at), self._fold.last_number) if played_at else BEGINNING

    @cached_property
    def _length(self) -> int:
        return length_of(self._pool.pk, self._bound)

    def _first_merged(self) -> Place | None:
        before = {int(player): into for player, into in self._fold.merges.items()}
        changed = {player for player, _ in before.items() ^ self._merges.items()}
        return first_of(self._pool.pk, changed) if changed else None

    def _next_lines(self) -> Lines:
        count = self._fold.folded_count
        room = self._every - count % self._every
        while room < self._at_once and not is_stored(count + room, self._length, self._every):
            room += self._every
        lines = columns_after(self._pool.pk, self._last, self._bound, room, self._merges)
        self._is_at_the_end = len(lines) < room
        return lines

    def _take(self, state: PoolFold, lines: Lines) -> set[int]:
        """Fold these lines into `state`, and return the players that change."""
        self._steps.add(state.take_all(lines))
        self._advance(state, lines)
        return set(lines.touched)

    def _advance(self, state: PoolFold, lines: Lines) -> None:
        """Note that these lines are folded into `state`."""
        if not lines:
            return
        self._at_once = self._every * min(state.players // PLAYERS_AT_ONCE, MOST_AT_ONCE)
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

    def _rewind(self, touched: Place) -> PoolFold:
        """Return to the nearest checkpoint before the position, and delete those after it."""
        moment, number = instant(touched[0]), touched[1]
        checkpoints = Checkpoint.objects.filter(fold=self._fold)
        before = Q(played_at__lt=moment) | Q(played_at=moment, number__lt=number)
        start = checkpoints.filter(before).order_by("-count").first()
        self._fold.folded_count = start.count if start else 0
        self._fold.last_played_at = start.played_at if start else None
        self._fold.last_number = start.number if start else 0
        checkpoints.filter(count__gt=self._fold.folded_count).delete()
        return PoolFold(self._system, bytes(start.state) if start else b"")

    def _flip(self, state: PoolFold) -> None:
        """Make the new generation current; the previous one stays for its readers."""
        standings = state.standings()
        self._fold.generation += 1
        write_ratings(self._fold.pk, self._fold.generation, standings)
        Rating.objects.filter(fold=self._fold, generation__lt=self._fold.generation - 1).delete()
        self._close(state.dump(), standings)

    def _close(self, state: bytes, changed: list[RatingRow]) -> None:
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


def _more(state: PoolFold) -> int:
    """How many stretches more a transaction takes."""
    return min(state.players // PLAYERS_A_SEGMENT, MOST_MORE)
