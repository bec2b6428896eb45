"""Keeps a match that was played elsewhere in the house to its end, as a worker's is kept: match, record and result."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models.functions import Now

from engine.core.game import Outcome
from engine.core.record import Record
from games.matches import records
from games.matches.batches import cost_of
from games.matches.models import Block, Match, MatchRecord, MatchSeat
from games.matches.seeds import commitment_of
from league.members.models import Player
from league.results.entries import NewResult, SeatResult
from league.results.models import Pool
from league.results.services.entering import enter_results
from league.shared.live import announce


class Sat(NamedTuple):
    """Who sat there. `player_id` is None for a visitor; `bot` is empty where a person moved."""

    player_id: int | None
    bot: str = ""
    playouts: int = 0


@transaction.atomic
def keep_match(
    *, record: Record, sat: Sequence[Sat], decisions: int, secret: bytes, pool: Pool | None, is_rated: bool
) -> Match:
    """Keep a finished match on a deal of its own, open at once.

    Its result enters the ledger of `pool`, unless a visitor sat there: a ledger holds players. Raises ValueError for
    a record without an outcome.
    """
    outcome = record.outcome
    if outcome is None:
        raise ValueError("A match is kept when it is over; this record has no outcome.")
    block = Block.objects.create(secret=secret, commitment=commitment_of(secret), finished_at=Now())
    match = Match.objects.create(
        block=block,
        pool=pool,
        game=record.game,
        rules_version=record.rules_version,
        options=dict(record.options),
        cost=cost_of(seat.playouts for seat in sat),
        status=Match.Status.DONE,
        finished_at=Now(),
    )
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, points=outcome.points[seat], place=outcome.places[seat], **one._asdict())
        for seat, one in enumerate(sat)
    )
    MatchRecord.objects.create(match=match, text=records.written(record), decisions=decisions)
    enter_result_of(match=match, outcome=outcome, sat=sat, is_rated=is_rated)
    announce("hall", f"game:{record.game}")
    return match


def enter_result_of(*, match: Match, outcome: Outcome, sat: Sequence[Sat], is_rated: bool) -> None:
    """Enter a kept match into its pool's ledger, within the caller's transaction, unless somebody has no player."""
    players = [seat.player_id for seat in sat if seat.player_id is not None]
    if match.pool is None or len(players) < len(sat):
        return
    seats = zip(players, outcome.points, outcome.places, strict=True)
    result = NewResult(
        subject=match.subject,
        seats=tuple(SeatResult(*seat) for seat in seats),
        evidence=match.subject,
        block=match.block.uuid,
        is_rated=is_rated,
    )
    enter_results(pool=match.pool, entries=[result])


@transaction.atomic
def seat_visitor(*, match: Match, player: Player) -> None:
    """Put a player where a visitor sat, who has joined since. The result enters the ledger, unrated.

    Unrated, because whoever joins after the end chooses which of the games count.
    """
    seats = list(match.seats.select_for_update().order_by("seat"))
    for seat in seats:
        if seat.player_id is None:
            seat.player = player
            seat.save(update_fields=["player"])
    outcome = Outcome(
        tuple(seat.points or 0 for seat in seats), tuple(seat.place or 0 for seat in seats), reason=""
    )  # of a finished match, every seat has both
    sat = [Sat(seat.player_id, seat.bot, seat.playouts) for seat in seats]
    enter_result_of(match=match, outcome=outcome, sat=sat, is_rated=False)
