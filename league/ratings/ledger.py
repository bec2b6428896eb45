"""Queries by which a fold reads the ledger: each subject once, with its current result, at its first result's position.

For a fit, a player who restarted (a new version of a bot) is another player from there on: in the tallies every period
between two restarts is a separate player, and the last one is on the leaderboard.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Q

from league.accounts.models import Player
from league.competition.ratings.columns import Numbers, results_in, tables_from
from league.competition.ratings.system import RatedResult, Rating
from league.ratings.pool_fold import Lines, Position, Restart

ERA = 1 << 40  # what each restart adds to the id of a player in a fit; ids stay below it
BATCH_SIZE = 10_000  # lines that are read at once
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BEGINNING: Position = (-62_000_000_000_000_000, 0)
"""Before any position: the year 5."""

SEATS = """
WITH corrected AS (
    SELECT DISTINCT ON (subject) subject, id, is_rated, how FROM results_result
    WHERE pool_id = %(pool)s AND supersedes_id IS NOT NULL AND number <= %(bound)s
    ORDER BY subject, number DESC
), lines AS (
    SELECT first.played_at, first.number, coalesce(corrected.id, first.id) AS result,
        coalesce(corrected.is_rated, first.is_rated) AS is_rated, coalesce(corrected.how, first.how) AS how
    FROM results_result first LEFT JOIN corrected USING (subject)
    WHERE first.pool_id = %(pool)s AND first.supersedes_id IS NULL AND first.number <= %(bound)s
        AND (first.played_at, first.number) > (%(played_at)s, %(number)s)
    ORDER BY first.played_at, first.number LIMIT %(limit)s
), seats AS (
    SELECT (extract(epoch FROM played_at) * 1000000)::bigint AS played, number, result, is_rated::int::bigint AS rated,
        coalesce(player_id, 0) AS player, coalesce(place, 0)::bigint AS place
    FROM lines LEFT JOIN LATERAL (
        SELECT player_id, place, seat FROM results_resultseat
        WHERE result_id = lines.result AND lines.how <> 'withdrawn' OFFSET 0
    ) sat ON true
    ORDER BY played_at, number, seat
)
SELECT array_send(array_agg(played)), array_send(array_agg(number)), array_send(array_agg(result)),
    array_send(array_agg(rated)), array_send(array_agg(player)), array_send(array_agg(place))
FROM seats
"""
"""By seat; a withdrawn line has one of nobody. OFFSET keeps the planner from reading all seats for every chunk. Arrays
in PostgreSQL's binary form are what numpy reads at once."""

LATE = """
SELECT (extract(epoch FROM first.played_at) * 1000000)::bigint, first.number
FROM results_result fresh JOIN results_result first ON first.subject = fresh.subject AND first.supersedes_id IS NULL
WHERE fresh.pool_id = %(pool)s AND fresh.number > %(seen)s AND fresh.number <= %(bound)s
    AND (first.played_at, first.number) <= (%(played_at)s, %(number)s)
ORDER BY first.played_at, first.number LIMIT 1
"""

FIRST_OF_PLAYERS = """
SELECT (extract(epoch FROM first.played_at) * 1000000)::bigint, first.number
FROM results_resultseat seat JOIN results_result here ON here.id = seat.result_id
JOIN results_result first ON first.subject = here.subject AND first.supersedes_id IS NULL
WHERE here.pool_id = %(pool)s AND seat.player_id = ANY(%(players)s)
ORDER BY first.played_at, first.number LIMIT 1
"""

TABLES = """
WITH fresh AS (
    SELECT id, supersedes_id FROM results_result
    WHERE pool_id = %(pool)s AND number > %(seen)s AND number <= %(bound)s
), counted AS (
    SELECT 1 AS times, id FROM fresh UNION ALL SELECT -1, supersedes_id FROM fresh WHERE supersedes_id IS NOT NULL
)
SELECT times, (extract(epoch FROM played_at) * 1000000)::bigint,
    CASE WHEN supersedes_id IS NULL THEN number ELSE (
        SELECT first.number FROM results_result first
        WHERE first.subject = results_result.subject AND first.supersedes_id IS NULL
    ) END, sat.players, sat.places
FROM counted JOIN results_result USING (id), LATERAL (
    SELECT array_agg(player_id ORDER BY seat) AS players, array_agg(place ORDER BY seat) AS places
    FROM results_resultseat WHERE result_id = counted.id
) sat
WHERE is_rated
"""

NOT_FIRST = """
SELECT (SELECT count(*) FROM results_result
        WHERE pool_id = %(pool)s AND supersedes_id IS NOT NULL AND number <= %(bound)s)
    + (SELECT count(*) FROM results_newstrength WHERE pool_id = %(pool)s AND number <= %(bound)s)
"""

MERGED_HERE = """
SELECT id FROM accounts_player WHERE id = ANY(%(players)s) AND EXISTS (
    SELECT FROM results_resultseat seat JOIN results_result here ON here.id = seat.result_id
    WHERE seat.player_id = accounts_player.id AND here.pool_id = %(pool)s)
"""

BEGINNINGS = """
SELECT (extract(epoch FROM at) * 1000000)::bigint, number, player_id FROM results_newstrength
WHERE pool_id = %(pool)s AND begins_again AND number <= %(bound)s AND (at, number) > (%(played_at)s, %(number)s)
ORDER BY at, number
"""

_NUMBER = np.dtype([("size", ">i4"), ("value", ">i8")])
_ARRAY_HEADER = 20  # of a binary array: dimensions, nulls, type, length, lower bound

Merges = Mapping[int, int]
"""From the id of a merged player to the id of the player that replaces it."""


class Eras:
    """The positions at which players of one pool restarted, in order."""

    def __init__(self, beginnings: Iterable[tuple[Position, int]] = ()) -> None:
        self._restarts: dict[int, list[Position]] = defaultdict(list)
        for position, player in beginnings:
            self._restarts[player].append(position)

    def with_eras_at(self, table: RatedResult, position: Position) -> RatedResult:
        """Return a result with the ids of its players since their last restart before the position."""
        if not self._restarts:
            return table
        return table._replace(players=tuple(self._with_era(player, position) for player in table.players))

    def results_in(self, lines: Lines) -> list[RatedResult]:
        """Return the rated results of these lines, as `with_eras_at` does."""
        results = results_in(lines.tables)
        if not self._restarts:
            return results
        rated = lines.tables.rated
        positions = zip(lines.played[rated].tolist(), lines.numbers[rated].tolist(), strict=True)
        return [self.with_eras_at(result, position) for result, position in zip(results, positions, strict=True)]

    def ratings_since_restart(self, fitted: Mapping[int, Rating]) -> dict[int, Rating]:
        """Return the rating of every player since their last restart."""
        return {key % ERA: fitted[key] for key in sorted(fitted)}

    def _with_era(self, player: int, position: Position) -> int:
        return player + ERA * bisect_left(self._restarts.get(player, ()), position)


def columns_after(pool_id: int, position: Position, bound: int, limit: int, merges: Merges) -> Lines:
    """Return the next lines after a position, among the results numbered up to `bound`."""
    (row,) = _rows(SEATS, pool=pool_id, bound=bound, limit=limit, **split(position))
    played, numbers, results, rated, players, places = (_numbers(column) for column in row)
    first = np.flatnonzero(np.diff(numbers, prepend=0))  # of each line; no number follows itself
    sits = players > 0
    sizes = np.add.reduceat(sits, first, dtype=np.int64) if len(first) else first
    for player, into in merges.items():
        players[players == player] = into
    tables = tables_from(sizes, rated[first] > 0, players[sits], places[sits])

    def positions_of_lines() -> list[Position]:
        return list(zip(played[first].tolist(), numbers[first].tolist(), strict=True))

    beginnings = _beginnings(pool_id, position, bound, merges, positions_of_lines)
    return Lines(played[first], numbers[first], results[first], tables, tuple(beginnings))


def lines_after(pool_id: int, position: Position, bound: int, merges: Merges) -> Iterator[Lines]:
    """Yield all lines after a position, among the results numbered up to `bound`, in batches."""
    while lines := columns_after(pool_id, position, bound, BATCH_SIZE, merges):
        yield lines
        position = lines.last


def eras_in(pool_id: int, bound: int, merges: Merges) -> Eras:
    """Return the restarts of players, among the rows numbered up to `bound`."""
    rows = _rows(BEGINNINGS, pool=pool_id, bound=bound, **split(BEGINNING))
    return Eras([((at, number), merges.get(player, player)) for at, number, player in rows])


def _beginnings(
    pool_id: int, after: Position, bound: int, merges: Merges, positions_of_lines: Callable[[], Sequence[Position]]
) -> Iterator[Restart]:
    """Yield the restarts before these lines; later ones wait for the next lines.

    Without restarts `positions_of_lines` is not called.
    """
    rows = _rows(BEGINNINGS, pool=pool_id, bound=bound, **split(after))
    positions = positions_of_lines() if rows else ()
    for at, number, player in rows:
        index = bisect_left(positions, (at, number))
        if index < len(positions):
            yield Restart(index, merges.get(player, player))


def tables_between(
    pool_id: int, seen: int, bound: int, merges: Merges, eras: Eras
) -> list[tuple[int, list[RatedResult]]]:
    """Return the rated results that the rows numbered after `seen` up to `bound` add (1) and remove (-1)."""
    counted: dict[int, list[RatedResult]] = {1: [], -1: []}
    for times, played, number, players, places in _rows(TABLES, pool=pool_id, seen=seen, bound=bound):
        table = RatedResult(tuple(merges.get(player, player) for player in players), tuple(places))
        counted[times].append(eras.with_eras_at(table, (played, number)))
    return list(counted.items())


def first_late(pool_id: int, seen: int, bound: int, last: Position) -> Position | None:
    """Return the first position, not after `last`, of results that rows numbered after `seen` entered or corrected."""
    rows = _rows(LATE, pool=pool_id, seen=seen, bound=bound, **split(last))
    return rows[0] if rows else None


def first_of(pool_id: int, players: set[int]) -> Position | None:
    """Return the position of the first result of any of the players."""
    rows = _rows(FIRST_OF_PLAYERS, pool=pool_id, players=list(players))
    return rows[0] if rows else None


def length_of(pool_id: int, bound: int) -> int:
    """Return the number of lines among the rows numbered up to `bound`, without corrections and new strengths."""
    ((others,),) = _rows(NOT_FIRST, pool=pool_id, bound=bound)
    return bound - int(others)


def merges_in(pool_id: int) -> dict[int, int]:
    """Return the merges of players in a pool; chains are followed to their end."""
    into: dict[int, int] = dict(
        Player.objects.exclude(merged_into=None).order_by("pk").values_list("pk", "merged_into_id")
    )
    if not into:
        return {}
    here = _rows(MERGED_HERE, pool=pool_id, players=list(into))
    return {player: _end_of(into, player) for (player,) in sorted(here)}


def instant(microseconds: int) -> datetime:
    """Return the datetime of microseconds since 1970 (UTC)."""
    return EPOCH + timedelta(microseconds=microseconds)


def microseconds(moment: datetime) -> int:
    """Return the microseconds since 1970 (UTC) of a datetime."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def split(position: Position) -> dict[str, Any]:
    """Return a position as the columns `played_at` and `number` of a query."""
    return {"played_at": instant(position[0]), "number": position[1]}


def is_before(position: Position) -> Q:
    """Return the condition on rows with `played_at` and `number` that are before a position."""
    moment, number = instant(position[0]), position[1]
    return Q(played_at__lt=moment) | Q(played_at=moment, number__lt=number)


def _end_of(into: Merges, player: int) -> int:
    while player in into:
        player = into[player]
    return player


def _numbers(array: bytes | None) -> Numbers:
    return np.frombuffer(array or bytes(_ARRAY_HEADER), _NUMBER, offset=_ARRAY_HEADER)["value"].astype(np.int64)


def _rows(query: str, **given: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        return list(cursor.fetchall())
