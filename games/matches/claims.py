"""Leases of matches: claim, extend, release, store the outcome by the token, and queue again what was lost."""

import traceback
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from itertools import groupby
from operator import attrgetter, or_
from typing import NamedTuple
from uuid import UUID

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Now

from engine.core import registry
from games.matches import queueing
from games.matches.models import Block, Match, MatchSeat, SeatReport
from games.matches.run_match import Played
from games.matches.strategy_registry import alike
from league.common import jobs
from league.common.errors import Refusal
from league.common.live import announce
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool
from league.results.services.ledger import enter_results

log = structlog.get_logger(__name__)

TRIES = 3  # to claim before other workers do

COPY_RECORDS = "COPY matches_matchrecord (match_id, decisions, text) FROM STDIN (FORMAT BINARY)"

UPDATE_SEATS = """
UPDATE matches_matchseat AS seat SET points = row.points, place = row.place, fault = row.fault
FROM unnest(%s::bigint[], %s::smallint[], %s::int[], %s::smallint[], %s::text[])
    AS row (match_id, seat, points, place, fault)
WHERE seat.match_id = row.match_id AND seat.seat = row.seat
"""

UNSEAL_BLOCKS = """
UPDATE matches_block AS block SET finished_at = clock_timestamp()
WHERE id = ANY(%s) AND finished_at IS NULL
  AND NOT EXISTS (SELECT FROM matches_match WHERE block_id = block.id AND status <> 'done')
"""

MOST_AT_ONCE = 5_000  # matches that a sweep queues
QUEUES = {
    queueing.QUEUE: Q(is_remote=False, needs_sandbox=False),
    queueing.QUEUE_APART: Q(is_remote=False, needs_sandbox=True),
    queueing.QUEUE_REMOTE: Q(is_remote=True, needs_sandbox=False),
    queueing.QUEUE_MIXED: Q(is_remote=True, needs_sandbox=True),
}
MESSAGE_FIELDS = ("attempt", "cost", "needs_sandbox", "is_remote")  # which `queueing.publish` reads


def claim_matches(
    *, ids: Sequence[int], terms: queueing.LeaseSettings, has_sandbox: bool = False, is_remote: bool = False
) -> list[Match]:
    """Claim those of the matches that are free, in one statement.

    Matches with uploaded bots need a worker with a sandbox, those with remote bots a worker that can wait.
    """
    rows = Match.objects.filter(pk__in=ids, rules_version__in=rules_played_here(), is_remote=is_remote)
    if not has_sandbox:
        rows = rows.filter(needs_sandbox=False)
    matches = jobs.claim(_untried_if_many(rows, ids), terms)
    prefetch_related_objects(matches, "block", Prefetch("seats", MatchSeat.objects.order_by("seat")))
    if matches:
        announce("hall")
    return matches


def _untried_if_many(rows: QuerySet[Match], ids: Sequence[int]) -> QuerySet[Match]:
    """Leave out matches tried before unless there is only one: such a match may have killed its worker."""
    return rows.filter(attempt=0) if len(ids) > 1 else rows


def claim_in_turn(*, ids: Sequence[int], terms: queueing.LeaseSettings, has_sandbox: bool = False) -> list[Match]:
    """Claim the matches whose turn it is, at most as much as the message names: owners take turns.

    If other workers took them, claim those that the message names.
    """
    for _attempt in range(TRIES):
        due = queueing.next_in_turn(ids=ids, rules=rules_played_here(), needs_sandbox=has_sandbox)
        claims = claim_matches(ids=due, terms=terms, has_sandbox=has_sandbox) if due else []
        if claims or not due:
            break
    return claims or claim_matches(ids=ids, terms=terms, has_sandbox=has_sandbox)


def fail_attempt(*, claim: Match, reason: str, terms: queueing.LeaseSettings) -> None:
    """Release the match to another attempt, or fail it after the last. The reason is for site admins."""
    match = jobs.fail(Match, claim, reason, terms)
    if match is not None:
        cause = reason.strip().rpartition("\n")[2]
        log.error("a match failed", match=claim.public_id, status=match.status, cause=cause)
        announce("hall", f"match:{claim.public_id}")


def release(*, claim: Match) -> None:
    """Release the match for the next sweep, without counting an attempt; a lost lease is left alone."""
    if jobs.release(Match, claim):
        announce("hall", f"match:{claim.public_id}")


def rules_played_here() -> list[str]:
    """Return the rules versions that this process plays."""
    return [game.rules_version for game in registry.games().values()]


def unfinished_matches() -> QuerySet[Match]:
    """Return the matches that are played or will be; those of other rules versions are not."""
    unfinished = (Match.Status.QUEUED, Match.Status.RUNNING)
    return Match.objects.filter(status__in=unfinished, rules_version__in=rules_played_here()).order_by()


class Finish(NamedTuple):
    """A match that was played, with its claim."""

    claim: Match
    played: Played


def finish_matches(*, finishes: Sequence[Finish], terms: queueing.LeaseSettings) -> int:
    """Store the outcomes, and return how many were stored; matches with a lost lease are skipped.

    Idempotent. When a batch is refused it is stored match by match, and only the refused ones are released. Raise
    OperationalError or InterfaceError while the database is away.
    """
    try:
        return _finish_together(finishes)
    except (OperationalError, InterfaceError):
        raise
    except (DatabaseError, Refusal):
        if len(finishes) == 1:
            fail_attempt(claim=finishes[0].claim, reason=traceback.format_exc(), terms=terms)
            return 0
        log.exception("a batch of results was refused; its matches are finished one by one")
        return sum(finish_matches(finishes=[finish], terms=terms) for finish in finishes)


@transaction.atomic
def _finish_together(finishes: Sequence[Finish]) -> int:
    states = _locked(finishes)

    def with_status(status: str) -> list[Finish]:
        return [finish for finish in finishes if states.get(finish.claim.id) == (finish.claim.token, status)]

    running, stored_before = with_status(Match.Status.RUNNING), with_status(Match.Status.DONE)
    if running:
        _store(sorted(running, key=lambda finish: finish.claim.id))
    return len(running) + len(stored_before)


def _locked(finishes: Sequence[Finish]) -> dict[int, tuple[UUID | None, str]]:
    matches = Match.objects.filter(pk__in=[finish.claim.id for finish in finishes]).order_by("pk")
    rows = matches.select_for_update(no_key=True).values_list("pk", "token", "status")
    return {key: (token, status) for key, token, status in rows}


def _store(finishes: Sequence[Finish]) -> None:
    blocks = sorted({finish.claim.block_id for finish in finishes})
    # A worker that finishes another rotation waits here, and then sees these done: the last one unseals the block.
    list(Block.objects.filter(pk__in=blocks).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    with connection.cursor() as cursor:
        # COPY in binary: quoting texts into an array costs more than the rest of the batch.
        with connection.wrap_database_errors, cursor.copy(COPY_RECORDS) as copy:
            copy.set_types(("int8", "int4", "text"))
            for claim, played in finishes:
                copy.write_row((claim.id, played.decisions, played.text))
        cursor.execute(UPDATE_SEATS, _columns_of_seats(finishes))
        matches = Match.objects.filter(pk__in=[finish.claim.id for finish in finishes])
        matches.update(status=Match.Status.DONE, lease_until=None, worker="", finished_at=Now())
        cursor.execute(UNSEAL_BLOCKS, [blocks])
    SeatReport.objects.bulk_create(
        SeatReport(match_id=claim.id, **report._asdict()) for claim, played in finishes for report in played.reports
    )
    _enter(finishes)
    games = {f"game:{finish.claim.setup.game}" for finish in finishes}
    announce("hall", *games, *(f"match:{finish.claim.public_id}" for finish in finishes))


def _columns_of_seats(finishes: Iterable[Finish]) -> list[list[object]]:
    rows = [
        (claim.id, seat, played.points[seat], played.places[seat], played.faults[seat])
        for claim, played in finishes
        for seat in range(len(played.points))
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def _enter(finishes: Sequence[Finish]) -> None:
    """Enter the results of rated matches, pool by pool: the pools' locks come last and are held the shortest."""
    rated = [finish for finish in finishes if finish.claim.pool_id is not None]
    pools = Pool.objects.in_bulk({finish.claim.pool_id for finish in rated})
    blocks = {finish.claim.block_id for finish in rated if finish.played.reports}
    drawn = dict(Block.objects.filter(pk__in=blocks).values_list("pk", "created_at"))  # when versions were fixed
    names = alike({strength for finish in rated for strength in _strengths(finish) if strength})
    by_pool = attrgetter("claim.pool_id")
    for pool_id, group in groupby(sorted(rated, key=by_pool), key=by_pool):
        enter_results(pool=pools[pool_id], entries=[_result(finish, drawn, names) for finish in group])


def _strengths(finish: Finish) -> tuple[str, ...]:
    """Return by seat the program that plays for the player, where that can change."""
    programs = {report.seat for report in finish.played.reports}
    return tuple(seat.bot if number in programs else "" for number, seat in enumerate(finish.claim.setup.seats))


def _result(finish: Finish, drawn: Mapping[int, datetime], names: Mapping[str, frozenset[str]]) -> ResultDraft:
    claim, played = finish
    seats = zip(claim.setup.seats, played.points, played.places, strict=True)
    return ResultDraft(
        subject=claim.subject,
        seats=tuple(SeatResult(seat.player_id, points, place) for seat, points, place in seats),
        evidence=claim.subject,  # a match has the id of what it decides
        block=claim.block.uuid,
        placed_last=tuple(seat for seat, fault in enumerate(played.faults) if fault),
        strengths=_strengths(finish),
        alike=names,
        drawn_at=drawn.get(claim.block_id),
    )


def sweep_matches(*, terms: queueing.LeaseSettings) -> int:
    """Queue again what was lost, fail what used up its attempts, and return how many were queued.

    One sweep runs at a time. While the broker is away, or full of messages, nothing is queued.
    """
    kinds = [kind for queue, kind in QUEUES.items() if queueing.queue_has_space(queue, terms.waiting_messages)]
    in_queues = reduce(or_, kinds, Q(pk__in=()))
    rows = Match.objects.filter(in_queues, rules_version__in=rules_played_here()).only(*MESSAGE_FIELDS)
    given_up, waiting = jobs.sweep(rows, terms, most=MOST_AT_ONCE)
    if given_up:
        names = [match.public_id for match in given_up]
        log.error("matches failed after their last attempt", matches=names, attempts=terms.attempts)
        announce("hall", *(f"match:{name}" for name in names))
    queueing.publish(waiting)
    return len(waiting)


@transaction.atomic
def queue_again(*, matches: Iterable[Match]) -> int:
    """Give failed matches new attempts, and return how many."""
    return _queue(Match.objects.filter(pk__in=[match.pk for match in matches], status=Match.Status.DEAD))


@transaction.atomic
def queue_cancelled(*, subjects: Iterable[UUID]) -> int:
    """Queue the cancelled matches with these subjects again, and return how many."""
    return _queue(Match.objects.filter(subject__in=list(subjects), status=Match.Status.CANCELLED))


def _queue(matches: QuerySet[Match]) -> int:
    queued = jobs.try_again(matches.only(*MESSAGE_FIELDS, "public_id"))
    announce("hall", *(f"match:{match.public_id}" for match in queued))
    for match in queued:
        match.attempt = 1  # each has a message of its own
    transaction.on_commit(lambda: queueing.publish(queued))
    return len(queued)
