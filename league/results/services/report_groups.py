"""The reports of one subject, with its table and its row of the ledger, locked in the site's lock order."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Prefetch, QuerySet

from league.accounts.models import Player
from league.common.live import announce
from league.results.ledger_entries import NewResult, is_rated
from league.results.models import Report, ReportAnswer, ReportSeat, Result
from league.results.queries import results_of
from league.results.result_claims import Word, seats_of, word_of
from league.results.subjects import Table, locked_table

Status = Report.Status
LIVE = Report.LIVE


@dataclass(frozen=True, slots=True)
class Case:
    """Everything reported of one subject, under locks; `result` is what counts in the ledger."""

    subject: UUID
    table: Table | None
    reports: tuple[Report, ...]
    result: Result | None

    @property
    def live(self) -> tuple[Report, ...]:
        """The open reports. No two of them say the same."""
        return tuple(report for report in self.reports if report.status in LIVE)

    @property
    def entered(self) -> Report | None:
        """The report that entered the ledger, if any."""
        return next((report for report in self.reports if report.status == Status.ENTERED), None)

    @property
    def is_disputed(self) -> bool:
        """Whether what is said does not go together, or not with the ledger."""
        live = self.live
        answers = (answer for report in live for answer in report.answers.all())
        return len(live) > 1 or bool(live and self.result) or any(not answer.agrees for answer in answers)

    def saying(self, word: Word) -> Report | None:
        """Return the open report with this outcome."""
        return next((report for report in self.live if word_of(report) == word), None)

    def voice_of(self, player: Player) -> Report | None:
        """Return the player's own open report."""
        return next((report for report in self.live if report.by_id == player.pk), None)

    def has_word_of_account(self, player: Player) -> bool:
        """Whether the player said something of the live reports signed in, and not by a link on the table."""
        own = self.voice_of(player)
        answers = (answer for report in self.live for answer in report.answers.all() if answer.by_id == player.pk)
        return (own is not None and own.via is None) or any(answer.via is None for answer in answers)

    def entry_of(self, report: Report) -> NewResult:
        """Return a report as an entry of the ledger."""
        return NewResult(
            self.subject,
            seats_of(report),
            report.how,
            report.evidence,
            played_at=report.played_at,
            is_rated=is_rated(report.pool.game, report.ending, self.table.endings if self.table else {}),
            ending=report.ending,
        )

    def row(self, report: Report) -> Report:
        """Return the report under the lock."""
        return next(row for row in self.reports if row.pk == report.pk)

    def again(self) -> "Case":
        """Return the case after a write."""
        return Case(self.subject, self.table, _reports(self.subject), _result(self.subject))


def open_case(subject: UUID) -> Case:
    """Lock everything about a subject, the tournament first, and read it."""
    table = locked_table(subject)
    _lock(_rows(subject).select_for_update(of=("self",)))
    return Case(subject, table, _reports(subject), _result(subject))


def open_case_if_free(subject: UUID) -> Case | None:
    """Return the same, or None while it is locked."""
    table = locked_table(subject)
    locked = _lock(_rows(subject).select_for_update(of=("self",), skip_locked=True))
    case = Case(subject, table, _reports(subject), _result(subject))
    return case if locked == {report.pk for report in case.reports} else None


def put_aside(reports: Iterable[Report], status: Report.Status, *, by: Player | None = None, why: str = "") -> None:
    """Close reports."""
    Report.objects.filter(pk__in=[report.pk for report in reports]).update(
        status=status, closed_at=clock(), confirms_itself_at=None, decided_by=by, decision=why
    )


def record_answer(report: Report, by: Player, *, agrees: bool, reason: str = "", via: UUID | None = None) -> None:
    """Store a player's answer to a report, replacing an earlier one."""
    said = {"agrees": agrees, "reason": reason, "via": via}
    ReportAnswer.objects.update_or_create(report=report, by=by, defaults=said)


def take_back_answers(case: Case, by: Player) -> None:
    """Delete the player's confirmations: they report something else now."""
    ReportAnswer.objects.filter(report__in=case.live, by=by, agrees=True).delete()


def announce_case(case: Case) -> None:
    """Update all pages that show the reports, their players, club and table."""
    topics = {f"report:{report.public_id}" for report in case.reports}
    topics |= {f"reports:{report.club.public_id}" for report in case.reports}
    topics |= {f"reports:{seat.player.public_id}" for report in case.reports for seat in report.seats.all()}
    announce(*topics, *([case.table.topic] if case.table else []))


def clock() -> datetime:
    """Return the database's time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    moment: datetime = now
    return moment


def _rows(subject: UUID) -> QuerySet[Report]:
    return Report.objects.filter(subject=subject).order_by("id")


def _lock(rows: QuerySet[Report]) -> set[int]:
    return set(rows.values_list("pk", flat=True))


def _reports(subject: UUID) -> tuple[Report, ...]:
    """Read after the lock, so that what came while it was waited for is there too."""
    people = Prefetch("seats", ReportSeat.objects.select_related("player"))
    answers = Prefetch("answers", ReportAnswer.objects.select_related("by__account"))
    rows = _rows(subject).select_related("pool", "club", "by__account")
    return tuple(rows.prefetch_related(people, answers))


def _result(subject: UUID) -> Result | None:
    return next(iter(results_of([subject])), None)
