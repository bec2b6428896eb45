"""Arrangements with a player: requested byes, and a table that stays the same."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.competition.formats import format_named
from league.tournaments.errors import EntryRefused
from league.tournaments.models import Entry, RequestedBye, Tournament
from league.tournaments.permissions import check_no_rounds, check_not_over, locked_for_organiser
from league.tournaments.services.entry_list import current_entry
from league.tournaments.services.revisions import bump_revision, log_change

FARTHEST_TABLE = 500

_BYES = {
    RequestedBye.Kind.HALF: gettext_noop("%(player)s has a half-point bye in round %(round)d."),
    RequestedBye.Kind.ZERO: gettext_noop("%(player)s has a zero-point bye in round %(round)d."),
}


@transaction.atomic
def request_bye(*, entry: Entry, round_number: int, kind: str, by: Account | None) -> None:
    """Give a player a half-point or zero-point bye in a round that is not paired yet, or change its kind.

    Raise `NotTheOrganiser`, `WrongMoment`, and `EntryRefused` if the player cannot have this bye.
    """
    tournament, entry = _lock_entry(entry, by)
    check_no_rounds(tournament, round_number)
    bye = RequestedBye.Kind(kind)
    _check_bye(tournament, entry, round_number, bye)
    RequestedBye.objects.update_or_create(entry=entry, round=round_number, defaults={"kind": bye})
    log_change(tournament, "bye-requested", _BYES[bye], by, player=entry.player, round=round_number)
    bump_revision(tournament)


@transaction.atomic
def remove_bye(*, entry: Entry, round_number: int, by: Account | None) -> None:
    """Remove a requested bye while its round is not paired. Idempotent. Raise `NotTheOrganiser`, `WrongMoment`."""
    tournament, entry = _lock_entry(entry, by)
    check_no_rounds(tournament, round_number)
    deleted, _kinds = entry.requested_byes.filter(round=round_number).delete()
    if deleted:
        message = gettext_noop("The bye of %(player)s in round %(round)d was removed.")
        log_change(tournament, "bye-taken-back", message, by, player=entry.player, round=round_number)
        bump_revision(tournament)


@transaction.atomic
def fix_table(*, entry: Entry, table: int | None, by: Account | None) -> None:
    """Seat a player at the same table in every round paired from now on; None removes the fixed table. Idempotent.

    Raise `NotTheOrganiser`, `WrongMoment`, and `EntryRefused` for a number that no table has.
    """
    tournament, entry = _lock_entry(entry, by)
    if table is not None and not 1 <= table <= FARTHEST_TABLE:
        raise EntryRefused(_("Choose a table number from 1 to %(most)d."), most=FARTHEST_TABLE)
    if entry.fixed_table == table:
        return
    entry.fixed_table = table
    entry.save(update_fields=["fixed_table"])
    if table is None:
        message = gettext_noop("%(player)s no longer has a fixed table.")
        log_change(tournament, "table-freed", message, by, player=entry.player)
    else:
        message = gettext_noop("%(player)s always plays at table %(table)d.")
        log_change(tournament, "table-fixed", message, by, player=entry.player, table=table)
    bump_revision(tournament)


def _lock_entry(entry: Entry, by: Account | None) -> tuple[Tournament, Entry]:
    """Return the tournament, locked, and the current entry. Raise `NotTheOrganiser`, `WrongMoment`."""
    tournament = locked_for_organiser(entry.tournament, by)
    check_not_over(tournament)
    return tournament, current_entry(tournament, entry)


def _check_bye(tournament: Tournament, entry: Entry, number: int, kind: RequestedBye.Kind) -> None:
    """Raise `EntryRefused` if the player cannot have a bye of this kind in this round."""
    if tournament.by_evenings:
        raise EntryRefused(_("Club nights need no byes. Check in only the players who are here."))
    if tournament.has_bracket:
        raise EntryRefused(
            _("Players cannot request byes in a knockout. Move the match to another time, or decide it by forfeit.")
        )
    if number < entry.joined_round or (entry.left_round is not None and number >= entry.left_round):
        raise EntryRefused(_("%(player)s does not play in that round. Choose another round."), player=entry.player.name)
    if kind != RequestedBye.Kind.HALF:
        return
    most = tournament.most_half_byes
    if format_named(tournament.format).everyone_meets:
        raise EntryRefused(_("In a round robin, a bye gives no points. Choose a zero-point bye."))
    if not most:
        raise EntryRefused(_("In this tournament, requested byes give no points. Choose a zero-point bye."))
    halves = entry.requested_byes.filter(kind=RequestedBye.Kind.HALF).exclude(round=number).count()
    if halves >= most:
        raise EntryRefused(
            _("%(player)s already has %(most)d half-point byes, the maximum. Choose a zero-point bye."),
            player=entry.player.name,
            most=most,
        )
