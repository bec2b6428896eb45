"""Reports: somebody says what a game came to, the others at the table say whether it is so."""

from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext as _

from league.members.models import Player
from league.results.claims import Claim, word_of
from league.results.errors import DecidedAlready, NotAtTheTable, RefusedReport, SentOtherwise
from league.results.models import Report, ReportSeat
from league.results.services.admitting import check_claim, check_voice, sits_at, sits_at_case
from league.results.services.cases import (
    LIVE,
    Case,
    Status,
    clock,
    open_case,
    put_aside,
    record_answer,
    take_back_answers,
)
from league.results.services.mailing import ask_to_confirm
from league.results.services.weighing import scores_for, weigh


@transaction.atomic
def file_report(*, claim: Claim, by: Player, via: UUID | None = None) -> Report:
    """Write down what somebody says a game came to, and enter it where nobody else has to say so.

    Returns the report that stands for it: a new one, the one that was sent before under this key, or that of another
    which says the same and is confirmed by this. `status` tells what became of it. One that differs makes both
    disputed; a new one of the same person takes the place of their former. `via` is the link on the table by which
    somebody without an account speaks for `by`: for that seat of that table alone, and never with a scorer's weight.

    Raises `NotAtTheTable`, `SentOtherwise`, `DecidedAlready`, `RefusedReport`, whatever the ledger would refuse
    (`RefusedResult`), and what the tournament does (`WrongMoment`).
    """
    _one_at_a_time(by, claim)
    sent = Report.objects.filter(by=by, key=claim.key).prefetch_related("seats").first()
    if sent is not None:
        return _same_again(sent, claim)
    case = open_case(claim.subject)
    check_claim(claim, by, case, via)
    if case.result is not None:
        return _beside_the_ledger(claim, by, case, via)
    report = _weighed(_say(claim, by, case, via), case)
    if report not in case.reports:
        ask_to_confirm(report)
    return report


@transaction.atomic
def answer_report(*, report: Report, by: Player, agrees: bool, reason: str = "", via: UUID | None = None) -> Report:
    """Say that a report is right, or that it is not and why; the last answer of a person counts.

    `via` is the link on the table by which somebody without an account speaks for `by`, as in `file_report`.

    Raises `NotAtTheTable`, `RefusedReport` without a reason, `DecidedAlready` when it is closed; to confirm what has
    entered changes nothing.
    """
    case = open_case(report.subject)
    report = case.row(report)
    _check_may_answer(report, by, case, via)
    if report.status == Status.ENTERED and agrees:
        return report
    if report.status not in LIVE:
        raise DecidedAlready(_("This report is already closed. Its page shows the decision."))
    if case.table and case.table.closed:
        raise case.table.closed
    if not agrees and not reason.strip():
        raise RefusedReport(_("Write what is wrong, so that the organiser can decide."), field="reason")
    _answer(report, by, case, agrees=agrees, reason="" if agrees else reason.strip(), via=via)
    return _weighed(report, case)


@transaction.atomic
def take_back_report(*, report: Report, by: Player) -> Report:
    """Take back one's own report while it is not decided; repeating it changes nothing."""
    case = open_case(report.subject)
    report = case.row(report)
    if report.by_id != by.pk:
        raise NotAtTheTable(_("Only %(player)s can withdraw this report.") % {"player": report.by})
    if report.status == Status.TAKEN_BACK:
        return report
    if report.status not in LIVE:
        raise DecidedAlready(_("This report is already closed. Ask an organiser to correct the result."))
    put_aside([report], Status.TAKEN_BACK)
    return _weighed(report, case)


def _weighed(report: Report, case: Case) -> Report:
    """Weigh what was just said, and return the report with what became of it."""
    weigh(case)
    report.refresh_from_db()
    return report


def _one_at_a_time(by: Player, claim: Claim) -> None:
    """Whoever sends the same twice at once waits here for the first to be written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{by.public_id}:{claim.key}"])


def _same_again(sent: Report, claim: Claim) -> Report:
    if word_of(sent) != claim.word or sent.subject != claim.subject:
        raise SentOtherwise(
            _(
                "This sheet was already sent with other figures. See that report, or fill in a new sheet for "
                "another game."
            )
        )
    return sent


def _say(claim: Claim, by: Player, case: Case, via: UUID | None) -> Report:
    same = case.saying(claim.word)
    if same is None:
        _silence(case.voice_of(by))
        take_back_answers(case, by)
        return _write(claim, by, case, via)
    if same.by_id != by.pk:
        _answer(same, by, case, agrees=True, via=via)
    elif via is None:
        same.via = None  # said by a link before, and now signed in
    return _lend(same, claim)


def _answer(report: Report, by: Player, case: Case, *, agrees: bool, reason: str = "", via: UUID | None = None) -> None:
    if agrees:
        _silence(case.voice_of(by))
    record_answer(report, by, agrees=agrees, reason=reason, via=via)


def _silence(former: Report | None) -> None:
    """Who says something else now does not say any more what they said before."""
    if former is not None:
        put_aside([former], Status.TAKEN_BACK)


def _write(claim: Claim, by: Player, case: Case, via: UUID | None, status: Report.Status = Status.OPEN) -> Report:
    report = Report.objects.create(
        subject=claim.subject,
        pool=claim.pool,
        club=claim.club,
        by=by,
        key=claim.key,
        how=claim.how,
        ending=claim.ending,
        needs=case.table.needs if case.table else 1,
        via=via,
        sheet=claim.sheet,
        evidence=claim.evidence,
        played_at=claim.played_at or clock(),
        status=status,
        closed_at=clock() if status == Status.ENTERED else None,
    )
    ReportSeat.objects.bulk_create(
        ReportSeat(report=report, seat=at, player_id=seat.player_id, points=seat.points, place=seat.place)
        for at, seat in enumerate(claim.seats)
    )
    return report


def _lend(report: Report, claim: Claim) -> Report:
    """Give the report what it lacks of a sheet and of evidence, and keep by what it came."""
    report.sheet = report.sheet or claim.sheet
    report.evidence = report.evidence or claim.evidence
    report.save(update_fields=["sheet", "evidence", "via"])
    return report


def _beside_the_ledger(claim: Claim, by: Player, case: Case, via: UUID | None) -> Report:
    """The game has its result: a record that agrees is linked, one that differs is for an organiser to decide."""
    agrees = case.result is not None and word_of(case.result) == claim.word
    if agrees and case.entered:
        return _lend(case.entered, claim)
    if claim.evidence is None:
        raise DecidedAlready(
            _("This game already has the same result.")
            if agrees
            else _("This game already has another result. If it is wrong, ask an organiser to correct it.")
        )
    if agrees:
        _silence(case.voice_of(by))
        report = _write(claim, by, case, via, Status.ENTERED)
    else:
        report = _say(claim, by, case, via)
    return _weighed(report, case)


def _check_may_answer(report: Report, by: Player, case: Case, via: UUID | None) -> None:
    if report.by_id == by.pk:
        raise NotAtTheTable(_("You cannot confirm your own report. Another player of the table must confirm it."))
    if via is not None:
        check_voice(by, case, via)
        return
    if not (sits_at(report, by) or sits_at_case(case, by) or scores_for(report.club, by)):
        raise NotAtTheTable(
            _("Only players of this game and scorers of %(club)s can confirm or dispute it.") % {"club": report.club}
        )
