"""Enters results: a range of numbers under the pool's row lock, then all rows in one statement."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext as _

from league.results.entries import NewResult, check, check_subjects
from league.results.errors import PlayerTwice, WrongPlayer, WrongTime
from league.results.models import Pool, Result
from league.results.services.announcing import announce_on_commit

# The clock is read after the wait for the lock, so that numbers and times of a pool go the same way.
LOCK_POOL = "SELECT next_number, clock_timestamp() FROM results_pool WHERE id = %s FOR NO KEY UPDATE"

ENTERED_ALREADY = "SELECT subject FROM results_result WHERE subject = ANY(%s) AND supersedes_id IS NULL"

PLAYERS = "SELECT id, kind, COALESCE(merged_into_id, id) FROM members_player WHERE id = ANY(%s)"

ENTER = """
WITH entered AS (
    INSERT INTO results_result (pool_id, number, subject, how, is_rated, evidence, block, played_at, entered_at, reason)
    SELECT %(pool)s, row.*, %(now)s, ''
    FROM unnest(%(number)s::bigint[], %(subject)s::uuid[], %(how)s::text[], %(is_rated)s::bool[],
                %(evidence)s::uuid[], %(block)s::uuid[], %(played_at)s::timestamptz[]) AS row
    RETURNING id, number
), seated AS (
    INSERT INTO results_resultseat (result_id, seat, player_id, points, place)
    SELECT entered.id, row.seat, row.player, row.points, row.place
    FROM unnest(%(seat_number)s::bigint[], %(seat)s::smallint[], %(player)s::bigint[], %(points)s::int[],
                %(place)s::smallint[]) AS row (number, seat, player, points, place)
    JOIN entered USING (number)
), counted AS (
    UPDATE results_pool SET next_number = next_number + %(count)s WHERE id = %(pool)s
)
SELECT id, number FROM entered ORDER BY number
"""


class Place(NamedTuple):
    """Where in the ledger an entry goes."""

    number: int
    entered_at: datetime


def enter_results(*, pool: Pool, entries: Sequence[NewResult]) -> list[Result]:
    """Enter first results in the order given, within the caller's transaction, and return those that are new.

    A subject that has a result already is passed over, so that repeating a batch is harmless; it is not among the
    returned. Nothing is entered when one entry is refused (`RefusedResult`). `results_entered` is sent on commit.
    The returned rows do not read their seats.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("enter_results runs within the transaction that it belongs to.")
    check_subjects(entries)
    for entry in entries:
        check(entry, pool.seats)
    _check_players(pool, entries)
    first = _lock(pool)
    new = _not_entered(entries)
    if not new:
        return []
    _check_times(new, first.entered_at)
    results = _insert(pool, new, first)
    announce_on_commit(pool.pk, [entry.subject for entry in new])
    return results


def _check_players(pool: Pool, entries: Sequence[NewResult]) -> None:
    named = {seat.player_id for entry in entries for seat in entry.seats}
    with connection.cursor() as cursor:
        cursor.execute(PLAYERS, [list(named)])
        players = {player: (kind, merged) for player, kind, merged in cursor.fetchall()}
    if len(players) < len(named):
        raise WrongPlayer(_("A seat of this table names a player who does not exist; choose another."))
    if pool.player_kind != Pool.Kind.ALL and any(kind != pool.player_kind for kind, _merged in players.values()):
        sentence = _("This leaderboard is for one kind of player (%(kind)s); people and bots are not rated together.")
        raise WrongPlayer(sentence % {"kind": pool.get_player_kind_display()})
    if len({merged for _kind, merged in players.values()}) < len(players):
        _check_merged(entries, {player: merged for player, (_kind, merged) in players.items()})


def _check_merged(entries: Sequence[NewResult], merged: dict[int, int]) -> None:
    for entry in entries:
        if len({merged[seat.player_id] for seat in entry.seats}) < len(entry.seats):
            raise PlayerTwice(_("Two seats of this table belong to the same player, under a former name; name one."))


def _lock(pool: Pool) -> Place:
    with connection.cursor() as cursor:
        cursor.execute(LOCK_POOL, [pool.pk])
        return Place(*cursor.fetchone())


def _not_entered(entries: Sequence[NewResult]) -> list[NewResult]:
    with connection.cursor() as cursor:
        cursor.execute(ENTERED_ALREADY, [[entry.subject for entry in entries]])
        entered: set[UUID] = {subject for (subject,) in cursor.fetchall()}
    return [entry for entry in entries if entry.subject not in entered]


def _check_times(entries: Sequence[NewResult], now: datetime) -> None:
    if any(entry.played_at is not None and entry.played_at > now for entry in entries):
        raise WrongTime(_("This table would be played in the future; give the day it was played."))


def _insert(pool: Pool, entries: Sequence[NewResult], first: Place) -> list[Result]:
    results = [
        Result(
            pool=pool,
            number=number,
            subject=entry.subject,
            how=entry.how,
            is_rated=entry.counts,
            evidence=entry.evidence,
            block=entry.block,
            entered_at=first.entered_at,
            played_at=entry.played_at or first.entered_at,
        )
        for number, entry in enumerate(entries, first.number)
    ]
    with connection.cursor() as cursor:
        cursor.execute(ENTER, _columns(pool, results, entries))
        for result, (key, _number) in zip(results, cursor.fetchall(), strict=True):
            result.pk = key
            result._state.adding = False
    return results


def _columns(pool: Pool, results: Sequence[Result], entries: Sequence[NewResult]) -> dict[str, Any]:
    fields = ("number", "subject", "how", "is_rated", "evidence", "block", "played_at")
    seats = [
        (result.number, at, *seat)
        for result, entry in zip(results, entries, strict=True)
        for at, seat in enumerate(entry.seats)
    ]
    numbers, at, players, points, places = (list(column) for column in zip(*seats, strict=True))
    return {field: [getattr(result, field) for result in results] for field in fields} | {
        "pool": pool.pk,
        "now": results[0].entered_at,
        "count": len(results),
        "seat_number": numbers,
        "seat": at,
        "player": players,
        "points": points,
        "place": places,
    }
