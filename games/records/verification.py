"""Workers check records: claim, check in a process of its own, store the verdict, report the result, sweep."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_noop
from structlog.contextvars import bind_contextvars

from games.matches.worker import retry_database, work_on_claim
from games.records.candidate_games import reported_meanwhile
from games.records.models import SubmittedRecord
from games.records.verifier import OUT_OF_MEMORY, Verdict, stopped_verdict
from league.common.errors import Refusal
from league.common.jobs import JobQueue, LeaseOptions
from league.common.live import announce
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.models import Report
from league.results.services.ledger import lock_players
from league.results.services.reports import submit_report
from league.results.subjects import locked_table

CHECK: Final = "games.records.check"
SWEEP: Final = "games.records.sweep"

log = structlog.get_logger(__name__)

TOO_LONG = gettext_noop("The check took too long, so the record is undecided.")
TOO_LARGE = gettext_noop("The check used too much memory, so the record is undecided.")

_STOPPED = {-signal.SIGALRM, -signal.SIGXCPU}  # by wall-clock, or by CPU time
_SECRETS = ("MOOTHILL_SECRET_KEY", "DATABASE_URL", "REDIS_URL", "MOOTHILL_MAIL_URL")

Status = SubmittedRecord.Status
_STATUS = {"verified": Status.VERIFIED, "refused": Status.REFUSED, "undecided": Status.UNDECIDED}

BATCHES_KEPT = timedelta(days=7)  # unsent drafts of a file
MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings(LeaseOptions):
    """Lease settings by the database's clock. A check ends well within one lease and needs no heartbeat."""

    lease: timedelta = timedelta(seconds=60)
    attempts: int = 3  # after which a record fails
    search_seconds: float = 10.0  # for the search for unknown events
    most_seconds: float = 25.0  # after which the process is killed
    most_memory: int = 768 * 1024 * 1024  # bytes of address space


def default_settings() -> CheckSettings:
    """Return the values of the settings."""
    return CheckSettings(
        lease=timedelta(seconds=settings.RECORD_LEASE_SECONDS),
        attempts=settings.RECORD_ATTEMPTS,
        stale_after=timedelta(seconds=settings.RECORD_STALE_SECONDS),
        search_seconds=settings.RECORD_SEARCH_SECONDS,
        most_seconds=settings.RECORD_SEARCH_SECONDS + 15.0,
    )


def topic_of(public_id: str) -> str:
    """Return the topic of one record for live updates."""
    return f"record:{public_id}"


def announce_record(public_id: str) -> None:
    """Announce a change of the record."""
    announce(topic_of(public_id))


RECORDS: Final = JobQueue(model=SubmittedRecord, task=CHECK, announce=lambda record: announce_record(record.public_id))


class CheckFailed(Exception):
    """A fault of the server or a bug: no verdict."""


def check_in_process(text: str, terms: CheckSettings) -> Verdict:
    """Return the verdict on a text. Raise `CheckFailed` when there is none through a fault of the server."""
    start = monotonic()
    command = [sys.executable, "-m", "games.records.verifier"]
    limits = [str(terms.search_seconds), str(terms.most_seconds), str(terms.most_memory)]
    try:
        process = subprocess.run(
            [*command, *limits], input=text.encode(), capture_output=True, check=False, cwd=settings.ROOT,
            timeout=terms.most_seconds + 5,
            env={name: value for name, value in os.environ.items() if name.removesuffix("_FILE") not in _SECRETS},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return stopped_verdict(TOO_LONG, monotonic() - start)
    if process.returncode in _STOPPED:
        return stopped_verdict(TOO_LONG, monotonic() - start)
    if process.returncode == OUT_OF_MEMORY:
        return stopped_verdict(TOO_LARGE, monotonic() - start)
    if process.returncode:
        raise CheckFailed(process.stderr.decode(errors="replace")[-4_000:])
    verdict: Verdict = json.loads(process.stdout)
    return verdict


def claim_record(*, record_id: int, terms: CheckSettings) -> SubmittedRecord | None:
    """Claim the record if it is free; None when it is claimed or done."""
    return RECORDS.claim(SubmittedRecord.objects.filter(pk=record_id), terms)


def report_result(record: SubmittedRecord, verdict: Verdict) -> dict[str, Any]:
    """Report the result within the caller's transaction; return the address of the report, or why it was refused.

    A refusal of the report does not undo the verdict; the recorder reads why.
    """
    try:
        with transaction.atomic():
            report = _submit(record, verdict)
    except Refusal as refusal:
        return {"report": "", "not_reported": refusal.message}
    return {"report": report.public_id, "not_reported": ""}


def _submit(record: SubmittedRecord, verdict: Verdict) -> Report:
    players = [seat.player for seat in record.seats.select_related("player").order_by("seat")]
    lock_players(record.club, players)
    keys = [player.pk for player in players]
    seats = [SeatResult(*seat) for seat in zip(keys, verdict["points"], verdict["places"], strict=True)]
    if record.pool is None:
        raise ValueError("A record is sent with its pool.")
    draft = ResultDraft(
        _subject(record, seats), tuple(_in_order(record, seats)), evidence=record.uuid, played_at=record.played_at
    )
    return submit_report(draft=draft, pool=record.pool, club=record.club, key=record.uuid, by=record.by)


def _subject(record: SubmittedRecord, seats: Sequence[SeatResult]) -> UUID:
    """Return the subject of the chosen game; for a separate game that of a game reported since, if there is one."""
    if record.subject != own_subject(record.by, record.uuid):
        return record.subject
    places, points = {seat.player_id: seat.place for seat in seats}, {seat.player_id: seat.points for seat in seats}
    if meanwhile := reported_meanwhile(record, places, points):
        record.subject = meanwhile.subject
        record.save(update_fields=["subject"])
    return record.subject


def _in_order(record: SubmittedRecord, seats: Sequence[SeatResult]) -> Sequence[SeatResult]:
    """Return the seats in the order of the pairing, if the game is one of a tournament; the record may have another."""
    table = locked_table(record.subject)
    if table is None or set(table.players) != {seat.player_id for seat in seats}:
        return seats
    return sorted(seats, key=lambda seat: table.players.index(seat.player_id))


@transaction.atomic
def finish_check(*, claim: SubmittedRecord, verdict: Verdict) -> bool:
    """Store the verdict, and report a verified result. False when the claim was lost meanwhile. Idempotent."""
    record = (
        SubmittedRecord.objects.select_for_update(of=("self",)).select_related("by", "club", "pool").get(pk=claim.id)
    )
    if record.token != claim.token:
        return False
    if record.status != Status.RUNNING:
        return True
    record.status = _STATUS[verdict["kind"]]
    record.completed = verdict.get("completed", "")
    record.rules_version = verdict.get("rules", record.rules_version)
    record.lease_until = None
    record.verdict = {name: fact for name, fact in verdict.items() if name != "completed"}
    if record.status == Status.VERIFIED:
        record.verdict |= report_result(record, verdict)
    record.checked_at = Now()
    record.save(update_fields=["status", "completed", "rules_version", "lease_until", "verdict", "checked_at"])
    announce_record(record.public_id)
    return True


Check = Callable[[str, CheckSettings], Verdict]


def check_record(record: int, *, terms: CheckSettings, check: Check = check_in_process) -> bool:
    """Check the record if it is free, and return whether a verdict is stored."""
    claim = retry_database(partial(claim_record, record_id=record, terms=terms))
    if claim is None:
        return False
    bind_contextvars(record=claim.public_id)
    return work_on_claim(
        partial(check, claim.text, terms),
        finish=lambda verdict: finish_check(claim=claim, verdict=dict(verdict)),
        fail=lambda cause: RECORDS.fail(claim, cause, terms),
    )


def sweep_records(*, terms: CheckSettings) -> int:
    """Queue again what was lost, fail what used up its attempts, and return how many were queued."""
    given_up, sent = RECORDS.sweep(SubmittedRecord.objects.only("pk"), terms, most=MOST_AT_ONCE)
    for record in given_up:
        log.error("a record failed after its last attempt", record=record.public_id, attempts=terms.attempts)
    left = SubmittedRecord.objects.filter(status=SubmittedRecord.Status.DRAFT, batch__isnull=False)
    left.filter(touched_at__lt=Now() - BATCHES_KEPT).delete()
    return sent


def queue_records_again(*, records: Iterable[SubmittedRecord]) -> int:
    """Give failed records new attempts, and return how many."""
    dead = SubmittedRecord.objects.filter(pk__in=[record.pk for record in records], status=SubmittedRecord.Status.DEAD)
    return RECORDS.try_again(dead.only("public_id"))
