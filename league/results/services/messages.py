"""E-mails about reports, and lines of the audit log about the ledger."""

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy, gettext_noop

from league.accounts.audit_log import Fact, note
from league.accounts.models import Account, Player
from league.accounts.services.notifications import notify
from league.clubs.display_names import disambiguated
from league.results.models import Report, Result
from league.results.services.report_groups import LIVE, Case
from league.results.subjects import Table


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


def note_decision(case: Case, by: Account) -> None:
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
