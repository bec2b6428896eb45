"""The states of a report and the transitions between them; the reports of one game under locks.

    submit     -               -> open
    confirm    open, disputed  -> entered      by the other players, a scorer, the deadline or an equal result
    dispute    open, disputed  -> disputed     by an objection, another report or another result
    reopen     open, disputed  -> open         nobody disputes it any more: it waits for confirmation again
    reject     not withdrawn   -> overruled    another result counts, or none
    withdraw   open, disputed  -> taken-back   by its sender

An organiser who resolves a dispute confirms one report and rejects the others. Results are corrected and withdrawn in
the ledger (`services.corrections`), with the report that entered them left as it is.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, gettext_noop

from league.accounts.models import Player
from league.clubs.models import Club
from league.clubs.permissions import rights_of
from league.common.live import announce
from league.results.drafts import OutcomeKey, ResultDraft, draft_of, outcome_key
from league.results.errors import DecidedAlready
from league.results.models import Report, ReportAnswer, ReportSeat, Result
from league.results.queries import results_of
from league.results.services.ledger import enter_results
from league.results.services.notifications import ask_to_confirm
from league.results.subjects import Table, locked_table

Status = Report.Status

CLOSED: Final = gettext_lazy("This report is already closed. Its page shows the decision.")
ANOTHER: Final = gettext_noop("Another result of this game was entered.")


@dataclass(frozen=True, slots=True)
class Transition:
    """A change of the state of reports; `refusal` says why it is refused in any state but `sources`."""

    sources: Collection[str]
    target: Status
    refusal: str | Promise = CLOSED

    def check(self, report: Report) -> None:
        """Raise `DecidedAlready` unless the report is in one of the states that this starts from."""
        if report.status not in self.sources:
            raise DecidedAlready(str(self.refusal))

    def apply(self, reports: Iterable[Report], **fields: Any) -> None:
        """Change the rows of these reports, which the caller has locked. Reports in other states stay as they are."""
        changes: dict[str, Any] = {"status": self.target, "confirms_itself_at": None}
        if self.target not in Report.LIVE:
            changes |= {"closed_at": database_time(), "decided_by": None, "decision": ""}
        rows = Report.objects.filter(pk__in=[report.pk for report in reports], status__in=self.sources)
        rows.update(**(changes | fields))


CONFIRM: Final = Transition(Report.LIVE, Status.ENTERED)
DISPUTE: Final = Transition(Report.LIVE, Status.DISPUTED)
REOPEN: Final = Transition(Report.LIVE, Status.OPEN)
REJECT: Final = Transition((*Report.LIVE, Status.ENTERED), Status.OVERRULED)
WITHDRAW: Final = Transition(
    Report.LIVE,
    Status.TAKEN_BACK,
    gettext_lazy("This report is already closed. Ask an organiser to correct the result."),
)


@dataclass(frozen=True, slots=True)
class ReportGroup:
    """Everything reported of one game, under locks; `result` is what counts in the ledger."""

    subject: UUID
    table: Table | None
    reports: tuple[Report, ...]
    result: Result | None

    @property
    def live(self) -> tuple[Report, ...]:
        """The open and disputed reports. No two of them have the same outcome."""
        return tuple(report for report in self.reports if report.status in Report.LIVE)

    @property
    def entered(self) -> Report | None:
        """The report that entered the ledger, if any."""
        return next((report for report in self.reports if report.status == Status.ENTERED), None)

    @property
    def is_disputed(self) -> bool:
        """Whether the reports and answers contradict one another or the ledger."""
        live = self.live
        answers = (answer for report in live for answer in report.answers.all())
        return len(live) > 1 or bool(live and self.result) or any(not answer.agrees for answer in answers)

    def with_outcome(self, outcome: OutcomeKey) -> Report | None:
        """Return the live report with this outcome."""
        return next((report for report in self.live if outcome_key(report) == outcome), None)

    def report_by(self, player: Player) -> Report | None:
        """Return the player's own live report."""
        return next((report for report in self.live if report.by_id == player.pk), None)

    def has_signed_in_answer(self, player: Player) -> bool:
        """Whether the player reported or answered signed in, and not by a table link."""
        own = self.report_by(player)
        answers = (answer for report in self.live for answer in report.answers.all() if answer.by_id == player.pk)
        return (own is not None and own.via is None) or any(answer.via is None for answer in answers)

    def draft_of(self, report: Report) -> ResultDraft:
        """Return a report as a draft of the result."""
        return draft_of(report, self.table.endings if self.table else {})

    def locked(self, report: Report) -> Report:
        """Return this report as it was read under the lock."""
        return next(row for row in self.reports if row.pk == report.pk)

    def refreshed(self) -> "ReportGroup":
        """Return the group as it is after a write."""
        return _read(self.subject, self.table)

    def announce(self) -> None:
        """Update all pages that show the reports, their players, club and table."""
        topics = {f"report:{report.public_id}" for report in self.reports}
        topics |= {f"reports:{report.club.public_id}" for report in self.reports}
        topics |= {f"reports:{seat.player.public_id}" for report in self.reports for seat in report.seats.all()}
        announce(*topics, *([self.table.topic] if self.table else []))


def lock_group(subject: UUID) -> ReportGroup:
    """Lock everything about a game, its tournament first, and read it."""
    table = locked_table(subject)
    _lock(_rows(subject).select_for_update(of=("self",)))
    return _read(subject, table)


def lock_group_if_free(subject: UUID) -> ReportGroup | None:
    """Lock and read a game as `lock_group`; None while another transaction holds one of its reports."""
    table = locked_table(subject)
    locked = _lock(_rows(subject).select_for_update(of=("self",), skip_locked=True))
    group = _read(subject, table)
    return group if locked == {report.pk for report in group.reports} else None


def _rows(subject: UUID) -> QuerySet[Report]:
    return Report.objects.filter(subject=subject).order_by("id")


def _lock(rows: QuerySet[Report]) -> set[int]:
    return set(rows.values_list("pk", flat=True))


def _read(subject: UUID, table: Table | None) -> ReportGroup:
    """Read after the lock, with what was written while waiting for it."""
    seats = Prefetch("seats", ReportSeat.objects.select_related("player"))
    answers = Prefetch("answers", ReportAnswer.objects.select_related("by__account"))
    rows = _rows(subject).select_related("pool", "club", "by__account").prefetch_related(seats, answers)
    return ReportGroup(subject, table, tuple(rows), next(iter(results_of([subject])), None))


def database_time() -> datetime:
    """Return the time of the database at this moment, rather than at the start of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def evaluate(group: ReportGroup) -> None:
    """Dispute, confirm or reopen the reports after a change. Idempotent."""
    group = group.refreshed()
    if group.is_disputed:
        DISPUTE.apply(group.live)
    elif group.live and _is_confirmed(group.live[0]):
        enter(group, group.live[0])
    elif group.live:
        _wait_for_confirmation(group.live[0])
    group.announce()


def enter(group: ReportGroup, report: Report) -> None:
    """Enter a report as it was sent."""
    enter_results(pool=report.pool, entries=[group.draft_of(report)], by=report.by)
    follow_ledger(group)


def follow_ledger(group: ReportGroup, *, by: Player | None = None, why: str = "") -> None:
    """Close the live reports by the ledger: confirm the one with the outcome of the result, reject the others."""
    group = group.refreshed()
    if group.result is None:
        return
    confirmed = group.with_outcome(outcome_key(group.result))
    rejected = [report for report in group.live if report != confirmed]
    if confirmed and group.entered:
        rejected.append(group.entered)
    REJECT.apply(rejected, decided_by=by, decision=why or ANOTHER)
    if confirmed:
        CONFIRM.apply([confirmed], decided_by=by, decision=why)
    group.announce()


def is_scorer_at(club: Club, player: Player) -> bool:
    """Return whether the player may enter the club's results."""
    return rights_of(player.account or AnonymousUser(), club).score


def _is_confirmed(report: Report) -> bool:
    """Return whether enough others agree, or a signed-in scorer of the club does."""
    agreeing = [answer for answer in report.answers.all() if answer.agrees]
    if len(agreeing) >= report.needs or not report.club.confirms_results:
        return True
    supporters: list[Report | ReportAnswer] = [report, *agreeing]
    return any(support.via is None and is_scorer_at(report.club, support.by) for support in supporters)


def _wait_for_confirmation(report: Report) -> None:
    """Start the time limit, unless it runs. After a dispute ask the others again: their mail had no deadline."""
    if report.status == Status.OPEN and report.confirms_itself_at is not None:
        return
    report.confirms_itself_at = database_time() + timedelta(hours=report.club.confirm_hours)
    REOPEN.apply([report], confirms_itself_at=report.confirms_itself_at, decision="")
    if report.status == Status.DISPUTED:
        ask_to_confirm(report)
