"""Arrangements with players: requested byes, fixed tables, pairs that must not meet."""

from collections.abc import Collection, Sequence
from itertools import combinations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.competition.formats import format_named
from league.tournaments.errors import EntryRefused, WrongMoment
from league.tournaments.models import Entry, ForbiddenPair, RequestedBye, Tournament
from league.tournaments.permissions import (
    FARTHEST_ROUND,
    check_no_rounds,
    check_not_over,
    coming_round,
    locked_for_organiser,
)
from league.tournaments.presenters.import_preview import MOST_APART
from league.tournaments.presenters.overview import most_half_byes
from league.tournaments.services.revisions import changed, noted

FARTHEST_TABLE = 500

_BYES = {
    RequestedBye.Kind.HALF: gettext_noop("%(player)s has a half-point bye in round %(round)d."),
    RequestedBye.Kind.ZERO: gettext_noop("%(player)s has a zero-point bye in round %(round)d."),
}


@transaction.atomic
def request_bye(*, entry: Entry, round_number: int, kind: str, by: Account | None) -> None:
    """Give a player a half-point or zero-point bye in a round that is not paired yet, or change its kind."""
    event, entry = _of_people(entry, by)
    check_no_rounds(event, round_number)
    wanted = RequestedBye.Kind(kind)
    _refuse_bye(event, entry, round_number, wanted)
    RequestedBye.objects.update_or_create(entry=entry, round=round_number, defaults={"kind": wanted})
    noted(event, "bye-requested", _BYES[wanted], by, player=entry.player, round=round_number)
    changed(event)


@transaction.atomic
def take_back_bye(*, entry: Entry, round_number: int, by: Account | None) -> None:
    """Remove a requested bye while its round is not paired. Idempotent. Raise the same errors as `request_bye`."""
    event, entry = _of_people(entry, by)
    check_no_rounds(event, round_number)
    gone, _kinds = entry.requested_byes.filter(round=round_number).delete()
    if gone:
        said = gettext_noop("The bye of %(player)s in round %(round)d was removed.")
        noted(event, "bye-taken-back", said, by, player=entry.player, round=round_number)
        changed(event)


@transaction.atomic
def fix_table(*, entry: Entry, table: int | None, by: Account | None) -> None:
    """Seat a player at the same table in every round paired from now on; None removes the fixed table."""
    event, entry = _of_people(entry, by)
    if table is not None and not 1 <= table <= FARTHEST_TABLE:
        raise EntryRefused(_("Choose a table number from 1 to %(most)d.") % {"most": FARTHEST_TABLE})
    if entry.fixed_table == table:
        return
    entry.fixed_table = table
    entry.save(update_fields=["fixed_table"])
    if table is None:
        noted(event, "table-freed", gettext_noop("%(player)s no longer has a fixed table."), by, player=entry.player)
    else:
        said = gettext_noop("%(player)s always plays at table %(table)d.")
        noted(event, "table-fixed", said, by, player=entry.player, table=table)
    changed(event)


@transaction.atomic
def forbid_pair(
    *, tournament: Tournament, entries: Sequence[Entry], by: Account | None, until_round: int | None = None
) -> int:
    """Forbid all pairings among the entries, until a round (inclusive) or always; return the number of pairs.

    Pairs that are already forbidden get the new last round. Published rounds do not change."""
    event = locked_for_organiser(tournament, by)
    check_not_over(event)
    ids = {entry.pk for entry in entries}
    here = list(event.entries.filter(pk__in=ids).select_related("player").order_by("pk"))
    if not 2 <= len(here) <= MOST_APART:
        raise EntryRefused(_("Choose 2 to %(most)d players.") % {"most": MOST_APART})
    if until_round is not None and not coming_round(event) <= until_round <= FARTHEST_ROUND:
        raise WrongMoment(
            _("Choose a round from %(coming)d to %(most)d, or leave the field empty for the whole tournament.")
            % {"coming": coming_round(event), "most": FARTHEST_ROUND}
        )
    pairs = list(combinations(here, 2))
    for one, other in pairs:
        ForbiddenPair.objects.update_or_create(
            one=one, other=other, defaults={"tournament": event, "until_round": until_round}
        )
        said = gettext_noop("%(one)s and %(other)s will not be paired if possible.")
        noted(event, "pair-kept-apart", said, by, one=one.player, other=other.player)
    changed(event)
    return len(pairs)


def part_club(event: Tournament, club: str, players: Collection[int], by: Account | None) -> None:
    """Forbid pairings among members of a club in round 1; existing forbidden pairs do not change.

    `players` are their ids. The caller holds the lock and has checked that round 1 is not published."""
    here = event.entries.filter(player_id__in=players).order_by("pk")
    pairs = [ForbiddenPair(tournament=event, one=one, other=two, until_round=1) for one, two in combinations(here, 2)]
    ForbiddenPair.objects.bulk_create(pairs, ignore_conflicts=True)
    noted(
        event,
        "club-kept-apart",
        gettext_noop("Players of %(club)s will not be paired in round 1 if possible."),
        by,
        club=club,
    )
    changed(event)


@transaction.atomic
def let_meet(*, tournament: Tournament, pair: str, by: Account | None) -> None:
    """Allow a forbidden pair, by its public id. Idempotent. Raise `NotTheOrganiser` or `WrongMoment`."""
    event = locked_for_organiser(tournament, by)
    check_not_over(event)
    found = event.forbidden_pairs.select_related("one__player", "other__player").filter(public_id=pair).first()
    if found is None:
        return
    said = gettext_noop("%(one)s and %(other)s can be paired again.")
    noted(event, "pair-may-meet", said, by, one=found.one.player, other=found.other.player)
    found.delete()
    changed(event)


def _of_people(entry: Entry, by: Account | None) -> tuple[Tournament, Entry]:
    """Return the tournament, locked, and the current entry."""
    event = locked_for_organiser(entry.tournament, by)
    check_not_over(event)
    standing = event.entries.select_related("player").filter(pk=entry.pk).first()
    if standing is None:
        raise WrongMoment(_("%(player)s is no longer entered. Open the list again.") % {"player": entry.player.name})
    return event, standing


def _refuse_bye(event: Tournament, entry: Entry, number: int, kind: RequestedBye.Kind) -> None:
    if format_named(event.format).by_evenings:
        raise EntryRefused(_("Club nights need no byes. Check in only the players who are here."))
    if event.has_bracket:
        raise EntryRefused(
            _("Players cannot request byes in a knockout. Move the match to another time, or decide it by forfeit.")
        )
    if number < entry.joined_round or (entry.left_round is not None and number >= entry.left_round):
        raise EntryRefused(
            _("%(player)s does not play in that round. Choose another round.") % {"player": entry.player.name}
        )
    if kind != RequestedBye.Kind.HALF:
        return
    most = most_half_byes(event)
    if format_named(event.format).everyone_meets:
        raise EntryRefused(_("In a round robin, a bye gives no points. Choose a zero-point bye."))
    if not most:
        raise EntryRefused(_("In this tournament, requested byes give no points. Choose a zero-point bye."))
    halves = entry.requested_byes.filter(kind=RequestedBye.Kind.HALF).exclude(round=number).count()
    if halves >= most:
        raise EntryRefused(
            _("%(player)s already has %(most)d half-point byes, the maximum. Choose a zero-point bye.")
            % {"player": entry.player.name, "most": most}
        )
