"""Somebody leaves: what they still had to play is decided without them."""

from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from engine.core.registry import game as game_named
from league.members.models import Account
from league.results.models import Result
from league.results.services import NewResult, SeatResult, enter_results
from league.tournaments.access import require_organiser
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Entry, Pairing, Round, Tournament
from league.tournaments.services.entering import strike
from league.tournaments.services.locking import locked
from league.tournaments.services.reporting import players_at
from league.tournaments.services.running import go_on


@transaction.atomic
def withdraw(*, entry: Entry, by: Account | None) -> None:
    """Take an entry out: from a draft as if never entered; from an event at tables, its open games are forfeited.

    A table of three or more that has not begun is played without them while the game allows so few; at one that has
    begun the organiser reports the rest. On the machine what is published is played, and they are gone afterwards.
    Raises `NotTheOrganiser`, and `WrongMoment` when the event is over or all its games are on the machine already.
    """
    event = locked(entry.tournament)
    require_organiser(by, event.club)
    _check_moment(event)
    entry = _as_it_stands(event, entry)
    if event.takes_entries:
        strike(event, entry)
        return
    entry.left_round = max(_last_published(event) + 1, entry.joined_round)
    entry.save(update_fields=["left_round"])
    if not event.is_on_the_machine:
        for pairing in Pairing.objects.filter(round__tournament=event, seats__entry=entry, bye=""):
            _decide_without(event, pairing, entry)
    go_on(event)


def _check_moment(event: Tournament) -> None:
    if event.is_over:
        raise WrongMoment(_("%(tournament)s is over; nobody can leave it any more.") % {"tournament": event.name})
    if event.is_running and event.is_on_the_machine and event.pace == Tournament.Pace.ALL:
        raise WrongMoment(_("All games are on the machine already; cancel the tournament, or let it play to the end."))


def _as_it_stands(event: Tournament, entry: Entry) -> Entry:
    """The entry under the tournament's lock: another page may have taken it out meanwhile."""
    standing = event.entries.select_related("player").filter(pk=entry.pk, left_round=None).first()
    if standing is None:
        raise WrongMoment(_("%(player)s has left already.") % {"player": entry.player.name})
    return standing


def _last_published(event: Tournament) -> int:
    published = event.rounds.exclude(status=Round.Status.DRAFT)
    return published.aggregate(last=Max("number"))["last"] or 0


def _decide_without(event: Tournament, pairing: Pairing, entry: Entry) -> None:
    legs = list(pairing.legs.all())
    played = set(Result.objects.filter(subject__in=[leg.subject for leg in legs]).values_list("subject", flat=True))
    staying = pairing.seats.count() - 1
    if staying == 1 or (staying < game_named(event.game).min_seats and not played):
        for leg in legs:
            _forfeit(event, leg.subject, players_at(leg), entry.player_id)
    elif not played:
        _empty_seat(pairing, entry)


def _forfeit(event: Tournament, subject: UUID, players: tuple[int, ...], leaver: int) -> None:
    """Those who stay share the first place; a leg that has its result already keeps it."""
    seats = tuple(SeatResult(player, 0, len(players) if player == leaver else 1) for player in players)
    enter_results(pool=event.pool, entries=[NewResult(subject=subject, seats=seats, how=Result.How.FORFEIT)])


def _empty_seat(pairing: Pairing, entry: Entry) -> None:
    pairing.seats.filter(entry=entry).delete()
    seats = list(pairing.seats.order_by("seat"))
    for number, seat in enumerate(seats):
        seat.seat = number
        seat.save(update_fields=["seat"])
