"""Writes of table links: create and revoke links, take and leave seats, and report through a link.

A phone is identified by the hash of a secret in its cookie, `browser`. Reports check link and seat again under the
tournament's lock.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import Fact
from league.accounts.models import Account
from league.common.live import announce
from league.results.models import Report, ReportAnswer
from league.results.score_sheets.forms import ScoreSheetForm
from league.results.score_sheets.submission import submit_sheet
from league.results.services.reports import confirm_report, dispute_report
from league.tournaments.errors import NoSuchTable, SeatTaken, WrongMoment
from league.tournaments.models import Pairing, PairingSeat, Round, TableLink, TableVoice, Tournament
from league.tournaments.permissions import locked_for_scorer
from league.tournaments.queries.table_links import Reporter, tables_of
from league.tournaments.services.revisions import log_change


@transaction.atomic
def make_links(*, tournament_round: Round, by: Account | None) -> int:
    """Create a link for every undecided table of the round without one; return how many.

    A link for other players than those at the table now is revoked. Raise `NotTheOrganiser` or `WrongMoment`.
    """
    tournament = _open_for_links(tournament_round, by)
    tables = tables_of(tournament_round)
    outdated = [link.pk for table in tables for link in table.outdated]
    TableLink.objects.filter(pk__in=outdated).update(revoked_at=timezone.now())
    unlinked = [table.pairing for table in tables if table.link is None and not table.is_decided]
    created = TableLink.objects.bulk_create(_link_for(pairing, by) for pairing in unlinked)
    if created:
        template = gettext_noop("Table links created for round %(round)d: %(count)d.")
        _log(tournament, "links-made", template, by, count=len(created), round=tournament_round.number)
    return len(created)


@transaction.atomic
def revoke_links(*, tournament_round: Round, by: Account | None) -> int:
    """Revoke all links of a round; return how many. Raise `NotTheOrganiser`."""
    tournament = locked_for_scorer(tournament_round.tournament, by)
    open_links = TableLink.objects.filter(pairing__round=tournament_round, revoked_at=None)
    count = open_links.update(revoked_at=timezone.now())
    if count:
        template = gettext_noop("All table links of round %(round)d were revoked.")
        _log(tournament, "links-revoked", template, by, round=tournament_round.number)
    return count


@transaction.atomic
def revoke_link(*, link: TableLink, by: Account | None) -> None:
    """Revoke the link of one table. Idempotent. Raise `NotTheOrganiser`."""
    tournament = locked_for_scorer(link.pairing.round.tournament, by)
    if TableLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
        template = gettext_noop("The link of table %(table)d in round %(round)d was revoked.")
        _log(tournament, "link-revoked", template, by, table=link.table, round=link.pairing.round.number)


@transaction.atomic
def renew_link(*, link: TableLink, by: Account | None) -> TableLink:
    """Revoke a table's link and create a new one. If it was already renewed, return its successor.

    Raise `NotTheOrganiser` or `WrongMoment`.
    """
    tournament = _open_for_links(link.pairing.round, by)
    if not TableLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
        successor = TableLink.objects.filter(pairing=link.pairing_id, revoked_at=None).first()
        if successor is not None:
            return successor
    created = _link_for(Pairing.objects.prefetch_related("seats").get(pk=link.pairing_id), by)
    created.save()
    template = gettext_noop("The link of table %(table)d in round %(round)d was replaced by a new one.")
    _log(tournament, "link-renewed", template, by, table=created.table, round=link.pairing.round.number)
    return created


@transaction.atomic
def free_seat(*, link: TableLink, seat: int, by: Account | None) -> None:
    """Release a seat, so that another phone can report for it. Earlier reports stay.

    Idempotent. Raise `NotTheOrganiser`.
    """
    tournament = locked_for_scorer(link.pairing.round.tournament, by)
    voices = TableVoice.objects.filter(link=link, seat__seat=seat).select_related("seat__entry__player")
    for voice in voices:
        voice.delete()
        template = gettext_noop("At table %(table)d, the seat of %(player)s was released from a phone.")
        _log(tournament, "seat-freed", template, by, table=link.table, player=voice.seat.entry.player)


def _open_for_links(tournament_round: Round, by: Account | None) -> Tournament:
    """Lock and return the tournament. Raise `NotTheOrganiser`, or `WrongMoment` if its tables cannot have links."""
    tournament = locked_for_scorer(tournament_round.tournament, by)
    status = Round.objects.values_list("status", flat=True).get(pk=tournament_round.pk)
    if tournament.is_on_the_machine:
        raise WrongMoment(_("This tournament has bot matches, so its tables have no links."))
    if not tournament.is_running or status == Round.Status.DRAFT:
        raise WrongMoment(_("Only a published round of a running tournament has table links. Publish the round first."))
    return tournament


def _link_for(pairing: Pairing, by: Account | None) -> TableLink:
    """Return an unsaved link for the players of the table."""
    entries = [seat.entry_id for seat in pairing.seats.all()]
    return TableLink(pairing=pairing, table=pairing.table, entries=entries, made_by=by)


def _log(tournament: Tournament, verb: str, template: str, by: Account | None, **facts: Fact) -> None:
    """Log a change, and update open pages of the tournament."""
    log_change(tournament, verb, template, by, **facts)
    announce(tournament.topic)


@transaction.atomic
def take_seat(*, link: TableLink, seat: int, browser: str) -> TableVoice:
    """Let a phone report for a seat. Idempotent. Raise `SeatTaken` or `NoSuchTable`."""
    _lock_link(link)
    pairing_seat = PairingSeat.objects.filter(pairing=link.pairing_id, seat=seat).first()
    if pairing_seat is None:
        raise NoSuchTable(_("This table has no such seat. Open the table link again."))
    voices = {voice.browser: voice for voice in link.voices.select_for_update()}
    own = voices.get(browser)
    if own is not None and own.seat_id == pairing_seat.pk:
        return own
    if own is not None:
        raise SeatTaken(_("This phone already reports for another player. Select “Choose another player” first."))
    if any(voice.seat_id == pairing_seat.pk for voice in voices.values()):
        raise SeatTaken(_("Another phone already reports for this player. Ask an organiser to release the seat."))
    taken = TableVoice.objects.create(link=link, seat=pairing_seat, browser=browser)
    announce(link.pairing.round.tournament.topic)
    return taken


@transaction.atomic
def leave_seat(*, link: TableLink, browser: str) -> None:
    """Give up the phone's seat if it has reported nothing. Idempotent. Raise `SeatTaken` if it has."""
    _lock_link(link)
    voice = link.voices.select_related("seat__entry").filter(browser=browser).first()
    if voice is None:
        return
    if _has_reported(link, voice.seat.entry.player_id):
        raise SeatTaken(
            _("This phone has already reported or answered for this player. Ask an organiser to release the seat.")
        )
    voice.delete()
    announce(link.pairing.round.tournament.topic)


@transaction.atomic
def report_at_table(*, reporter: Reporter, form: ScoreSheetForm) -> Report:
    """Save a report sent through a table link. Raise `SeatTaken` and the errors of `submit_report`."""
    report = submit_sheet(form, reporter.player, via=reporter.via)
    _check_still_seated(reporter)
    return report


@transaction.atomic
def answer_at_table(*, reporter: Reporter, report: Report, agrees: bool, reason: str = "") -> Report:
    """Confirm or dispute a report. Raise `SeatTaken` and the errors of `confirm_report` and `dispute_report`."""
    if agrees:
        answered = confirm_report(report=report, by=reporter.player, via=reporter.via)
    else:
        answered = dispute_report(report=report, by=reporter.player, reason=reason, via=reporter.via)
    _check_still_seated(reporter)
    return answered


def _lock_link(link: TableLink) -> None:
    """Lock the link, so that phones take and leave seats one at a time. Raise `NoSuchTable` if it is revoked."""
    if not TableLink.objects.select_for_update().filter(pk=link.pk, revoked_at=None).exists():
        raise NoSuchTable(_("This table link no longer works. Ask an organiser for the new one."))


def _has_reported(link: TableLink, player_id: int) -> bool:
    """Return whether the player has reported or answered through the link; withdrawn reports do not count."""
    sender = {"by": player_id, "via": link.via}
    reports = Report.objects.filter(**sender).exclude(status=Report.Status.TAKEN_BACK)
    return reports.exists() or ReportAnswer.objects.filter(**sender).exists()


def _check_still_seated(reporter: Reporter) -> None:
    """Raise `SeatTaken` if the phone lost its seat while waiting for the lock."""
    if reporter.voice and not TableVoice.objects.filter(pk=reporter.voice.pk).exists():
        raise SeatTaken(_("This phone can no longer report for this seat. Open the table link again."))
