"""Fold a pool by one system under its lock: read what is folded, fold the next lines, store steps and ratings."""

from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import F
from django.db.models.functions import Now

from league.accounts.models import Player
from league.common.live import announce
from league.competition.ratings import rating_system_named
from league.ratings.checkpoints import is_stored, thin_checkpoints
from league.ratings.fold_rows import StepWriter, cut_steps, write_ratings
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
from league.ratings.pool_fold import Lines, PoolFold, Position, RatingRow
from league.results.models import Pool

PLAYERS_A_SEGMENT: Final = 500
"""For so many players a transaction folds one segment more: each player is then read, written and announced once."""
MOST_EXTRA_SEGMENTS: Final = 20
"""A transaction has to end well before a worker's time is up."""
PLAYERS_A_JOINED_SEGMENT: Final = 2_000
"""For so many players a segment is longer by one, up to the next checkpoint: each player is then counted once."""
MOST_JOINED_SEGMENTS: Final = 5


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
        self._is_at_the_end = False  # whether the lines read last end the ledger

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
        return {*lines.tables.names.tolist(), *(restart.player for restart in lines.beginnings)}

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
