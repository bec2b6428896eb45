"""Finishing matches: record, result and status in one transaction, each written by its token or not at all.

Locks are taken in one order everywhere: matches by id, blocks by id, (tournament,) pools by id.
"""

import traceback
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models.functions import Now

from games.matches.models import Block, Match, SeatReport
from games.matches.playing import Played
from games.matches.services.claims import Claim, give_back
from games.matches.strategies import alike
from games.matches.terms import Terms
from league.results.entries import NewResult, SeatResult
from league.results.models import Pool
from league.results.services.entering import enter_results
from league.shared.errors import Refusal
from league.shared.live import announce

log = structlog.get_logger(__name__)

RECORDS = "COPY matches_matchrecord (match_id, decisions, text) FROM STDIN (FORMAT BINARY)"

SEATS = """
UPDATE matches_matchseat AS seat SET points = row.points, place = row.place, fault = row.fault
FROM unnest(%s::bigint[], %s::smallint[], %s::int[], %s::smallint[], %s::text[])
    AS row (match_id, seat, points, place, fault)
WHERE seat.match_id = row.match_id AND seat.seat = row.seat
"""

UNSEAL = """
UPDATE matches_block AS block SET finished_at = clock_timestamp()
WHERE id = ANY(%s) AND finished_at IS NULL
  AND NOT EXISTS (SELECT FROM matches_match WHERE block_id = block.id AND status <> 'done')
"""


class Finish(NamedTuple):
    """A match that was played, by whom it was held."""

    claim: Claim
    played: Played


def finish_matches(*, finishes: Sequence[Finish], terms: Terms) -> int:
    """Store what was played, and return how many matches are stored by their token; the others were fenced off.

    Doing it again after a commit nobody heard of is harmless. When the sub-batch is refused it is stored match by
    match, and only what is refused alone is given back. Raises OperationalError or InterfaceError while the
    database is away.
    """
    try:
        return _finish_together(finishes)
    except (OperationalError, InterfaceError):
        raise
    except (DatabaseError, Refusal):
        if len(finishes) == 1:
            give_back(claim=finishes[0].claim, reason=traceback.format_exc(), terms=terms)
            return 0
        log.exception("a sub-batch was refused, and is finished match by match")
        return sum(finish_matches(finishes=[finish], terms=terms) for finish in finishes)


@transaction.atomic
def _finish_together(finishes: Sequence[Finish]) -> int:
    standing = _locked(finishes)
    ours = [
        finish for finish in finishes if standing.get(finish.claim.id) == (finish.claim.token, Match.Status.RUNNING)
    ]
    before = sum(standing.get(finish.claim.id) == (finish.claim.token, Match.Status.DONE) for finish in finishes)
    if ours:
        _store(sorted(ours, key=lambda finish: finish.claim.id))
    return len(ours) + before


def _locked(finishes: Sequence[Finish]) -> dict[int, tuple[UUID | None, str]]:
    matches = Match.objects.filter(pk__in=[finish.claim.id for finish in finishes]).order_by("pk")
    rows = matches.select_for_update(no_key=True).values_list("pk", "token", "status")
    return {key: (token, status) for key, token, status in rows}


def _store(finishes: Sequence[Finish]) -> None:
    blocks = sorted({finish.claim.block_id for finish in finishes})
    # Whoever finishes another rotation waits here, and then sees ours done: the last one unseals the block.
    list(Block.objects.filter(pk__in=blocks).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    with connection.cursor() as cursor:
        _copy_records(cursor, finishes)
        cursor.execute(SEATS, _columns_of_seats(finishes))
        matches = Match.objects.filter(pk__in=[finish.claim.id for finish in finishes])
        matches.update(status=Match.Status.DONE, lease_until=None, worker="", finished_at=Now())
        cursor.execute(UNSEAL, [blocks])
    _keep_reports(finishes)
    _enter(finishes)
    _announce(finishes)


def _copy_records(cursor: CursorWrapper, finishes: Iterable[Finish]) -> None:
    """In binary, for texts quoted into an array cost more than all the rest of a finish."""
    with connection.wrap_database_errors, cursor.copy(RECORDS) as copy:
        copy.set_types(("int8", "int4", "text"))
        for claim, played in finishes:
            copy.write_row((claim.id, played.decisions, played.text))


def _keep_reports(finishes: Iterable[Finish]) -> None:
    """Of programs of strangers; a match of the house's own bots has none, and costs nothing here."""
    rows = [
        SeatReport(match_id=claim.id, **report._asdict()) for claim, played in finishes for report in played.reports
    ]
    if rows:
        SeatReport.objects.bulk_create(rows)


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
    drawn, names = _drawn(rated), _names(rated)
    by_pool = attrgetter("claim.pool_id")
    for pool_id, group in groupby(sorted(rated, key=by_pool), key=by_pool):
        enter_results(pool=pools[pool_id], entries=[_result(finish, drawn, names) for finish in group])


def _drawn(finishes: Sequence[Finish]) -> dict[int, datetime]:
    """When the versions were settled that play; nobody asks of a match of the house's own bots."""
    blocks = {finish.claim.block_id for finish in finishes if finish.played.reports}
    return dict(Block.objects.filter(pk__in=blocks).values_list("pk", "created_at")) if blocks else {}


def _strengths(finish: Finish) -> tuple[str, ...]:
    """By seat, which program plays under its player's name, where that can change."""
    programs = {report.seat for report in finish.played.reports}
    return tuple(chair.bot if seat in programs else "" for seat, chair in enumerate(finish.claim.sheet.chairs))


def _names(finishes: Sequence[Finish]) -> Mapping[str, frozenset[str]]:
    """Under which other names the programs have played, so that one file is one strength."""
    programs = {strength for finish in finishes for strength in _strengths(finish) if strength}
    return alike(programs) if programs else {}


def _result(finish: Finish, drawn: Mapping[int, datetime], names: Mapping[str, frozenset[str]]) -> NewResult:
    claim, played = finish
    seats = zip(claim.sheet.chairs, played.points, played.places, strict=True)
    return NewResult(
        subject=claim.subject,
        seats=tuple(SeatResult(chair.player_id, points, place) for chair, points, place in seats),
        evidence=claim.subject,  # a match has the id of what it decides
        block=claim.block,
        placed_last=tuple(seat for seat, fault in enumerate(played.faults) if fault),
        strengths=_strengths(finish),
        alike=names,
        drawn_at=drawn.get(claim.block_id),
    )


def _announce(finishes: Sequence[Finish]) -> None:
    games = {f"game:{finish.claim.sheet.game}" for finish in finishes}
    announce("hall", *games, *(f"match:{finish.claim.public_id}" for finish in finishes))
