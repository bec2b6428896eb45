"""Withdrawal of players and their return."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.registry import game as game_named
from league.accounts.models import Account
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.queries import reported_among
from league.results.services.ledger import enter_results
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Entry, Pairing, Round, Tournament
from league.tournaments.permissions import check_no_rounds, coming_round, last_published, locked_for_organiser
from league.tournaments.services.entry_list import strike
from league.tournaments.services.lifecycle import go_on
from league.tournaments.services.results import players_at
from league.tournaments.services.revisions import changed, noted


@transaction.atomic
def withdraw(*, entry: Entry, by: Account | None, from_round: int | None = None) -> None:
    """Withdraw an entry: delete it before the start; in person, forfeit its open games; then go on.

    A reported game counts as played and waits for its confirmation. A table of three or more that has not begun is
    played without the player if the game allows it; if it has begun, the organiser enters its result. Published bot
    matches are played. With `from_round`, a round not paired yet, all earlier rounds are played."""
    event = locked_for_organiser(entry.tournament, by)
    _check_moment(event)
    stays = Q(left_round=None) | Q(left_round__gt=coming_round(event))
    standing = event.entries.select_related("player").filter(stays, pk=entry.pk).first()
    if standing is None:
        raise WrongMoment(_("%(player)s has already withdrawn.") % {"player": entry.player.name})
    entry = standing
    if from_round is not None:
        _leave_later(event, entry, from_round, by)
        return
    noted(event, "player-withdrawn", gettext_noop("%(player)s withdrew."), by, player=entry.player)
    if event.takes_entries:
        strike(event, [entry])
        return
    entry.left_round = max(last_published(event) + 1, entry.joined_round)
    entry.save(update_fields=["left_round"])
    if not event.is_on_the_machine:
        on_board = Pairing.objects.exclude(round__status=Round.Status.DRAFT)
        for pairing in on_board.filter(round__tournament=event, seats__entry=entry, bye=""):
            _decide_without(event, pairing, entry)
    go_on(event)


@transaction.atomic
def let_back(*, entry: Entry, by: Account | None) -> None:
    """Let a withdrawn player play again from the next round; forfeits stay."""
    event = locked_for_organiser(entry.tournament, by)
    _check_moment(event)
    back = event.entries.select_related("player").filter(pk=entry.pk).exclude(left_round=None).first()
    if back is None:
        raise WrongMoment(_("%(player)s has not withdrawn.") % {"player": entry.player.name})
    if _left_before_knockout(event, back):
        said = _("The knockout has been paired without %(player)s. The player can no longer come back.")
        if event.pace == Tournament.Pace.DESK:
            said = _(
                "The knockout has been paired without %(player)s. Unpublish its first round, then cancel "
                "the withdrawal."
            )
        raise WrongMoment(said % {"player": entry.player.name})
    back.left_round = None
    back.save(update_fields=["left_round"])
    noted(event, "player-let-back", gettext_noop("%(player)s continues to play."), by, player=back.player)
    _on(event)


def _left_before_knockout(event: Tournament, entry: Entry) -> bool:
    """Return whether a player left the groups before the knockout was paired."""
    matches = Pairing.objects.filter(round__tournament=event).exclude(round__status=Round.Status.DRAFT)
    matches = matches.exclude(slot="").exclude(slot__startswith="G")
    first = matches.order_by("round__number").values_list("round__number", flat=True).first()
    if first is None or entry.left_round is None or entry.left_round > first:
        return False
    return not matches.filter(seats__entry=entry).exists()


def _check_moment(event: Tournament) -> None:
    if event.is_over:
        raise WrongMoment(_("%(tournament)s is finished. Players can no longer withdraw.") % {"tournament": event.name})
    if event.is_running and event.is_on_the_machine and event.pace == Tournament.Pace.ALL:
        raise WrongMoment(_("All games have been scheduled. Cancel the tournament, or wait until it finishes."))


def _leave_later(event: Tournament, entry: Entry, from_round: int, by: Account | None) -> None:
    check_no_rounds(event, from_round)
    if from_round <= entry.joined_round:
        raise WrongMoment(
            _("%(player)s entered in round %(joined)d. Choose a later round, or remove the player.")
            % {"player": entry.player.name, "joined": entry.joined_round}
        )
    entry.left_round = from_round
    entry.save(update_fields=["left_round"])
    said = gettext_noop("%(player)s leaves before round %(round)d.")
    noted(event, "player-leaves-later", said, by, player=entry.player, round=from_round)
    _on(event)


def _on(event: Tournament) -> None:
    """Advance a running tournament; before the start, only note the change."""
    if event.is_running:
        go_on(event)
    else:
        changed(event)


def _decide_without(event: Tournament, pairing: Pairing, entry: Entry) -> None:
    legs = list(pairing.legs.all())
    subjects = [leg.subject for leg in legs]
    played = set(Result.objects.filter(subject__in=subjects).values_list("subject", flat=True))
    played |= reported_among(subjects)
    staying = pairing.seats.count() - 1
    if staying == 1 or (staying < game_named(event.game).min_seats and not played):
        for leg in legs:
            if leg.subject not in played:
                _forfeit(event, leg.subject, players_at(leg), entry.player_id)
    elif not played:
        pairing.seats.filter(entry=entry).delete()
        seats = list(pairing.seats.order_by("seat"))
        for number, seat in enumerate(seats):
            seat.seat = number
            seat.save(update_fields=["seat"])


def _forfeit(event: Tournament, subject: UUID, players: tuple[int, ...], leaver: int) -> None:
    """Enter a forfeit: the players who stay share 1st place."""
    seats = tuple(SeatResult(player, 0, len(players) if player == leaver else 1) for player in players)
    enter_results(pool=event.pool, entries=[ResultDraft(subject=subject, seats=seats, how=Result.How.FORFEIT)])
