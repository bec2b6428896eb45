"""Hooks that results register with lower apps: lines of the home page, club panels, data export, signals."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.accounts.errors import CannotBeMerged
from league.accounts.home_page import Line
from league.accounts.models import Account, Player
from league.accounts.queries import account_of, address_of_player
from league.accounts.signals import merge_proposed
from league.clubs.models import Club
from league.clubs.permissions import Rights, role_of
from league.results.models import Report, ReportAnswer, Result, ResultSeat
from league.results.queries import count_of_games, entered_for, met_at_a_table, subjects_with_results
from league.results.reports import presenters, queries
from league.results.reports.presenters import game_of

MOST_WAITING = 12  # reports on the home page


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A report on the home page that the reader can confirm or dispute."""

    words: str
    href: str
    note: str
    waiting: presenters.ClubReport
    at: datetime | None = None
    template: str = "reports/_waiting_line.html"


def reports_waiting(account: Account, _since: datetime | None) -> Sequence[WaitingLine]:
    """Return games that somebody else reported, which the reader may confirm."""
    reports = list(queries.waiting_for(account)[:MOST_WAITING])
    presenters.show_names_of_reports(reports)
    counted = subjects_with_results([report.subject for report in reports]) if reports else set()
    return [_waiting(report, account, has_result=report.subject in counted) for report in reports]


def disputes_waiting(account: Account, _since: datetime | None) -> Sequence[Line]:
    """Return disputes in the clubs that the reader organises."""
    lines = []
    for club in queries.disputed_for(account):
        sentence = ngettext(
            "%(count)d game at %(club)s is disputed", "%(count)d games at %(club)s are disputed", club.disputed
        )
        href = reverse("reports:of-club", args=[club.slug])
        words = sentence % {"count": club.disputed, "club": club.name}
        lines.append(Line(words, href, _("Decide which result counts.")))
    return lines


def own_results(account: Account, since: datetime | None) -> Sequence[Line]:
    """Return new, corrected and withdrawn results of the reader's games."""
    if since is None:
        return []
    alike: dict[tuple[int, str], list[Result]] = defaultdict(list)
    for row in entered_for(account, since):
        alike[row.pool_id, _what_happened(row)].append(row)
    return [line for rows in alike.values() for line in _result_lines(rows, account)]


def _waiting(report: Report, account: Account, *, has_result: bool) -> WaitingLine:
    words = _("%(player)s reported a game of %(game)s") % {"player": report.by, "game": game_of(report)}
    when, note = presenters.deadline_text(report.confirms_itself_at), ""
    if when:
        note = _("Confirm or dispute the result. It counts automatically on %(when)s.") % {"when": when}
    waiting = presenters.waiting_report(report, account, has_result=has_result)
    return WaitingLine(words, reverse("reports:report", args=[report.public_id]), note, waiting)


def _what_happened(row: Result) -> str:
    if row.how == Result.How.WITHDRAWN:
        return "withdrawn"
    return "corrected" if row.supersedes_id else "confirmed"


def _result_lines(rows: Sequence[Result], account: Account) -> Iterator[Line]:
    """Yield a line for a result; several confirmed ones of a leaderboard share one, with the places."""
    own = [seat for row in rows if (seat := _own_seat(row, account))]
    if len(own) > 1 and _what_happened(rows[0]) == "confirmed":
        player = own[0].player.current
        href = f"{address_of_player(player.public_id, player.name, player.kind)}?pool={rows[0].pool.slug}"
        words = _("%(count)d games of %(game)s are confirmed") % {"count": len(rows), "game": game_of(rows[0])}
        won = {"first": sum(seat.place == 1 for seat in own), "count": len(own)}
        places = _("First place in %(first)d of %(count)d games.") if won["first"] else _("No first place.")
        yield Line(words, href, places % won, rows[0].entered_at)
        return
    for row in rows:
        facts = {"game": game_of(row), "day": date_format(localtime(row.played_at), _("j F"))}
        words = {
            "withdrawn": _("Your game of %(game)s on %(day)s was withdrawn"),
            "corrected": _("Your game of %(game)s on %(day)s was corrected"),
            "confirmed": _("Your game of %(game)s on %(day)s is confirmed"),
        }[_what_happened(row)]
        href = reverse("results:result", args=[row.pool.slug, row.number])
        yield Line(words % facts, href, _place(row, account), row.entered_at)


def _own_seat(row: Result, account: Account) -> ResultSeat | None:
    return next(
        (seat for seat in row.seats.all() if account.pk in {seat.player.account_id, seat.player.current.account_id}),
        None,
    )


def _place(row: Result, account: Account) -> str:
    """Return the reader's place as a sentence; "" if they have no seat in the result."""
    own = _own_seat(row, account)
    return _("Place %(place)d of %(count)d.") % {"place": own.place, "count": len(row.seats.all())} if own else ""


def export_results(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return every row of the ledger they are in, for the data export."""
    seats = ResultSeat.objects.filter(player__in=players).select_related("result__pool").order_by("result_id")
    return [
        {
            "leaderboard": seat.result.pool.slug,
            "number": seat.result.number,
            "played": seat.result.played_at,
            "entered": seat.result.entered_at,
            "how": seat.result.how,
            "seat": seat.seat,
            "points": seat.points,
            "place": seat.place,
        }
        for seat in seats.iterator()
    ]


def export_reports(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return their reports and answers, for the data export."""
    return [*_exported_reports(players), *_exported_answers(players)]


def _exported_reports(players: Sequence[Player]) -> Iterator[dict[str, Any]]:
    for report in Report.objects.filter(by__in=players).select_related("club").order_by("pk"):
        yield {
            "report": report.public_id,
            "club": report.club.name,
            "reported": report.created_at,
            "status": report.status,
            "score sheet": report.sheet,
        }


def _exported_answers(players: Sequence[Player]) -> Iterator[dict[str, Any]]:
    for answer in ReportAnswer.objects.filter(by__in=players).select_related("report").order_by("pk"):
        yield {
            "answer to": answer.report.public_id,
            "given": answer.given_at,
            "agrees": answer.agrees,
            "reason": answer.reason,
        }


@receiver(merge_proposed, dispatch_uid="nobody meets themselves")
def refuse_common_games(*, former: Player, standing: Player, **_more: object) -> list[str]:
    """Refuse to merge players who sat at one table; report the number of games."""
    if met_at_a_table(former, standing):
        words = {"one": former, "other": standing}
        reason = _("%(one)s and %(other)s played at the same table, so they are two people.") % words
        remedy = _("If a result has the wrong player, ask an organiser to correct it first.")
        raise CannotBeMerged(f"{reason} {remedy}")
    games = count_of_games(former)
    sentence = ngettext(
        "%(count)d game of %(one)s counts for %(other)s.", "%(count)d games of %(one)s count for %(other)s.", games
    )
    return [sentence % {"count": games, "one": former, "other": standing}]


def reports_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:
    """Return the reports that wait for the reader, and for scorers those of the club."""
    if not request.user.is_authenticated:
        return {}
    reader = account_of(request)
    waiting = list(queries.waiting_at(reader, club.pk))
    presenters.show_names_of_reports(waiting)
    return {
        "cards": [presenters.report_card(report, reader) for report in waiting],
        "list_href": reverse("reports:of-club", args=[club.slug]) if rights.score else "",
        "undecided": queries.undecided_at(club) if rights.score else None,
    }


def record_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:
    """Return the link to the score sheet, for members and scorers."""
    may = rights.score or role_of(request.user, club) is not None
    return {"href": reverse("sheets:record", args=[club.slug]) if may else ""}
