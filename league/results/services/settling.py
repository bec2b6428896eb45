"""Reports that nobody answered in time confirm themselves."""

from uuid import UUID

import structlog
from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from league.results.claims import word_of
from league.results.models import Report, Result
from league.results.services.cases import LIVE, Case, Status, announce_case, open_case, open_case_if_free, put_aside
from league.results.services.weighing import enter, follow_ledger
from league.shared.errors import Refusal

log = structlog.get_logger(__name__)

SETTLED_AT_ONCE = 500


def settle_due() -> int:
    """Enter every report whose time has come, each in a transaction of its own; return how many were settled.

    What somebody else has open is left for the next sweep. One that the ledger refuses is left to the organisers.
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
    """Close what waits beside the ledger; a record that still differs from it is for an organiser."""
    if case.live[0].status == Status.DISPUTED and case.saying(word_of(result)) is None:
        return False
    follow_ledger(case)
    return True


def _is_due(case: Case) -> bool:
    due = Report.objects.filter(pk=case.live[0].pk, status=Status.OPEN, confirms_itself_at__lte=Now())
    return not case.is_disputed and due.exists()


@transaction.atomic
def _leave_to_organisers(subject: UUID, refusal: Refusal) -> None:
    """The clock stops; an organiser sees why, and types what the ledger takes."""
    case = open_case(subject)
    rows = Report.objects.filter(pk__in=[report.pk for report in case.live])
    rows.update(status=Status.DISPUTED, confirms_itself_at=None, decision=refusal.message[:400])
