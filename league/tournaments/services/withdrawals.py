"""Withdrawals: a player leaves a tournament, now or before a later round, or comes back."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.registry import game as game_named
from league.accounts.models import Account
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.reports.queries import reported_among
from league.results.services.ledger import enter_results
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Entry, Pairing, Round, Tournament
from league.tournaments.permissions import check_no_rounds, locked_for_organiser, next_round_number
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.entry_list import remove_unstarted
from league.tournaments.services.publishing import continue_tournament
from league.tournaments.services.revisions import bump_revision, log_change


@transaction.atomic
def withdraw(*, entry: Entry, by: Account | None, from_round: int | None = None) -> None:
    """Withdraw an entry: delete it before the start; in person, forfeit its open games; then go on.

    A reported game counts as played and waits for its confirmation. A table of three or more that has not begun is
    played without the player if the game allows it; if it has begun, the organiser enters its result. Published bot
    matches are played. With `from_round`, a round not paired yet, all earlier rounds are played.

    Raise `NotTheOrganiser`, and `WrongMoment` for a player who has withdrawn or while nobody can.
    """
    tournament = locked_for_organiser(entry.tournament, by)
    _check_moment(tournament)
    current = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if current is None:
        raise _already_withdrawn(entry)
    entry = current
    coming = max(next_round_number(tournament), entry.joined_round)
    has_left = entry.left_round is not None and entry.left_round <= coming
    if from_round is not None:
        if has_left:
            raise _already_withdrawn(entry)
        _leave_later(tournament, entry, from_round, by)
        return
    log_change(tournament, "player-withdrawn", gettext_noop("%(player)s withdrew."), by, player=entry.player)
    if tournament.takes_entries:
        remove_unstarted(tournament, [entry])
        return
    if not has_left:
        entry.left_round = coming
        entry.save(update_fields=["left_round"])
    if not _resolve_tables(tournament, entry) and has_left:  # nor stopped playing before the round they leave in
        raise _already_withdrawn(entry)
    continue_tournament(tournament)


@transaction.atomic
def readmit_entry(*, entry: Entry, by: Account | None) -> None:
    """Let a withdrawn player play again from the next round; forfeits stay.

    Raise `NotTheOrganiser`, and `WrongMoment` for a player who has not withdrawn or can no longer come back.
    """
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
    """Raise `WrongMoment` if nobody can leave or come back now."""
    if tournament.is_over:
        message = _("%(tournament)s is finished. Players can no longer withdraw or come back.")
        raise WrongMoment(message, tournament=tournament.name)
    if tournament.is_running and tournament.is_on_the_machine and tournament.pace == Tournament.Pace.ALL:
        raise WrongMoment(_("All games have been scheduled. Cancel the tournament, or wait until it finishes."))


def _leave_later(tournament: Tournament, entry: Entry, from_round: int, by: Account | None) -> None:
    """Let the entry leave before a round not paired yet. Raise `WrongMoment`."""
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


def _already_withdrawn(entry: Entry) -> WrongMoment:
    return WrongMoment(_("%(player)s has already withdrawn."), player=entry.player.name)


def _resolve_tables(tournament: Tournament, entry: Entry) -> bool:
    """Resolve all published tables of the entry; return whether any changed. Bot matches are played."""
    if tournament.is_on_the_machine:
        return False
    published = Pairing.objects.filter(round__tournament=tournament).exclude(round__status=Round.Status.DRAFT)
    changed = [_resolve_table(tournament, table, entry) for table in published.filter(seats__entry=entry, bye="")]
    return any(changed)


def _resolve_table(tournament: Tournament, pairing: Pairing, entry: Entry) -> bool:
    """Forfeit the open games of a table, or let the others play it without the entry; return whether it changed."""
    legs = list(pairing.legs.all())
    subjects = [leg.subject for leg in legs]
    played = set(Result.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    played |= reported_among(subjects)
    staying = pairing.seats.count() - 1
    if staying == 1 or (staying < game_named(tournament.game).min_seats and not played):
        unplayed = [leg for leg in legs if leg.subject not in played]
        for leg in unplayed:
            _forfeit(tournament, leg.subject, players_at(leg), entry.player_id)
        return bool(unplayed)
    if played:
        return False
    pairing.seats.filter(entry=entry).delete()
    for number, seat in enumerate(pairing.seats.order_by("seat")):
        seat.seat = number
        seat.save(update_fields=["seat"])
    return True


def _forfeit(tournament: Tournament, subject: UUID, players: tuple[int, ...], leaver: int) -> None:
    """Enter a forfeit: the players who stay share 1st place."""
    seats = tuple(SeatResult(player, 0, len(players) if player == leaver else 1) for player in players)
    enter_results(pool=tournament.pool, entries=[ResultDraft(subject=subject, seats=seats, how=Result.How.FORFEIT)])
