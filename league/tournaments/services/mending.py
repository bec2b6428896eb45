"""After a correction other people come to a match of a bracket: where nobody has played it yet, they take the seats."""

from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext_noop

from league.rules.formats.format import Pairing, Reason
from league.tournaments.models import Round, Tournament
from league.tournaments.selectors.history import history_of
from league.tournaments.selectors.outdated import to_mend
from league.tournaments.selectors.tables import tables_of
from league.tournaments.services.changing import noted
from league.tournaments.services.tables import write_tables

MENDED = "Others came to this match when a result before it was corrected."


def mend_bracket(event: Tournament) -> None:
    """Give the matches that nobody has played, or reported, to those who come to them by the results as they are now.

    What was played stands until its result is withdrawn. A free round has no result, so one may follow from another.
    The caller holds the lock of a running tournament.
    """
    while found := to_mend(event, history_of(event.pk)):
        for pairing, seats in found:
            _give(event, pairing, seats)


def _give(event: Tournament, pairing: Pairing, seats: tuple[int, ...]) -> None:
    mended = event.rounds.select_related("evening").get(number=pairing.round)
    now = replace(pairing, seats=seats, reasons=(Reason(MENDED),), results=())
    tables = [now if table.table == pairing.table else table for table in tables_of(mended)]
    write_tables(event, mended, tables, mended.version + 1)
    mended.version += 1
    mended.revision += 1
    mended.changed_at = timezone.now()
    mended.save(update_fields=["version", "revision", "changed_at"])
    if mended.status == Round.Status.PUBLISHED and pairing.bye is None:
        said = gettext_noop("Others come to table %(table)d of round %(round)d, as a result before it was corrected.")
        noted(event, "bracket-mended", said, None, table=pairing.table, round=pairing.round)
