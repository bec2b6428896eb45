"""Rows of a round's tables, and bracket tables that a correction changes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from django.utils import timezone
from django.utils.translation import gettext_noop

from league.competition.format import Pairing as Table
from league.tournaments.models import Leg, Pairing, PairingSeat, Round, Tournament
from league.tournaments.pairing_edits import FAR, free_table, is_by_hand, numbered
from league.tournaments.queries.history import history_of
from league.tournaments.queries.rounds import rows_of, tables_of
from league.tournaments.queries.stale_matches import mended, to_mend
from league.tournaments.services.revisions import noted

Key = tuple[str, tuple[int, ...], int, str]


def write_tables(event: Tournament, written: Round, tables: Sequence[Table], version: int) -> None:
    """Make the round's rows match `tables`; new and renumbered rows get this version.

    A table with the same players in the same seats keeps its row, its link and the subjects of its games. Any other
    table gets a new row with new subjects, so that no link, report or result applies to other players; old links are
    deleted. The caller holds the tournament's lock."""
    rows = {_key_of(row): row for row in rows_of(written)}
    kept = [(rows.pop(key), table) for table in tables if (key := _key(table)) in rows]
    Pairing.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()
    _renumber(kept, version)
    keys = {_key(table) for _, table in kept}
    create_tables(event, written, [table for table in tables if _key(table) not in keys], version)


def create_tables(event: Tournament, written: Round, tables: Sequence[Table], version: int = 1) -> None:
    """Create tables with their seats and games."""
    entries = dict(event.entries.values_list("number", "pk"))
    rows = Pairing.objects.bulk_create(
        Pairing(
            round=written,
            table=table.table,
            bye=table.bye or "",
            slot=table.slot,
            reasons=[{"template": reason.template, "facts": dict(reason.facts)} for reason in table.reasons],
            version=version,
            by_hand=is_by_hand(table.reasons),
        )
        for table in tables
    )
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=row, seat=seat, entry_id=entries[number])
        for row, table in zip(rows, tables, strict=True)
        for seat, number in enumerate(table.seats)
    )
    Leg.objects.bulk_create(
        Leg(pairing=row, number=number)
        for row, table in zip(rows, tables, strict=True)
        if table.bye is None
        for number in range(1, table.legs + 1)
    )


def _renumber(kept: Sequence[tuple[Pairing, Table]], version: int) -> None:
    """Renumber rows through unused numbers, because two may swap theirs."""
    others = [(row, table) for row, table in kept if row.table != table.table]
    free = count(FAR)
    for row, _ in others:
        row.table = next(free)
    Pairing.objects.bulk_update([row for row, _ in others], ["table"])
    for row, table in others:
        row.table, row.version = table.table, row.version if row.bye else version
    Pairing.objects.bulk_update([row for row, _ in others], ["table", "version"])


def _key(table: Table) -> Key:
    return (table.bye or "", table.seats, 0 if table.bye else table.legs, table.slot)


def _key_of(row: Pairing) -> Key:
    return (row.bye, tuple(seat.entry.number for seat in row.seats.all()), len(row.legs.all()), row.slot)


OTHERS_COME = gettext_noop(
    "The players at table %(table)d of round %(round)d changed because an earlier result was corrected."
)
BYE_CHANGED = gettext_noop(
    "The bye of round %(round)d moved to another player because an earlier result was corrected."
)
TAKEN_OFF = gettext_noop("Table %(table)d of round %(round)d was removed because an earlier result was corrected.")


def mend_bracket(event: Tournament) -> None:
    """Update the players of unplayed and unreported bracket matches to the current results.

    A bye may become a match and a match a bye; a match without players is deleted. A match that other players have
    played is void and paired again. A bye has no result, so one change may lead to another: repeat until none is left.
    The caller holds the lock of a running tournament."""
    while found := to_mend(event, history_of(event.pk)):
        for pairing, seats in found:
            _give(event, pairing, seats)


def _give(event: Tournament, pairing: Table, seats: tuple[int, ...]) -> None:
    mending = event.rounds.select_related("evening").get(number=pairing.round)
    tables = tables_of(mending)
    others = [table for table in tables if table.slot != pairing.slot or table.seats != pairing.seats]
    now = mended(pairing, seats)
    if now is not None and pairing.bye is not None and now.bye is None:
        now = replace(now, table=free_table(others))
    if now is None and not others and not event.rounds.filter(number__gt=mending.number).exists():
        mending.delete()
    else:
        write_tables(event, mending, numbered([*others, *([now] if now else [])]), mending.version + 1)
        mending.version += 1
        mending.revision += 1
        mending.changed_at = timezone.now()
        mending.save(update_fields=["version", "revision", "changed_at"])
    if pairing.bye is not None and now is not None and now.bye is not None:
        noted(event, "bracket-mended", BYE_CHANGED, None, round=pairing.round)
    elif pairing.bye is None or (now is not None and now.bye is None):
        table = now.table if now is not None and now.bye is None else pairing.table
        noted(event, "bracket-mended", OTHERS_COME if now else TAKEN_OFF, None, table=table, round=pairing.round)
