"""Reports that are closed without their players: by an organiser, by typed results, by the time limit."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import structlog
from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account
from league.accounts.queries import player_of
from league.clubs.permissions import rights_of
from league.common.errors import Refusal
from league.results.drafts import ResultDraft, SeatResult, outcome_key
from league.results.early_endings import is_rated
from league.results.errors import DecidedAlready, NotAtTheTable, WrongTable
from league.results.models import Pool, Report, Result
from league.results.services.corrections import checked_reason, correct_result
from league.results.services.ledger import enter_results
from league.results.states import (
    DISPUTE,
    REJECT,
    ReportGroup,
    Status,
    enter,
    follow_ledger,
    lock_group,
    lock_group_if_free,
)
from league.results.subjects import tournament_of

log = structlog.get_logger(__name__)

MOST_REPORTS_A_SWEEP = 500


@transaction.atomic
def resolve_reports(
    *,
    subject: UUID,
    by: Account,
    seats: Sequence[SeatResult] | None = None,
    report: Report | None = None,
    reason: str,
    how: str = Result.How.PLAYED,
    ending: str = "",
) -> None:
    """Resolve the live reports of a game: with one of them, with another result, or with none.

    The result enters the ledger as the organiser's; all reports are closed, with the reason for their authors. With
    neither `seats` nor `report` no result is entered, and the game can be reported again. `ending` says how the game
    ended early; `seats` is then the result by the rule for that ending. Raise `NotAtTheTable` unless `by` organises the
    club, `WithoutReason`, `DecidedAlready`, `RefusedResult` and `WrongMoment`.
    """
    group = lock_group(subject)
    if not group.live:
        raise DecidedAlready(_("All reports of this game are already resolved."))
    first = group.live[0]
    if not rights_of(by, first.club).organise:
        sentence = _("Only an organiser of %(club)s can resolve this dispute. Ask one of them.")
        raise NotAtTheTable(sentence % {"club": first.club})
    why = checked_reason(reason)
    draft = group.draft_of(group.locked(report)) if report else _decided_draft(group, seats, how, ending)
    note(
        "dispute-decided",
        gettext_noop("A report of %(player)s was resolved."),
        by=by,
        club=first.club.public_id,
        event=tournament_of(group.table),
        facts={"player": first.by},
    )
    if draft is None:
        REJECT.apply(group.live, decided_by=player_of(by), decision=why)
        group.announce()
        return
    _enter(group, draft, by, why)
    follow_ledger(group, by=player_of(by), why=why)


@transaction.atomic
def enter_over_reports(*, pool: Pool, entries: Sequence[ResultDraft], by: Account | None) -> list[Result]:
    """Enter results as `enter_results` does, and close the reports of the same games.

    The caller has checked that `by` may, and holds the lock of the tournament.
    """
    player = player_of(by) if by else None
    reported = set(Report.objects.filter(subject__in=[entry.subject for entry in entries]).values_list("subject"))
    groups = [lock_group(subject) for (subject,) in sorted(reported)]
    results = enter_results(pool=pool, entries=entries, by=player)
    for group in groups:
        follow_ledger(group, by=player)
    return results


def _decided_draft(group: ReportGroup, seats: Sequence[SeatResult] | None, how: str, ending: str) -> ResultDraft | None:
    if seats is None:
        return None
    if group.table and tuple(seat.player_id for seat in seats) != group.table.players:
        raise WrongTable(
            _("The players or seats differ from the pairing. Enter the result with the players of the pairing.")
        )
    rated = is_rated(group.live[0].pool.game, ending, group.table.endings if group.table else {})
    draft = ResultDraft(
        group.subject, tuple(seats), how, played_at=group.live[0].played_at, is_rated=rated, ending=ending
    )
    same = group.with_outcome(outcome_key(draft))
    return replace(draft, evidence=same.evidence) if same else draft


def _enter(group: ReportGroup, draft: ResultDraft, by: Account, why: str) -> None:
    if group.result is None and group.table and group.table.closed:
        raise group.table.closed
    if group.result is None:
        enter_results(pool=group.live[0].pool, entries=[draft], by=player_of(by))
    elif outcome_key(group.result) != outcome_key(draft):
        correct_result(
            result=group.result,
            seats=draft.seats,
            reason=why,
            by=by,
            how=draft.how,
            evidence=draft.evidence,
            ending=draft.ending,
        )


def confirm_due() -> int:
    """Enter every report that nobody answered in time, each in its own transaction; return how many.

    Locked ones are left for the next sweep. One that the ledger refuses is left to the organisers.
    """
    return sum(_confirm_due(subject) for subject in _games_due())


def _games_due() -> list[UUID]:
    """Return the games whose time limit has passed, and those with a live report although the ledger has a result."""
    due = Q(status=Status.OPEN, confirms_itself_at__lte=Now())
    has_result = Exists(Result.objects.filter(subject=OuterRef("subject")))
    rows = Report.objects.filter(due | has_result, status__in=Report.LIVE)
    rows = rows.order_by(F("confirms_itself_at").asc(), "id")
    return list(dict.fromkeys(rows.values_list("subject", flat=True)[:MOST_REPORTS_A_SWEEP]))


def _confirm_due(subject: UUID) -> bool:
    try:
        return _enter_or_dispute(subject)
    except DatabaseError:
        log.exception("a report could not be resolved", subject=str(subject))
        return False


def _enter_or_dispute(subject: UUID) -> bool:
    try:
        return _enter_if_due(subject)
    except Refusal as refusal:
        log.warning("the ledger refused a report", subject=str(subject), cause=refusal.message)
        _leave_to_organisers(subject, refusal)
        return False


@transaction.atomic
def _enter_if_due(subject: UUID) -> bool:
    group = lock_group_if_free(subject)
    if group is None or not group.live:
        return False
    if group.result is not None:
        if group.live[0].status == Status.DISPUTED and group.with_outcome(outcome_key(group.result)) is None:
            return False  # a dispute with the ledger is for an organiser
        follow_ledger(group)
    elif group.table and group.table.closed:
        REJECT.apply(group.live, decision=group.table.closed.message)
        group.announce()
    elif _is_due(group):
        enter(group, group.live[0])
    else:
        return False
    return True


def _is_due(group: ReportGroup) -> bool:
    due = Report.objects.filter(pk=group.live[0].pk, status=Status.OPEN, confirms_itself_at__lte=Now())
    return not group.is_disputed and due.exists()


@transaction.atomic
def _leave_to_organisers(subject: UUID, refusal: Refusal) -> None:
    """Remove the time limit, and show the organisers the reason, so that they enter a valid result."""
    DISPUTE.apply(lock_group(subject).live, decision=refusal.message[:400])
