"""The ledger: pools, the row lock under which they grow, and the entry of results."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.core import registry
from engine.core.errors import UnknownGame as UnknownToTheEngine
from league.accounts.models import Player
from league.clubs.models import Club
from league.common.pool_names import kind_and_size
from league.results.draft_checks import check_draft, check_time
from league.results.drafts import ResultDraft
from league.results.errors import PlayerTwice, UnknownGame, WrongEntry, WrongPlayer
from league.results.models import NewStrength, Pool, Result
from league.results.signals import results_entered, results_written

# The clock is read after the wait for the lock, so that numbers and times of a pool go the same way.
LOCK_POOL = "SELECT next_number, clock_timestamp() FROM results_pool WHERE id = %s FOR NO KEY UPDATE"
LOCK_PLAYERS = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))"
# Whoever merges two of these players meanwhile waits, or we do: else both names of one person could sit at one table.
PLAYERS = """
    SELECT id, kind, COALESCE(merged_into_id, id) FROM accounts_player WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE
"""
ENTERED_ALREADY = "SELECT subject FROM results_result WHERE subject = ANY(%s) AND supersedes_id IS NULL"
ENTER = """
WITH entered AS (
    INSERT INTO results_result
        (pool_id, number, subject, how, ending, is_rated, evidence, block, played_at, entered_at, reason, entered_by_id)
    SELECT %(pool)s, row.*, %(now)s, '', %(by)s::bigint
    FROM unnest(%(number)s::bigint[], %(subject)s::uuid[], %(how)s::text[], %(ending)s::text[],
                %(is_rated)s::bool[], %(evidence)s::uuid[], %(block)s::uuid[], %(played_at)s::timestamptz[]) AS row
    RETURNING id, number
), seated AS (
    INSERT INTO results_resultseat (result_id, seat, player_id, points, place)
    SELECT entered.id, row.seat, row.player, row.points, row.place
    FROM unnest(%(seat_number)s::bigint[], %(seat)s::smallint[], %(player)s::bigint[], %(points)s::int[],
                %(place)s::smallint[]) AS row (number, seat, player, points, place)
    JOIN entered USING (number)
), counted AS (
    UPDATE results_pool SET next_number = %(next)s WHERE id = %(pool)s
)
SELECT id, number FROM entered ORDER BY number
"""


class LedgerPosition(NamedTuple):
    """The next position in the ledger."""

    number: int
    entered_at: datetime


class LastVersion(NamedTuple):
    """The program that played last for a player in a pool, and since when."""

    strength: str
    since: datetime


class VersionChange(NamedTuple):
    """A player whose program changed, from this result on."""

    player_id: int
    strength: str
    begins_again: bool


def lock_pool(pool: Pool) -> LedgerPosition:
    """Lock the pool until the transaction ends, and return the position of its next row."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_POOL, [pool.pk])
        return LedgerPosition(*cursor.fetchone())


def lock_players(club: Club, players: Collection[Player]) -> None:
    """Lock the players of a club until the transaction ends, before every lock of a subject.

    Two reports of the same game at the same moment cannot both find that nobody else reported it.
    """
    names = ",".join(str(key) for key in sorted({player.pk for player in players}))
    with connection.cursor() as cursor:
        cursor.execute(LOCK_PLAYERS, [f"{club.pk}:{names}"])


def pool_for(*, game: str, player_kind: str, seats: int | None = None, club: Club | None = None) -> Pool:
    """Return the pool of that game, kind of player, number of seats (None: any) and club (None: the site's).

    It is made when it is not there. Raise `UnknownGame` for a game the site does not have.
    """
    kind = Pool.Kind(player_kind)
    title = _title_of(game)
    pool, _made = Pool.objects.get_or_create(
        game=game,
        player_kind=kind,
        seats=seats,
        club=club,
        defaults={"name": _name(title, kind, seats, club), "slug": _slug(game, kind, seats, club)},
    )
    return pool


def enter_results(*, pool: Pool, entries: Sequence[ResultDraft], by: Player | None = None) -> list[Result]:
    """Enter first results in the given order, within the caller's transaction; return the new rows. Idempotent.

    `by` is the player who entered them; `None` is the site itself. A subject that already has a result is skipped.
    Nothing is entered if one entry is refused (`RefusedResult`). `results_entered` is sent on commit. The returned rows
    come without their seats.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("enter_results runs within the transaction that it belongs to.")
    if len({entry.subject for entry in entries}) < len(entries):
        raise WrongEntry(_("The same game is in this batch twice. Send it once."))
    for entry in entries:
        check_draft(entry, pool.seats)
    check_players(pool, entries)
    first = lock_pool(pool)
    new = _not_entered(entries)
    if not new:
        return []
    for entry in new:
        check_time(entry.played_at, first.entered_at)
    results = _insert(pool, new, first, by)
    announce_on_commit(pool.pk, [entry.subject for entry in new])
    return results


def check_players(pool: Pool, entries: Sequence[ResultDraft]) -> None:
    """Raise `WrongPlayer` or `PlayerTwice` unless all exist, are of the pool's kind, and sit at a table once."""
    named = {seat.player_id for entry in entries for seat in entry.seats}
    with connection.cursor() as cursor:
        cursor.execute(PLAYERS, [list(named)])
        players = {player: (kind, merged) for player, kind, merged in cursor.fetchall()}
    if len(players) < len(named):
        raise WrongPlayer(_("The player of a seat does not exist. Choose another player."))
    if pool.player_kind != Pool.Kind.ALL and any(kind != pool.player_kind for kind, _merged in players.values()):
        sentence = _(
            "This leaderboard is only for one kind of player: %(kind)s. People and bots have separate leaderboards."
        )
        raise WrongPlayer(sentence % {"kind": pool.get_player_kind_display()})
    if len({merged for _kind, merged in players.values()}) < len(players):
        _check_merged(entries, {player: merged for player, (_kind, merged) in players.items()})


def announce_on_commit(pool_id: int, subjects: Iterable[UUID]) -> None:
    """Announce within the transaction, and once more on commit."""
    entered = tuple(subjects)
    results_written.send(sender=Result, pool_id=pool_id, subjects=entered)
    waiting = (hook[1] for hook in connection.run_on_commit if isinstance(hook[1], Announcement))
    announcement = next(waiting, None)
    if announcement is None:
        announcement = Announcement()
        transaction.on_commit(announcement, robust=True)
    announcement.add(pool_id, entered)


class Announcement:
    """The subjects that one transaction entered, by pool; called by Django after the commit.

    A savepoint that is rolled back may leave subjects here that were not entered. That is harmless: receivers look
    at the ledger, not at the announcement.
    """

    def __init__(self) -> None:
        self._subjects: dict[int, list[UUID]] = {}

    def add(self, pool_id: int, subjects: Iterable[UUID]) -> None:
        """Add a batch."""
        self._subjects.setdefault(pool_id, []).extend(subjects)

    def __call__(self) -> None:
        """Send the signal for each pool. A failing receiver is logged and does not stop the others."""
        for pool_id, subjects in self._subjects.items():
            results_entered.send_robust(sender=Result, pool_id=pool_id, subjects=tuple(subjects))


def version_changes(pool: Pool, entries: Sequence[ResultDraft], now: datetime) -> list[list[VersionChange]]:
    """Return for each entry the players whose strength (bot version) changed. The caller holds the pool's lock.

    Going back to an earlier version is a change as well. An entry drawn before the last change makes none: such a match
    waited with the old version while the new one already played, and counts for the new one.
    """
    versions = [_versions(entry) for entry in entries]
    players = {player for strengths in versions for player in strengths}
    known = _last_versions(pool, players) if players else {}
    return [_changes_of(known, entry, strengths, now) for entry, strengths in zip(entries, versions, strict=True)]


def _title_of(game: str) -> str:
    try:
        return registry.game(game).name
    except UnknownToTheEngine as error:
        raise UnknownGame(str(error)) from error


def _name(title: str, kind: Pool.Kind, seats: int | None, club: Club | None) -> str:
    """Name the pool in the language of the site: "Lords of Scotland, bots, tables of 3, Inverness"."""
    with override(settings.LANGUAGE_CODE):
        return ", ".join(filter(None, [title, kind_and_size(kind, seats), club.name if club else ""]))


def _slug(game: str, kind: Pool.Kind, seats: int | None, club: Club | None) -> str:
    players = {Pool.Kind.BOT: "bots", Pool.Kind.PERSON: "people", Pool.Kind.ALL: "people-and-bots"}[kind]
    return "-".join(
        filter(None, [game, players, f"tables-of-{seats}" if seats else "", f"at-{club.slug}" if club else ""])
    )


def _check_merged(entries: Sequence[ResultDraft], merged: dict[int, int]) -> None:
    for entry in entries:
        if len({merged[seat.player_id] for seat in entry.seats}) < len(entry.seats):
            raise PlayerTwice(_("Two seats have the same player, one of them under an old name. Correct one seat."))


def _versions(entry: ResultDraft) -> dict[int, str]:
    if not (entry.counts and entry.strengths):
        return {}
    seats = zip(entry.seats, entry.strengths, strict=True)
    return {seat.player_id: strength for seat, strength in seats if strength}


def _last_versions(pool: Pool, players: set[int]) -> dict[int, LastVersion]:
    rows = NewStrength.objects.filter(pool=pool, player__in=players).order_by("player", "-number").distinct("player")
    return {
        player: LastVersion(strength, since) for player, strength, since in rows.values_list("player", "strength", "at")
    }


def _changes_of(
    known: dict[int, LastVersion], entry: ResultDraft, strengths: Mapping[int, str], now: datetime
) -> list[VersionChange]:
    at, found = entry.played_at or now, []
    for player, strength in strengths.items():
        last, names = known.get(player), {strength, *entry.alike.get(strength, ())}
        if last and (last.strength in names or (entry.drawn_at and entry.drawn_at <= last.since)):
            continue
        found.append(VersionChange(player, strength, begins_again=last is not None))
        known[player] = LastVersion(strength, at)
    return found


def _not_entered(entries: Sequence[ResultDraft]) -> list[ResultDraft]:
    with connection.cursor() as cursor:
        cursor.execute(ENTERED_ALREADY, [[entry.subject for entry in entries]])
        entered: set[UUID] = {subject for (subject,) in cursor.fetchall()}
    return [entry for entry in entries if entry.subject not in entered]


def _insert(pool: Pool, entries: Sequence[ResultDraft], first: LedgerPosition, by: Player | None) -> list[Result]:
    changes = version_changes(pool, entries, first.entered_at)
    numbers = list(_numbers(first.number, changes))
    results = [
        Result(
            pool=pool,
            number=number,
            subject=entry.subject,
            how=entry.how,
            ending=entry.ending,
            is_rated=entry.counts,
            evidence=entry.evidence,
            block=entry.block,
            entered_by=by,
            entered_at=first.entered_at,
            played_at=entry.played_at or first.entered_at,
        )
        for number, entry in zip(numbers, entries, strict=True)
    ]
    _save_changes(results, changes)
    with connection.cursor() as cursor:
        cursor.execute(ENTER, _columns(pool, results, entries))
        for result, (key, _number) in zip(results, cursor.fetchall(), strict=True):
            result.pk = key
            result._state.adding = False
    return results


def _numbers(first: int, changes: Sequence[Sequence[VersionChange]]) -> Iterator[int]:
    """Yield the number of each result; its version changes have the numbers directly before."""
    for before in changes:
        first += len(before)
        yield first
        first += 1


def _save_changes(results: Sequence[Result], changes: Sequence[Sequence[VersionChange]]) -> None:
    rows = [
        NewStrength(pool=result.pool, number=result.number - back, at=result.played_at, **change._asdict())
        for result, before in zip(results, changes, strict=True)
        for back, change in enumerate(before, 1)
    ]
    if rows:
        NewStrength.objects.bulk_create(rows)


def _columns(pool: Pool, results: Sequence[Result], entries: Sequence[ResultDraft]) -> dict[str, Any]:
    fields = ("number", "subject", "how", "ending", "is_rated", "evidence", "block", "played_at")
    seats = [
        (result.number, at, *seat)
        for result, entry in zip(results, entries, strict=True)
        for at, seat in enumerate(entry.seats)
    ]
    numbers, at, players, points, places = (list(column) for column in zip(*seats, strict=True))
    return {field: [getattr(result, field) for result in results] for field in fields} | {
        "pool": pool.pk,
        "now": results[0].entered_at,
        "by": results[0].entered_by_id,
        "next": results[-1].number + 1,
        "seat_number": numbers,
        "seat": at,
        "player": players,
        "points": points,
        "place": places,
    }
