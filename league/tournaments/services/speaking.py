"""Those at a table speak by its link: a phone takes a seat, and says for it what the game came to.

A phone is known by the hash of a secret in its cookie, `browser`. Whether the link and the seat still hold is looked at
again under the lock of the event, when something was said.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from league.results.models import Report, ReportAnswer
from league.results.services.reporting import answer_report
from league.results.sheets.filing import file_sheet
from league.results.sheets.queries import SetTable
from league.results.sheets.reading import Sent, Written
from league.shared.live import announce
from league.tournaments.errors import NoSuchTable, SeatTaken
from league.tournaments.models import PairingSeat, TableLink, TableVoice
from league.tournaments.selectors.table_links import Speaker


@transaction.atomic
def take_seat(*, link: TableLink, seat: int, browser: str) -> TableVoice:
    """Let a phone report for a seat; doing it twice changes nothing. Raises `SeatTaken`, `NoSuchTable`."""
    _hold(link)
    chair = PairingSeat.objects.filter(pairing=link.pairing_id, seat=seat).first()
    if chair is None:
        raise NoSuchTable(_("This table has no such seat. Open the table link again."))
    voices = {voice.browser: voice for voice in link.voices.select_for_update()}
    own = voices.get(browser)
    if own is not None and own.seat_id == chair.pk:
        return own
    if own is not None:
        raise SeatTaken(_("This phone already reports for another player. Select “Choose another player” first."))
    if any(voice.seat_id == chair.pk for voice in voices.values()):
        raise SeatTaken(_("Another phone already reports for this player. Ask an organiser to release the seat."))
    taken = TableVoice.objects.create(link=link, seat=chair, browser=browser)
    announce(link.pairing.round.tournament.topic)
    return taken


@transaction.atomic
def leave_seat(*, link: TableLink, browser: str) -> None:
    """Give up the seat for which a phone speaks, while it has said nothing; doing it twice changes nothing."""
    _hold(link)
    voice = link.voices.select_related("seat__entry").filter(browser=browser).first()
    if voice is None:
        return
    if _has_spoken(link, voice.seat.entry.player_id):
        raise SeatTaken(
            _("This phone has already reported or answered for this player. Ask an organiser to release the seat.")
        )
    voice.delete()
    announce(link.pairing.round.tournament.topic)


@transaction.atomic
def report_at_table(*, speaker: Speaker, written: Written, sent: Sent, table: SetTable) -> Report:
    """File what somebody at the table wrote; raises what `file_report` does, and `SeatTaken`."""
    report = file_sheet(written=written, sent=sent, club=table.club, by=speaker.player, table=table, via=speaker.via)
    _check_still_speaks(speaker)
    return report


@transaction.atomic
def answer_at_table(*, speaker: Speaker, report: Report, agrees: bool, reason: str = "") -> Report:
    """Confirm a report, or object to it; raises what `answer_report` does, and `SeatTaken`."""
    answered = answer_report(report=report, by=speaker.player, agrees=agrees, reason=reason, via=speaker.via)
    _check_still_speaks(speaker)
    return answered


def _hold(link: TableLink) -> None:
    """Have whoever else takes or leaves a seat by this link wait; raises `NoSuchTable` once it is withdrawn."""
    if not TableLink.objects.select_for_update().filter(pk=link.pk, revoked_at=None).exists():
        raise NoSuchTable(_("This table link no longer works. Ask an organiser for the new one."))


def _has_spoken(link: TableLink, player_id: int) -> bool:
    said = {"by": player_id, "via": link.via}
    live = Report.objects.filter(**said).exclude(status=Report.Status.TAKEN_BACK)
    return live.exists() or ReportAnswer.objects.filter(**said).exists()


def _check_still_speaks(speaker: Speaker) -> None:
    """Whoever lost the seat while they waited for the lock has said nothing."""
    if speaker.voice and not TableVoice.objects.filter(pk=speaker.voice.pk).exists():
        raise SeatTaken(_("This phone can no longer report for this seat. Open the table link again."))
