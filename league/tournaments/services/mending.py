"""After a correction other people come to a match of a bracket: where nobody has played it yet, they take the seats."""

from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext_noop

from league.rules.formats.format import Pairing
from league.tournaments.arranging import free_table, numbered
from league.tournaments.models import Round, Tournament
from league.tournaments.selectors.history import history_of
from league.tournaments.selectors.outdated import mended, to_mend
from league.tournaments.selectors.tables import tables_of
from league.tournaments.services.changing import noted
from league.tournaments.services.tables import write_tables

OTHERS_COME = gettext_noop(
    "The players at table %(table)d of round %(round)d changed because an earlier result was corrected."
)
BYE_CHANGED = gettext_noop(
    "The bye of round %(round)d moved to another player because an earlier result was corrected."
)
TAKEN_OFF = gettext_noop("Table %(table)d of round %(round)d was removed because an earlier result was corrected.")


def mend_bracket(event: Tournament) -> None:
    """Give the matches that nobody has played, or reported, to those who come to them by the results as they are now.

    A free round becomes a match, a match a free round, and one to which nobody comes is taken off. What others
    played is void and drawn again. A free round has no result, so one may follow from another. The caller holds
    the lock of a running tournament.
    """
    while found := to_mend(event, history_of(event.pk)):
        for pairing, seats in found:
            _give(event, pairing, seats)


def _give(event: Tournament, pairing: Pairing, seats: tuple[int, ...]) -> None:
    mending = event.rounds.select_related("evening").get(number=pairing.round)
    tables = tables_of(mending)
    others = [table for table in tables if table.slot != pairing.slot or table.seats != pairing.seats]
    now = mended(pairing, seats)
    if now is not None and pairing.bye is not None and now.bye is None:
        now = replace(now, table=free_table(others))
    if now is None and not others and _is_last(mending):
        mending.delete()
    else:
        _write(event, mending, [*others, *([now] if now else [])])
    if pairing.bye is not None and now is not None and now.bye is not None:
        noted(event, "bracket-mended", BYE_CHANGED, None, round=pairing.round)
    elif pairing.bye is None or (now is not None and now.bye is None):
        table = now.table if now is not None and now.bye is None else pairing.table
        noted(event, "bracket-mended", OTHERS_COME if now else TAKEN_OFF, None, table=table, round=pairing.round)


def _is_last(mending: Round) -> bool:
    return not mending.tournament.rounds.filter(number__gt=mending.number).exists()


def _write(event: Tournament, mending: Round, tables: list[Pairing]) -> None:
    write_tables(event, mending, numbered(tables), mending.version + 1)
    mending.version += 1
    mending.revision += 1
    mending.changed_at = timezone.now()
    mending.save(update_fields=["version", "revision", "changed_at"])
