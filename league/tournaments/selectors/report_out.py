"""A tournament at tables of two as FIDE's tournament report file (TRF16), for other programs."""

from typing import Final
from zoneinfo import ZoneInfo

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from league.clubs.permissions import Asker
from league.rules.formats.format import Bye
from league.rules.formats.swiss import initial_list, top_seed_begins
from league.rules.options import Settled, settled
from league.rules.trf import Report, write_report
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Tournament
from league.tournaments.selectors.entrants import entrants_of
from league.tournaments.selectors.ratings_at_start import ratings_at_start
from league.tournaments.selectors.sheet import Sheet, sheet_of

SWISS: Final = "swiss"
KINDS: Final = {SWISS: "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}


def report_of(event: Tournament, asker: Asker) -> str:
    """Return the report, with names as the asker may read them; raises `NoSuchTournament` for other formats."""
    if not event.has_report:
        raise NoSuchTournament(_("Only a Swiss or a round robin with two players per table has a tournament report."))
    sheet, entrants = sheet_of(event), entrants_of(event, asker)
    options = settled(sheet.format.name, sheet.format.options, event.format_options)
    zone = ZoneInfo(event.club.time_zone)
    report = Report(
        name=event.name,
        kind=KINDS[event.format],
        rounds=sheet.rounds_planned or len(sheet.rounds),
        numbers=_numbers(event, sheet, options),
        names={number: entrant.name for number, entrant in entrants.items()},
        ratings=ratings_at_start(event),
        order=[row.entry for row in sheet.rows],
        begun=localdate(event.started_at, zone) if event.started_at else None,
        ended=localdate(event.finished_at, zone) if event.finished_at else None,
        top_seed_begins=top_seed_begins(options, event.seed) if event.format == SWISS else None,
        bye=Bye(str(options.get("bye", Bye.FULL))),
    )
    return write_report(report, sheet.history.entries, sheet.history.pairings, sheet.scoring)


def _numbers(event: Tournament, sheet: Sheet, options: Settled) -> dict[int, int]:
    """Return pairing numbers by entry: those of the Swiss's initial list, else those of the list of entries."""
    entries = sheet.history.entries
    listed = initial_list(entries, options, event.seed) if event.format == SWISS else entries
    return {entry.id: number for number, entry in enumerate(listed, start=1)}
