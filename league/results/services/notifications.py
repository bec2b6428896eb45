"""Mails about reports."""

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from league.accounts.models import Account
from league.accounts.services.notifications import notify
from league.clubs.display_names import disambiguated
from league.results.models import Report


def ask_to_confirm(report: Report) -> None:
    """Ask all other players at the table who can sign in to confirm a live report; one mail each.

    Idempotent for the same deadline. Players who have already confirmed it get no mail.
    """
    address = settings.SITE_ADDRESS + reverse("reports:report", args=[report.public_id])
    seats = list(report.seats.select_related("player"))
    full_names = {player.pk: player.name for player in (report.by, *(seat.player for seat in seats))}
    names = full_names | disambiguated(full_names, report.club, alone=True)
    rows = [(seat.place, names[seat.player_id], seat.points) for seat in seats]
    context = {"report": report, "by": names[report.by_id], "seats": rows, "address": address}
    subject = gettext_lazy("Moothill: confirm the result of your game")
    deadline = report.confirms_itself_at  # to the minute, as in the mail
    once = f"{report.public_id}:{deadline:%Y%m%d%H%M}" if deadline else report.public_id
    notify(_accounts_to_ask(report), "report", subject, "reports/mail/confirm.txt", context, once=once)


def _accounts_to_ask(report: Report) -> list[Account]:
    """Return the accounts of the other players who have not confirmed; of merged players the remaining account."""
    seated = Q(player__report_seats__report=report) | Q(player__merged__report_seats__report=report)
    accounts = Account.objects.filter(seated, is_active=True).distinct().order_by("pk")
    agreeing = [answer.by for answer in report.answers.filter(agrees=True).select_related("by__merged_into")]
    confirmed = {player.current.account_id for player in (report.by, *agreeing)}
    return [account for account in accounts if account.pk not in confirmed]
