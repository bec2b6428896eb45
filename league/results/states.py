"""States of a report, and the reports of one game under locks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from league.accounts.audit_log import Fact, note
from league.accounts.models import Account, Player
from league.accounts.services.notifications import notify
from league.clubs.display_names import disambiguated
from league.clubs.models import Club
from league.clubs.permissions import is_scorer
from league.common.errors import Refusal
from league.common.live import announce
from league.results.drafts import ResultDraft, Word, is_rated, seats_of, word_of
from league.results.models import Report, ReportAnswer, ReportSeat, Result
from league.results.queries import results_of
from league.results.services.ledger import enter_results
from league.results.subjects import Table, locked_table

Status = Report.Status
LIVE = Report.LIVE


@dataclass(frozen=True, slots=True)
class ReportGroup:
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

    def entry_of(self, report: Report) -> ResultDraft:
        """Return a report as an entry of the ledger."""
        return ResultDraft(
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

    def again(self) -> "ReportGroup":
        """Return the case after a write."""
        return ReportGroup(self.subject, self.table, _reports(self.subject), _result(self.subject))


def lock_group(subject: UUID) -> ReportGroup:
    """Lock everything about a subject, the tournament first, and read it."""
    table = locked_table(subject)
    _lock(_rows(subject).select_for_update(of=("self",)))
    return ReportGroup(subject, table, _reports(subject), _result(subject))


def lock_group_if_free(subject: UUID) -> ReportGroup | None:
    """Return the same, or None while it is locked."""
    table = locked_table(subject)
    locked = _lock(_rows(subject).select_for_update(of=("self",), skip_locked=True))
    case = ReportGroup(subject, table, _reports(subject), _result(subject))
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


def take_back_answers(case: ReportGroup, by: Player) -> None:
    """Delete the player's confirmations: they report something else now."""
    ReportAnswer.objects.filter(report__in=case.live, by=by, agrees=True).delete()


def announce_group(case: ReportGroup) -> None:
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


def ask_to_confirm(report: Report) -> None:
    """Ask everybody else at the table who can sign in to confirm a report; one mail each.

    Idempotent for the same deadline. Players who have already confirmed it get no mail.
    """
    if report.status not in LIVE:
        return
    address = settings.SITE_ADDRESS + reverse("reports:report", args=[report.public_id])
    seats = list(report.seats.select_related("player"))
    full = {player.pk: player.name for player in (report.by, *(seat.player for seat in seats))}
    names = full | disambiguated(full, report.club, alone=True)
    lines = [(seat.place, names[seat.player_id], seat.points) for seat in seats]
    facts = {"report": report, "by": names[report.by_id], "seats": lines, "address": address}
    subject = gettext_lazy("Moothill: confirm the result of your game")
    notify(_asked(report), "report", subject, "reports/mail/confirm.txt", facts, once=_about(report))


def _about(report: Report) -> str:
    """Name what the mail is about: the report, and until when it waits, to the minute that the mail shows."""
    due = report.confirms_itself_at
    return f"{report.public_id}:{due:%Y%m%d%H%M}" if due else report.public_id


def _asked(report: Report) -> list[Account]:
    """Under the name they sat down with, or one that they took since."""
    seated = Q(player__report_seats__report=report) | Q(player__merged__report_seats__report=report)
    accounts = Account.objects.filter(seated, is_active=True).distinct().order_by("pk")
    agreeing = [answer.by for answer in report.answers.filter(agrees=True).select_related("by__merged_into")]
    done = {_standing(player).account_id for player in (report.by, *agreeing)}
    return [account for account in accounts if account.pk not in done]


def _standing(player: Player) -> Player:
    return player.merged_into or player


_EVENT = "tournament:"  # how the topic of a table's page begins, where it is an event's


def note_correction(row: Result, number: int, table: Table | None, by: Account | None) -> None:
    """Note that a row came in place of another, in the logs of the club and of the event.

    `number` is that of the first row, by which pages call the result.
    """
    if row.how == Result.How.WITHDRAWN:
        verb = "result-withdrawn"
        template = gettext_noop("Result %(number)d of %(leaderboard)s was withdrawn.")
    else:
        verb = "result-corrected"
        template = gettext_noop("Result %(number)d of %(leaderboard)s was corrected.")
    club = row.pool.club.public_id if row.pool.club else table.club.public_id if table else ""
    facts: dict[str, Fact] = {"number": number, "leaderboard": row.pool.name}
    note(verb, template, by=by, club=club, event=_event_of(table), facts=facts)


def note_decision(case: ReportGroup, by: Account) -> None:
    """Note that an organiser decided a game of which reports were open."""
    report = case.live[0]
    template = gettext_noop("A report of %(player)s was resolved.")
    note(
        "dispute-decided",
        template,
        by=by,
        club=report.club.public_id,
        event=_event_of(case.table),
        facts={"player": report.by},
    )


def _event_of(table: Table | None) -> str:
    return table.topic.removeprefix(_EVENT) if table and table.topic.startswith(_EVENT) else ""


log = structlog.get_logger(__name__)


def evaluate(case: ReportGroup) -> None:
    """Evaluate the reports after a change. Idempotent."""
    case = case.again()
    if case.is_disputed:
        _dispute(case)
    elif case.live and _is_confirmed(case.live[0]):
        enter(case, case.live[0])
    elif case.live:
        _wait(case.live[0])
    announce_group(case)


def enter(case: ReportGroup, report: Report) -> None:
    """Enter a report as sent."""
    enter_results(pool=report.pool, entries=[case.entry_of(report)], by=report.by)
    follow_ledger(case)


def follow_ledger(case: ReportGroup, *, by: Player | None = None, why: str = "") -> None:
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
    announce_group(case)


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


def _dispute(case: ReportGroup) -> None:
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


def confirm_due() -> int:
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
    case = lock_group_if_free(subject)
    if case is None or not case.live:
        return False
    if case.result is not None:
        return _follow(case, case.result)
    if case.table and case.table.closed:
        put_aside(case.live, Status.OVERRULED, why=case.table.closed.message)
        announce_group(case)
    elif _is_due(case):
        enter(case, case.live[0])
    else:
        return False
    return True


def _follow(case: ReportGroup, result: Result) -> bool:
    """Close the open reports by the ledger; leave a dispute that none of them agrees with to an organiser."""
    if case.live[0].status == Status.DISPUTED and case.saying(word_of(result)) is None:
        return False
    follow_ledger(case)
    return True


def _is_due(case: ReportGroup) -> bool:
    due = Report.objects.filter(pk=case.live[0].pk, status=Status.OPEN, confirms_itself_at__lte=Now())
    return not case.is_disputed and due.exists()


@transaction.atomic
def _leave_to_organisers(subject: UUID, refusal: Refusal) -> None:
    """Clear the deadline, and show an organiser the reason, so that they enter a valid result."""
    case = lock_group(subject)
    rows = Report.objects.filter(pk__in=[report.pk for report in case.live])
    rows.update(status=Status.DISPUTED, confirms_itself_at=None, decision=refusal.message[:400])
