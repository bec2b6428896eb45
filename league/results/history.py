"""The history of a result: its reports and its rows of the ledger, by whom, when, why, and from what to what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.display_names import show_names
from league.clubs.permissions import User, rights_of
from league.results.consequences import BeforeAfter, ChangeRow
from league.results.drafts import ResultDraft, SeatResult, seats_of
from league.results.models import Ending, Report, ReportAnswer, Result
from league.results.queries import Chain, with_standing
from league.results.reports.queries import is_seated, with_details
from league.results.subjects import SubjectLink

Status = Report.Status

NOTHING = "\N{EN DASH}"
SHORTEST_WAIT = timedelta(hours=1)  # no club waits less, see `Club.confirm_hours`

Players = Mapping[int, Player]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An event in the history of a result. `words` name who did it, if somebody did.

    `lines` are the seats, or the differences; `link` leads to more about it.
    """

    at: datetime
    words: str
    reason: str = ""
    lines: tuple[ChangeRow, ...] = ()
    link: SubjectLink | None = None


def history_of(chain: Chain, user: User) -> list[HistoryLine]:
    """Return everything that happened to a result and its reports, the latest first."""
    lines = [*report_history(chain.subject, user), *ledger_history(chain)]
    return sorted(lines, key=lambda line: line.at, reverse=True)


def report_history(subject: UUID, user: User) -> list[HistoryLine]:
    """Return the history of a game's reports, for its players and the club's scorers.

    Others read who reported and who confirmed what was entered: no reasons, and nothing that was overruled.
    """
    reports = list(with_details(Report.objects.filter(subject=subject)).order_by("id"))
    if not reports:
        return []
    knows = _knows_all(reports, user)
    if not knows:
        show_names([player for report in reports for player in _people(report)], reports[0].club, user, alone=True)
    shown = [report for report in reports if knows or report.status == Status.ENTERED]
    return [line for report in shown for line in _report_lines(report, knows_all=knows)]


def _people(report: Report) -> Iterator[Player]:
    """Yield everybody whom the history of a report may name."""
    reporters = [report.by, report.decided_by, *(answer.by for answer in report.answers.all())]
    for player in (*reporters, *(seat.player for seat in report.seats.all())):
        yield from with_standing(player)


def _knows_all(reports: list[Report], user: User) -> bool:
    if not user.is_authenticated:
        return False
    return any(is_seated(report, user) for report in reports) or rights_of(user, reports[0].club).score


def _report_lines(report: Report, *, knows_all: bool) -> Iterator[HistoryLine]:
    players = {seat.player_id: seat.player for seat in report.seats.all()}
    link = SubjectLink(reverse("reports:report", args=[report.public_id]), _("the report")) if knows_all else None
    words = _("%(who)s reported the result by table link.") if report.via else _("%(who)s reported the result.")
    words %= {"who": report.by}
    if report.ending:
        ended = {"said": words, "ending": report.get_ending_display()}
        words = _("%(said)s The game ended early: %(ending)s.") % ended
    yield HistoryLine(report.created_at, words, "", seat_lines(seats_of(report), players), link)
    for answer in report.answers.all():
        if answer.agrees or knows_all:
            yield _answer_line(answer)
    if report.closed_at is not None and (closing := _closing_words(report)):
        yield HistoryLine(report.closed_at, closing, report.decision_text if knows_all else "")


def _answer_line(answer: ReportAnswer) -> HistoryLine:
    if answer.agrees:
        words = _("%(who)s confirmed the result by table link.") if answer.via else _("%(who)s confirmed the result.")
        return HistoryLine(answer.given_at, words % {"who": answer.by})
    return HistoryLine(answer.given_at, _("%(who)s disputed the result.") % {"who": answer.by}, answer.reason)


def _closing_words(report: Report) -> str:
    """Return how the report was closed; "" if an answer or the ledger row already shows it."""
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
    """Return whether it was entered when its deadline passed, without a confirmation or decision."""
    if report.closed_at is None or any(answer.agrees for answer in report.answers.all()):
        return False
    return report.closed_at - report.created_at >= SHORTEST_WAIT


def ledger_history(chain: Chain) -> list[HistoryLine]:
    """Return what happened to a result in the ledger, the first thing first."""
    first, players = chain.first, chain.players
    entry = HistoryLine(first.entered_at, _entry_words(first), "", seat_lines(seats_of(first), players))
    corrections = []
    for before, row in pairwise(chain.rows):
        rows = difference(seats_of(before), seats_of(row), players)
        corrections.append(HistoryLine(row.entered_at, _correction_words(before, row), row.reason, rows))
    return [entry, *corrections]


def seat_lines(seats: Sequence[SeatResult], players: Players) -> tuple[ChangeRow, ...]:
    """Return the seats in words, best first."""
    figures = _figures(seats)
    best_first = sorted(seats, key=lambda seat: seat.place)
    return tuple(
        _line(players[seat.player_id], figures[seat.player_id], figures[seat.player_id]) for seat in best_first
    )


def difference(before: Sequence[SeatResult], after: Sequence[SeatResult], players: Players) -> tuple[ChangeRow, ...]:
    """Return the differences by player: present players first, best first, then former ones."""
    old, new = _figures(before), _figures(after)
    present = [seat.player_id for seat in sorted(after, key=lambda seat: seat.place)]
    former = [seat.player_id for seat in before if seat.player_id not in new]
    return tuple(_line(players[key], old.get(key), new.get(key)) for key in [*present, *former])


def _entry_words(row: Result) -> str:
    words = _("%(who)s entered the result.") % {"who": row.entered_by} if row.entered_by else _("Result entered.")
    if not row.ending:
        return words
    return _("%(said)s The game ended early: %(ending)s.") % {"said": words, "ending": decision_of(row)}


def _correction_words(before: Result, row: Result) -> str:
    who = {"who": row.entered_by or "Moothill"}
    if row.how == Result.How.WITHDRAWN:
        return _("%(who)s withdrew the result.") % who
    if before.how == Result.How.WITHDRAWN:
        return _("%(who)s restored the result.") % who
    if (before.how, before.ending) != (row.how, row.ending):
        ways = {"before": decision_of(before), "after": decision_of(row)}
        return _("%(who)s corrected the result: %(before)s → %(after)s.") % (who | ways)
    return _("%(who)s corrected the result.") % who


def decision_of(row: Result | ResultDraft) -> str:
    """Return how it was decided, in a word or two."""
    return str(Ending(row.ending).label if row.ending else Result.How(row.how).label)


def _figures(seats: Sequence[SeatResult]) -> dict[int, tuple[str, str]]:
    """Return score and place of each player, by key; no scores if all are 0, as of a game decided by places alone."""
    has_scores = any(seat.points for seat in seats)
    return {seat.player_id: (str(seat.points) if has_scores else NOTHING, str(seat.place)) for seat in seats}


def _line(player: Player, before: tuple[str, str] | None, after: tuple[str, str] | None) -> ChangeRow:
    pairs = zip(before or (NOTHING, NOTHING), after or (NOTHING, NOTHING), strict=True)
    current = player.current
    href = reverse("ratings:player", args=[current.public_id, current.slug])
    return ChangeRow(current.public_id, current.name, href, tuple(BeforeAfter(*pair) for pair in pairs))
