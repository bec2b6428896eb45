"""Weighs what was said of a game: it waits, it is disputed, or it is confirmed and enters the ledger."""

from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.rules import is_scorer
from league.members.models import Player
from league.results.claims import word_of
from league.results.models import Report, ReportAnswer
from league.results.services.cases import Case, Status, announce_case, clock, put_aside
from league.results.services.entering import enter_results
from league.results.services.mailing import ask_to_confirm


def weigh(case: Case) -> None:
    """Go on from what was said last. Weighing the same twice changes nothing."""
    case = case.again()
    if case.is_disputed:
        _dispute(case)
    elif case.live and _is_confirmed(case.live[0]):
        enter(case, case.live[0])
    elif case.live:
        _wait(case.live[0])
    announce_case(case)


def enter(case: Case, report: Report) -> None:
    """Enter what a report says, as the one who reported it typed it."""
    enter_results(pool=report.pool, entries=[case.entry_of(report)], by=report.by)
    follow_ledger(case)


def follow_ledger(case: Case, *, by: Player | None = None, why: str = "") -> None:
    """Close the live reports by what the ledger says now: one that says the same went in, the others did not."""
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
    """Whether the player may type the club's results."""
    return is_scorer(player.account or AnonymousUser(), club)


def confirms_itself(club: Club) -> datetime:
    """When a report that starts to wait now needs nobody's word any more."""
    return clock() + timedelta(hours=club.confirm_hours)


def _other() -> str:
    return _("Another result of this game was entered.")


def _is_confirmed(report: Report) -> bool:
    """Enough others agree; or somebody who scores for the club says so, signed in and not by a link on the table."""
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
