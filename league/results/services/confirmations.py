"""Evaluate the reports of a game: waiting, disputed or confirmed; reports without an answer confirm themselves."""

from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.models import Club
from league.clubs.permissions import is_scorer
from league.common.errors import Refusal
from league.results.models import Report, ReportAnswer, Result
from league.results.result_claims import word_of
from league.results.services.ledger import enter_results
from league.results.services.messages import ask_to_confirm
from league.results.services.report_groups import (
    LIVE,
    Case,
    Status,
    announce_case,
    clock,
    open_case,
    open_case_if_free,
    put_aside,
)

log = structlog.get_logger(__name__)


def weigh(case: Case) -> None:
    """Evaluate the reports after a change. Idempotent."""
    case = case.again()
    if case.is_disputed:
        _dispute(case)
    elif case.live and _is_confirmed(case.live[0]):
        enter(case, case.live[0])
    elif case.live:
        _wait(case.live[0])
    announce_case(case)


def enter(case: Case, report: Report) -> None:
    """Enter a report as sent."""
    enter_results(pool=report.pool, entries=[case.entry_of(report)], by=report.by)
    follow_ledger(case)


def follow_ledger(case: Case, *, by: Player | None = None, why: str = "") -> None:
    """Close the open reports by the ledger: a report equal to its result is confirmed, the others are rejected."""
    case = case.again()
    if case.result is None:
        return
    counts = word_of(case.result)
    right = [report for report in case.live if word_of(report) == counts]
    put_aside([report for report in case.live if report not in right], Status.OVERRULED, by=by, why=why or _other())
    if right and case.entered:
        put_aside([case.entered], Status.OVERRULED, by=by, why=why or _other())
    put_aside(right, Status.ENTERED, by=by, why=why)
    announce_case(case)


def scores_for(club: Club, player: Player) -> bool:
    """Return whether the player may enter the club's results."""
    return is_scorer(player.account or AnonymousUser(), club)


def confirms_itself(club: Club) -> datetime:
    """Return when a report that starts to wait now confirms itself."""
    return clock() + timedelta(hours=club.confirm_hours)


def _other() -> str:
    return _("Another result of this game was entered.")


def _is_confirmed(report: Report) -> bool:
    """Enough others agree, or a signed-in scorer of the club does."""
    agreeing = [answer for answer in report.answers.all() if answer.agrees]
    if len(agreeing) >= report.needs or not report.club.confirms_results:
        return True
    said: list[Report | ReportAnswer] = [report, *agreeing]
    return any(word.via is None and scores_for(report.club, word.by) for word in said)


def _dispute(case: Case) -> None:
    live = [report.pk for report in case.live]
    Report.objects.filter(pk__in=live).update(status=Status.DISPUTED, confirms_itself_at=None)


def _wait(report: Report) -> None:
    """Start the clock, unless it runs. After a dispute the others are asked again: their mail names no deadline."""
    if report.status == Status.OPEN and report.confirms_itself_at is not None:
        return
    was_disputed = report.status == Status.DISPUTED
    report.status, report.confirms_itself_at, report.decision = Status.OPEN, confirms_itself(report.club), ""
    report.save(update_fields=["status", "confirms_itself_at", "decision"])
    if was_disputed:
        ask_to_confirm(report)


SETTLED_AT_ONCE = 500


def settle_due() -> int:
    """Enter every report that is due, each in its own transaction; return how many.

    Locked ones are left for the next sweep. One that the ledger refuses is left to the organisers.
    """
    return sum(_settle(subject) for subject in _due())


def _due() -> list[UUID]:
    """The subjects of the reports whose time has come, and of those that wait although the ledger has their game."""
    due = Q(status=Status.OPEN, confirms_itself_at__lte=Now())
    passed_over = Exists(Result.objects.filter(subject=OuterRef("subject")))
    rows = Report.objects.filter(due | passed_over, status__in=LIVE).order_by(F("confirms_itself_at").asc(), "id")
    return list(dict.fromkeys(rows.values_list("subject", flat=True)[:SETTLED_AT_ONCE]))


def _settle(subject: UUID) -> bool:
    try:
        return _enter_if_due(subject)
    except Refusal as refusal:
        log.warning("a report cannot enter the ledger", subject=str(subject), cause=refusal.message)
        _leave_to_organisers(subject, refusal)
    except DatabaseError:
        log.exception("a report was not settled", subject=str(subject))
    return False


@transaction.atomic
def _enter_if_due(subject: UUID) -> bool:
    case = open_case_if_free(subject)
    if case is None or not case.live:
        return False
    if case.result is not None:
        return _follow(case, case.result)
    if case.table and case.table.closed:
        put_aside(case.live, Status.OVERRULED, why=case.table.closed.message)
        announce_case(case)
    elif _is_due(case):
        enter(case, case.live[0])
    else:
        return False
    return True


def _follow(case: Case, result: Result) -> bool:
    """Close the open reports by the ledger; leave a dispute that none of them agrees with to an organiser."""
    if case.live[0].status == Status.DISPUTED and case.saying(word_of(result)) is None:
        return False
    follow_ledger(case)
    return True


def _is_due(case: Case) -> bool:
    due = Report.objects.filter(pk=case.live[0].pk, status=Status.OPEN, confirms_itself_at__lte=Now())
    return not case.is_disputed and due.exists()


@transaction.atomic
def _leave_to_organisers(subject: UUID, refusal: Refusal) -> None:
    """Clear the deadline, and show an organiser the reason, so that they enter a valid result."""
    case = open_case(subject)
    rows = Report.objects.filter(pk__in=[report.pk for report in case.live])
    rows.update(status=Status.DISPUTED, confirms_itself_at=None, decision=refusal.message[:400])
