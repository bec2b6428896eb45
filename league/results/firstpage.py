"""What the first page tells of the ledger: reports that wait for the reader, disputes to decide, own results."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.naming import show_names_by_club
from league.members.home_page import Line
from league.members.models import Account, Player
from league.results.models import Report, Result
from league.results.reports.selectors import disputed_for, first_waiting_for
from league.results.reports.telling import game_of
from league.results.selectors import entered_for
from league.shared.moments import with_zone


def reports_waiting(account: Account, _since: datetime | None) -> Sequence[Line]:
    """Games that somebody else reported, which the reader may confirm."""
    reports = first_waiting_for(account)
    show_names_by_club(((report.by, report.club) for report in reports), account)
    return [_waiting(report) for report in reports]


def disputes_waiting(account: Account, _since: datetime | None) -> Sequence[Line]:
    """Disputes in the clubs that the reader organises."""
    lines = []
    for club in disputed_for(account):
        sentence = ngettext(
            "%(count)d game at %(club)s is disputed", "%(count)d games at %(club)s are disputed", club.disputed
        )
        href = reverse("reports:of-club", args=[club.slug])
        words = sentence % {"count": club.disputed, "club": club.name}
        lines.append(Line(words, href, _("Decide which result counts.")))
    return lines


def own_results(account: Account, since: datetime | None) -> Sequence[Line]:
    """Results of the reader's games that were entered, corrected or withdrawn."""
    return [_entered(row, account) for row in entered_for(account, since)] if since else []


def _waiting(report: Report) -> Line:
    words = _("%(player)s reported a game of %(game)s") % {"player": report.by, "game": game_of(report)}
    when = localtime(report.confirms_itself_at) if report.confirms_itself_at else None
    note = (
        _("Confirm or dispute the result. It counts automatically on %(when)s.")
        % {"when": with_zone(when, _("j F, H:i T"))}
        if when
        else ""
    )
    return Line(words, reverse("reports:report", args=[report.public_id]), note)


def _entered(row: Result, account: Account) -> Line:
    facts = {"game": game_of(row), "day": date_format(localtime(row.played_at), _("j F"))}
    if row.how == Result.How.WITHDRAWN:
        words = _("Your game of %(game)s on %(day)s was withdrawn")
    elif row.supersedes_id:
        words = _("Your game of %(game)s on %(day)s was corrected")
    else:
        words = _("Your game of %(game)s on %(day)s is confirmed")
    href = reverse("results:result", args=[row.pool.slug, row.number])
    return Line(words % facts, href, _place(row, account), row.entered_at)


def _place(row: Result, account: Account) -> str:
    """Which place the reader came to; nothing where there is none any more."""
    seats = row.seats.all()
    own = next((seat for seat in seats if account.pk in _accounts(seat.player)), None)
    return _("Place %(place)d of %(count)d.") % {"place": own.place, "count": len(seats)} if own else ""


def _accounts(player: Player) -> set[int | None]:
    return {player.account_id, player.merged_into.account_id if player.merged_into else None} - {None}
