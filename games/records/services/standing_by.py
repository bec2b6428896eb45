"""A verified record stands by its recorder: what it says is reported, with the record as its evidence."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from games.records.models import BroughtRecord
from games.records.selectors.occasions import reported_meanwhile
from games.records.verdicts import Verdict
from league.results.claims import Claim, own_subject, played_on
from league.results.entries import SeatResult
from league.results.services.locking import lock_company
from league.results.services.reporting import file_report
from league.results.tables import locked_table
from league.shared.errors import Refusal


def standing_by(record: BroughtRecord, verdict: Verdict) -> dict[str, Any]:
    """Report the result within the caller's transaction, and return what became of it: an address, or a refusal.

    What the ledger or the club refuses does not undo the verdict; the recorder reads why.
    """
    try:
        with transaction.atomic():
            report = file_report(claim=_claim(record, verdict), by=record.by)
    except Refusal as refusal:
        return {"report": "", "not_reported": refusal.message}
    return {"report": report.public_id, "not_reported": ""}


def _claim(record: BroughtRecord, verdict: Verdict) -> Claim:
    players = [seat.player for seat in record.seats.select_related("player").order_by("seat")]
    lock_company(record.club, players)
    keys = [player.pk for player in players]
    seats = [SeatResult(*seat) for seat in zip(keys, verdict["points"], verdict["places"], strict=True)]
    if record.pool is None:
        raise ValueError("A record is sent with its pool.")
    return Claim(
        subject=_subject(record, seats),
        pool=record.pool,
        club=record.club,
        seats=tuple(_in_order(record, seats)),
        key=record.uuid,
        played_at=played_on(record.played_on, record.club) if record.played_on else record.sent_at,
        evidence=record.uuid,
    )


def _subject(record: BroughtRecord, seats: Sequence[SeatResult]) -> UUID:
    """What the recorder chose; of a game by itself what somebody else reported of it meanwhile, if they did."""
    if record.subject != own_subject(record.by, record.uuid):
        return record.subject
    places, points = {seat.player_id: seat.place for seat in seats}, {seat.player_id: seat.points for seat in seats}
    meanwhile = reported_meanwhile(record, places, points)
    if meanwhile is not None:
        record.subject = meanwhile.subject
        record.save(update_fields=["subject"])
    return record.subject


def _in_order(record: BroughtRecord, seats: Sequence[SeatResult]) -> Sequence[SeatResult]:
    """As the draw seated them, if the game is a leg: at the table they may have sat the other way round."""
    table = locked_table(record.subject)
    if table is None or set(table.players) != {seat.player_id for seat in seats}:
        return seats
    return sorted(seats, key=lambda seat: table.players.index(seat.player_id))
