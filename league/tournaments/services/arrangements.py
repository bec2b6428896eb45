"""Arrangements with players: requested byes, fixed tables, pairs that must not meet, withdrawals."""

from collections.abc import Collection, Sequence
from itertools import combinations
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.registry import game as game_named
from league.accounts.models import Account
from league.competition.formats import format_named
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.reports.queries import reported_among
from league.results.services.ledger import enter_results
from league.tournaments.errors import EntryRefused, WrongMoment
from league.tournaments.import_preview import MOST_APART
from league.tournaments.models import Entry, ForbiddenPair, Pairing, RequestedBye, Round, Tournament
from league.tournaments.permissions import (
    FARTHEST_ROUND,
    check_no_rounds,
    check_not_over,
    last_published,
    locked_for_organiser,
    next_round_number,
)
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.entry_list import current_entry, remove_unstarted
from league.tournaments.services.publishing import continue_tournament
from league.tournaments.services.revisions import bump_revision, log_change

FARTHEST_TABLE = 500

_BYES = {
    RequestedBye.Kind.HALF: gettext_noop("%(player)s has a half-point bye in round %(round)d."),
    RequestedBye.Kind.ZERO: gettext_noop("%(player)s has a zero-point bye in round %(round)d."),
}


@transaction.atomic
def request_bye(*, entry: Entry, round_number: int, kind: str, by: Account | None) -> None:
    """Give a player a half-point or zero-point bye in a round that is not paired yet, or change its kind."""
    tournament, entry = _lock_entry(entry, by)
    check_no_rounds(tournament, round_number)
    bye = RequestedBye.Kind(kind)
    _check_bye(tournament, entry, round_number, bye)
    RequestedBye.objects.update_or_create(entry=entry, round=round_number, defaults={"kind": bye})
    log_change(tournament, "bye-requested", _BYES[bye], by, player=entry.player, round=round_number)
    bump_revision(tournament)


@transaction.atomic
def remove_bye(*, entry: Entry, round_number: int, by: Account | None) -> None:
    """Remove a requested bye while its round is not paired. Idempotent. Raise the same errors as `request_bye`."""
    tournament, entry = _lock_entry(entry, by)
    check_no_rounds(tournament, round_number)
    deleted, _kinds = entry.requested_byes.filter(round=round_number).delete()
    if deleted:
        message = gettext_noop("The bye of %(player)s in round %(round)d was removed.")
        log_change(tournament, "bye-taken-back", message, by, player=entry.player, round=round_number)
        bump_revision(tournament)


@transaction.atomic
def fix_table(*, entry: Entry, table: int | None, by: Account | None) -> None:
    """Seat a player at the same table in every round paired from now on; None removes the fixed table."""
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


@transaction.atomic
def forbid_pair(
    *, tournament: Tournament, entries: Sequence[Entry], by: Account | None, until_round: int | None = None
) -> int:
    """Forbid all pairings among the entries, until a round (inclusive) or always; return the number of pairs.

    Pairs that are already forbidden get the new last round. Published rounds do not change.
    """
    tournament = locked_for_organiser(tournament, by)
    check_not_over(tournament)
    ids = {entry.pk for entry in entries}
    here = list(tournament.entries.filter(pk__in=ids).select_related("player").order_by("pk"))
    if not 2 <= len(here) <= MOST_APART:
        raise EntryRefused(_("Choose 2 to %(most)d players."), most=MOST_APART)
    if until_round is not None and not next_round_number(tournament) <= until_round <= FARTHEST_ROUND:
        raise WrongMoment(
            _("Choose a round from %(coming)d to %(most)d, or leave the field empty for the whole tournament."),
            coming=next_round_number(tournament),
            most=FARTHEST_ROUND,
        )
    pairs = list(combinations(here, 2))
    for one, other in pairs:
        ForbiddenPair.objects.update_or_create(
            one=one, other=other, defaults={"tournament": tournament, "until_round": until_round}
        )
        message = gettext_noop("%(one)s and %(other)s will not be paired if possible.")
        log_change(tournament, "pair-kept-apart", message, by, one=one.player, other=other.player)
    bump_revision(tournament)
    return len(pairs)


def separate_club(tournament: Tournament, club: str, players: Collection[int], by: Account | None) -> None:
    """Forbid pairings among members of a club in round 1; existing forbidden pairs do not change.

    `players` are their ids. The caller holds the lock and has checked that round 1 is not published.
    """
    here = tournament.entries.filter(player_id__in=players).order_by("pk")
    pairs = [
        ForbiddenPair(tournament=tournament, one=one, other=two, until_round=1) for one, two in combinations(here, 2)
    ]
    ForbiddenPair.objects.bulk_create(pairs, ignore_conflicts=True)
    message = gettext_noop("Players of %(club)s will not be paired in round 1 if possible.")
    log_change(tournament, "club-kept-apart", message, by, club=club)
    bump_revision(tournament)


@transaction.atomic
def remove_forbidden_pair(*, tournament: Tournament, pair: str, by: Account | None) -> None:
    """Allow a forbidden pair, by its public id. Idempotent. Raise `NotTheOrganiser` or `WrongMoment`."""
    tournament = locked_for_organiser(tournament, by)
    check_not_over(tournament)
    forbidden = tournament.forbidden_pairs.select_related("one__player", "other__player").filter(public_id=pair).first()
    if forbidden is None:
        return
    message = gettext_noop("%(one)s and %(other)s can be paired again.")
    log_change(tournament, "pair-may-meet", message, by, one=forbidden.one.player, other=forbidden.other.player)
    forbidden.delete()
    bump_revision(tournament)


def _lock_entry(entry: Entry, by: Account | None) -> tuple[Tournament, Entry]:
    """Return the tournament, locked, and the current entry."""
    tournament = locked_for_organiser(entry.tournament, by)
    check_not_over(tournament)
    return tournament, current_entry(tournament, entry)


def _check_bye(tournament: Tournament, entry: Entry, number: int, kind: RequestedBye.Kind) -> None:
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


@transaction.atomic
def withdraw(*, entry: Entry, by: Account | None, from_round: int | None = None) -> None:
    """Withdraw an entry: delete it before the start; in person, forfeit its open games; then go on.

    A reported game counts as played and waits for its confirmation. A table of three or more that has not begun is
    played without the player if the game allows it; if it has begun, the organiser enters its result. Published bot
    matches are played. With `from_round`, a round not paired yet, all earlier rounds are played.
    """
    tournament = locked_for_organiser(entry.tournament, by)
    _check_moment(tournament)
    stays = Q(left_round=None) | Q(left_round__gt=next_round_number(tournament))
    current = tournament.entries.select_related("player").filter(stays, pk=entry.pk).first()
    if current is None:
        raise WrongMoment(_("%(player)s has already withdrawn."), player=entry.player.name)
    entry = current
    if from_round is not None:
        _leave_later(tournament, entry, from_round, by)
        return
    log_change(tournament, "player-withdrawn", gettext_noop("%(player)s withdrew."), by, player=entry.player)
    if tournament.takes_entries:
        remove_unstarted(tournament, [entry])
        return
    entry.left_round = max(last_published(tournament) + 1, entry.joined_round)
    entry.save(update_fields=["left_round"])
    if not tournament.is_on_the_machine:
        published = Pairing.objects.exclude(round__status=Round.Status.DRAFT)
        for pairing in published.filter(round__tournament=tournament, seats__entry=entry, bye=""):
            _resolve_table(tournament, pairing, entry)
    continue_tournament(tournament)


@transaction.atomic
def readmit_entry(*, entry: Entry, by: Account | None) -> None:
    """Let a withdrawn player play again from the next round; forfeits stay."""
    tournament = locked_for_organiser(entry.tournament, by)
    _check_moment(tournament)
    withdrawn = tournament.entries.select_related("player").filter(pk=entry.pk).exclude(left_round=None).first()
    if withdrawn is None:
        raise WrongMoment(_("%(player)s has not withdrawn."), player=entry.player.name)
    if _left_before_knockout(tournament, withdrawn):
        message = _("The knockout has been paired without %(player)s. The player can no longer come back.")
        if tournament.pace == Tournament.Pace.DESK:
            message = _(
                "The knockout has been paired without %(player)s. Unpublish its first round, then cancel "
                "the withdrawal."
            )
        raise WrongMoment(message, player=entry.player.name)
    withdrawn.left_round = None
    withdrawn.save(update_fields=["left_round"])
    message = gettext_noop("%(player)s continues to play.")
    log_change(tournament, "player-let-back", message, by, player=withdrawn.player)
    _continue_if_running(tournament)


def _left_before_knockout(tournament: Tournament, entry: Entry) -> bool:
    """Return whether a player left the groups before the knockout was paired."""
    matches = Pairing.objects.filter(round__tournament=tournament).exclude(round__status=Round.Status.DRAFT)
    matches = matches.exclude(slot="").exclude(slot__startswith="G")
    first = matches.order_by("round__number").values_list("round__number", flat=True).first()
    if first is None or entry.left_round is None or entry.left_round > first:
        return False
    return not matches.filter(seats__entry=entry).exists()


def _check_moment(tournament: Tournament) -> None:
    if tournament.is_over:
        raise WrongMoment(_("%(tournament)s is finished. Players can no longer withdraw."), tournament=tournament.name)
    if tournament.is_running and tournament.is_on_the_machine and tournament.pace == Tournament.Pace.ALL:
        raise WrongMoment(_("All games have been scheduled. Cancel the tournament, or wait until it finishes."))


def _leave_later(tournament: Tournament, entry: Entry, from_round: int, by: Account | None) -> None:
    check_no_rounds(tournament, from_round)
    if from_round <= entry.joined_round:
        raise WrongMoment(
            _("%(player)s entered in round %(joined)d. Choose a later round, or remove the player."),
            player=entry.player.name,
            joined=entry.joined_round,
        )
    entry.left_round = from_round
    entry.save(update_fields=["left_round"])
    message = gettext_noop("%(player)s leaves before round %(round)d.")
    log_change(tournament, "player-leaves-later", message, by, player=entry.player, round=from_round)
    _continue_if_running(tournament)


def _continue_if_running(tournament: Tournament) -> None:
    """Advance a running tournament; before the start, only note the change."""
    if tournament.is_running:
        continue_tournament(tournament)
    else:
        bump_revision(tournament)


def _resolve_table(tournament: Tournament, pairing: Pairing, entry: Entry) -> None:
    legs = list(pairing.legs.all())
    subjects = [leg.subject for leg in legs]
    played = set(Result.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    played |= reported_among(subjects)
    staying = pairing.seats.count() - 1
    if staying == 1 or (staying < game_named(tournament.game).min_seats and not played):
        for leg in legs:
            if leg.subject not in played:
                _forfeit(tournament, leg.subject, players_at(leg), entry.player_id)
    elif not played:
        pairing.seats.filter(entry=entry).delete()
        seats = list(pairing.seats.order_by("seat"))
        for number, seat in enumerate(seats):
            seat.seat = number
            seat.save(update_fields=["seat"])


def _forfeit(tournament: Tournament, subject: UUID, players: tuple[int, ...], leaver: int) -> None:
    """Enter a forfeit: the players who stay share 1st place."""
    seats = tuple(SeatResult(player, 0, len(players) if player == leaver else 1) for player in players)
    enter_results(pool=tournament.pool, entries=[ResultDraft(subject=subject, seats=seats, how=Result.How.FORFEIT)])
