"""What came before the ledger: the reports of a game, what the others said of them, and how they were decided."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.naming import show_names
from league.clubs.rules import Asker, rights_of
from league.members.models import Player
from league.results.chains import Chain, seats_of
from league.results.history import Told, ledger_history, seats_told
from league.results.links import SubjectLink
from league.results.models import Report, ReportAnswer
from league.results.naming import with_standing
from league.results.reports.selectors import with_all
from league.results.reports.telling import is_seated

Status = Report.Status

SHORTEST_WAIT = timedelta(hours=1)  # no club waits less, see `Club.confirm_hours`


def history_of(chain: Chain, asker: Asker) -> list[Told]:
    """Return everything that happened to a result and its reports, the latest first."""
    told = [*told_of_reports(chain.subject, asker), *ledger_history(chain)]
    return sorted(told, key=lambda one: one.at, reverse=True)


def told_of_reports(subject: UUID, asker: Asker) -> list[Told]:
    """Everything about the reports of a game, for those at the table and the club's scorers.

    Everybody else reads who reported and who confirmed what entered: no reasons, and nothing that was overruled.
    """
    reports = list(with_all(Report.objects.filter(subject=subject)).order_by("id"))
    if not reports:
        return []
    knows = _knows_all(reports, asker)
    if not knows:
        show_names([one for report in reports for one in _people(report)], reports[0].club, asker, alone=True)
    shown = [report for report in reports if knows or report.status == Status.ENTERED]
    return [told for report in shown for told in _told(report, knows_all=knows)]


def _people(report: Report) -> Iterator[Player]:
    """Everybody whom the history of a report may name."""
    said = [report.by, report.decided_by, *(answer.by for answer in report.answers.all())]
    for player in (*said, *(seat.player for seat in report.seats.all())):
        yield from with_standing(player)


def _knows_all(reports: list[Report], asker: Asker) -> bool:
    if not asker.is_authenticated:
        return False
    return any(is_seated(report, asker) for report in reports) or rights_of(asker, reports[0].club).score


def _told(report: Report, *, knows_all: bool) -> Iterator[Told]:
    names = {seat.player_id: seat.player for seat in report.seats.all()}
    link = SubjectLink(reverse("reports:report", args=[report.public_id]), _("the report")) if knows_all else None
    said = _("%(who)s reported the result by table link.") if report.via else _("%(who)s reported the result.")
    said %= {"who": report.by}
    if report.ending:
        ended = {"said": said, "ending": report.get_ending_display()}
        said = _("%(said)s The game ended early: %(ending)s.") % ended
    yield Told(report.created_at, said, "", seats_told(seats_of(report), names), link)
    for answer in report.answers.all():
        if answer.agrees or knows_all:
            yield _answered(answer)
    if report.closed_at is not None and (closing := _closing(report)):
        yield Told(report.closed_at, closing, report.decision if knows_all else "")


def _answered(answer: ReportAnswer) -> Told:
    if answer.agrees:
        said = _("%(who)s confirmed the result by table link.") if answer.via else _("%(who)s confirmed the result.")
        return Told(answer.given_at, said % {"who": answer.by})
    return Told(answer.given_at, _("%(who)s disputed the result.") % {"who": answer.by}, answer.reason)


def _closing(report: Report) -> str:
    """How the report was closed; nothing where an answer or the row of the ledger says it already."""
    who = {"who": report.decided_by, "by": report.by}
    if report.status == Status.TAKEN_BACK:
        return _("%(by)s withdrew the report.") % who
    if report.status == Status.OVERRULED and report.decided_by:
        return _("%(who)s rejected the report of %(by)s.") % who
    if report.status == Status.ENTERED and report.decided_by:
        return _("%(who)s accepted the report of %(by)s.") % who
    if report.status == Status.ENTERED and _confirmed_itself(report):
        return _("Confirmed automatically: nobody answered in time.")
    return ""


def _confirmed_itself(report: Report) -> bool:
    """Whether it entered though nobody agreed and nobody decided: not at once, as the report of a scorer does."""
    if report.closed_at is None or any(answer.agrees for answer in report.answers.all()):
        return False
    return report.closed_at - report.created_at >= SHORTEST_WAIT
