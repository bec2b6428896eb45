"""Preview of ratings after a change of the ledger: folded in memory, without locks.

A fold starts at the nearest checkpoint before the first changed position, and processes every later line twice. By Elo
a line of two costs 0.03 ms at most, a line of four 0.2 ms; beyond `MOST_LINES` it is refused, and the preview says how
many there are. For a fit only the changed tables are recounted.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from league.accounts.models import Player
from league.competition.ratings import rating_fit_named, rating_fits, rating_system_named
from league.competition.ratings.system import RatedResult, Rating, RatingSystem
from league.ratings.ledger import (
    BATCH_SIZE,
    BEGINNING,
    Eras,
    Merges,
    eras_in,
    instant,
    is_before,
    lines_after,
    merges_in,
    microseconds,
    tables_between,
)
from league.ratings.models import Checkpoint, Fold
from league.ratings.pool_fold import Line, Lines, PoolFold, Position, lines_of
from league.ratings.stored_fold import StoredFold
from league.results.consequences import Change
from league.results.models import Pool, Result
from league.results.queries import results_of

MOST_LINES = 20_000

Standings = Mapping[int, Rating]


@dataclass(frozen=True, slots=True)
class Preview:
    """Standings of a pool before and after, by the system that orders it.

    `lines` is how many of the ledger are folded; above `most` both standings are empty.
    """

    pool: Pool
    before: Standings
    after: Standings
    lines: int
    most: int

    @property
    def is_calculated(self) -> bool:
        """Whether few enough lines follow to calculate it."""
        return self.lines <= self.most


def preview_of(pool: Pool, changes: Sequence[Change], most: int = MOST_LINES) -> Preview:
    """Return the standings before and after changes in a pool, made together, unless more than `most` lines follow."""
    bound = Pool.objects.values_list("next_number", flat=True).get(pk=pool.pk) - 1
    merges = _merges(pool, changes)
    lines = list(_lines_of(changes, bound, merges))
    if pool.rating_system in rating_fits():
        return _fit_twice(pool, changes, lines, merges, most)
    changed = sorted(lines, key=attrgetter("position"))
    start = _start(pool, changed[0].position)
    count = _count_after(pool, start.position)
    if count > most:
        return Preview(pool, {}, {}, count, most)
    ledger = lines_after(pool.pk, start.position, bound, merges)
    before, after = _fold_twice(rating_system_named(pool.rating_system), start.state, ledger, changed)
    return Preview(pool, before, after, count, most)


@dataclass(frozen=True, slots=True)
class _Start:
    """A position up to which everything is folded, and the state there."""

    position: Position
    state: bytes


def _merges(pool: Pool, changes: Sequence[Change]) -> Merges:
    """Return the merges of players, also of those who were merged before their first result in this pool."""
    seated = {seat.player_id for change in changes for seat in change.after or ()}
    merged = Player.objects.filter(pk__in=seated).exclude(merged_into=None)
    return dict(merged.values_list("pk", "merged_into_id")) | merges_in(pool.pk)


def _lines_of(changes: Sequence[Change], bound: int, merges: Merges) -> Iterator[Line]:
    """Yield the changed lines: at the position of the first row, or after everything entered so far."""
    firsts = Result.objects.filter(subject__in=[change.subject for change in changes], supersedes=None)
    numbers = dict(firsts.values_list("subject", "number"))
    now, fresh = timezone.now(), bound
    for change in changes:
        number = numbers.get(change.subject)
        if number is None:
            number = fresh = fresh + 1
        seats = change.after or ()
        yield Line(
            (microseconds(change.played_at or now), number),
            result=0,
            is_rated=change.counts,
            players=tuple(merges.get(seat.player_id, seat.player_id) for seat in seats),
            places=tuple(seat.place for seat in seats),
        )


def _start(pool: Pool, first: Position) -> _Start:
    """Return the nearest checkpoint before the first position that changes, or that the fold has not read yet."""
    fold = Fold.objects.filter(pool=pool, system=pool.rating_system).first()
    if fold is None:
        return _Start(BEGINNING, b"")
    late = StoredFold(pool.pk, pool.rating_system, BATCH_SIZE).first_changed()
    position = min(first, late) if late else first
    point = Checkpoint.objects.filter(is_before(position), fold=fold).order_by("-count").first()
    if point is None:
        return _Start(BEGINNING, b"")
    return _Start((microseconds(point.played_at), point.number), bytes(point.state))


def _count_after(pool: Pool, position: Position) -> int:
    moment, number = instant(position[0]), position[1]
    after = Q(played_at__gt=moment) | Q(played_at=moment, number__gt=number)
    return Result.objects.filter(after, pool=pool, supersedes=None).count()


def _fold_twice(
    system: RatingSystem[Any], state: bytes, ledger: Iterable[Lines], changed: Sequence[Line]
) -> tuple[Standings, Standings]:
    """Fold the lines of the ledger as they are, and as they would be; `changed` are in their order."""
    before, after, waiting = PoolFold(system, state), PoolFold(system, state), deque(changed)
    for lines in ledger:
        before.take_all(lines)
        left = lines
        while waiting and waiting[0].position <= lines.last:
            line = waiting.popleft()
            earlier, left = left.split_at(left.before(line.position))
            after.take_all(earlier)
            replaced, left = left.split_at(1 if left and left.first == line.position else 0)
            begin_again = tuple(restart.player for restart in replaced.beginnings)
            after.take_all(lines_of([line._replace(begin_again=begin_again)]))
        after.take_all(left)
    after.take_all(lines_of(waiting))
    return _by_player(before), _by_player(after)


def _by_player(fold: PoolFold) -> Standings:
    return {row.player: Rating(row.value, row.uncertainty, row.games, row.is_provisional) for row in fold.standings()}


def _fit_twice(pool: Pool, changes: Sequence[Change], changed: Sequence[Line], merges: Merges, most: int) -> Preview:
    """Take the tallies as they are, and again without the rows that count now and with those that would."""
    fit = rating_fit_named(pool.rating_system)
    bound = Pool.objects.values_list("next_number", flat=True).get(pk=pool.pk) - 1
    state, seen = _stored_tallies(pool)
    if bound - seen > most:
        return Preview(pool, {}, {}, bound - seen, most)
    tallies = fit.load(state) if state else fit.start()
    eras = eras_in(pool.pk, bound, merges)
    for times, tables in tables_between(pool.pk, seen, bound, merges, eras):
        fit.count(tallies, tables, times)
    before = eras.ratings_since_restart(fit.ratings(tallies))
    positions = {change.subject: line.position for change, line in zip(changes, changed, strict=True)}
    fit.count(tallies, _current_results(pool, changes, merges, eras, positions), -1)
    rated = [line for line in changed if line.is_rated]
    fit.count(tallies, [eras.with_eras_at(RatedResult(line.players, line.places), line.position) for line in rated])
    return Preview(pool, before, eras.ratings_since_restart(fit.ratings(tallies)), bound - seen, most)


def _stored_tallies(pool: Pool) -> tuple[bytes, int]:
    """Return the stored tallies, and the number up to which they count the ledger; empty after a merge since then."""
    fold = Fold.objects.filter(pool=pool, system=pool.rating_system).first()
    if fold is None or fold.merge_targets_read() != merges_in(pool.pk):
        return b"", 0
    return bytes(fold.state), fold.folded_number


def _current_results(
    pool: Pool, changes: Sequence[Change], merges: Merges, eras: Eras, positions: Mapping[UUID, Position]
) -> list[RatedResult]:
    """Return the rated results of the subjects as they count now."""
    subjects = [change.subject for change in changes]
    return [
        eras.with_eras_at(
            RatedResult(
                tuple(merges.get(seat.player_id, seat.player_id) for seat in row.seats.all()),
                tuple(seat.place for seat in row.seats.all()),
            ),
            positions[row.subject],
        )
        for row in results_of(subjects)
        if row.is_rated and row.pool_id == pool.pk
    ]
