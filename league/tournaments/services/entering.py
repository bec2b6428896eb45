"""Who plays: players are entered, and struck from the list again, while the tournament is a draft."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from engine.core import registry
from league.members.models import Account, Player
from league.shared.live import announce
from league.tournaments.abilities import players_without
from league.tournaments.access import require_organiser
from league.tournaments.errors import EntryRefused, WrongMoment
from league.tournaments.models import Entry, Tournament
from league.tournaments.selectors.entries import eligible_players
from league.tournaments.services.locking import locked


def enter_player(*, tournament: Tournament, player: Player, by: Account | None) -> Entry:
    """Enter one player; see `enter_players`."""
    return enter_players(tournament=tournament, players=[player], by=by)[0]


@transaction.atomic
def enter_players(*, tournament: Tournament, players: Sequence[Player], by: Account | None) -> list[Entry]:
    """Enter them in this order, after those who are in already. Either all of them enter or nobody does.

    Raises `NotTheOrganiser`, `WrongMoment` once it has started, and `EntryRefused` for somebody who is entered already,
    does not belong to the club, is of the wrong kind for the venue, or does not play the game.
    """
    event = locked(tournament)
    require_organiser(by, event.club)
    _refuse_once_started(event)
    _check_players(event, players)
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    entries = Entry.objects.bulk_create(
        Entry(tournament=event, player=player, number=number) for number, player in enumerate(players, start=last + 1)
    )
    _changed(event)
    return entries


def strike(event: Tournament, entry: Entry) -> None:
    """Take an entry out of a draft as if it had never been there. The caller holds the tournament's lock."""
    entry.delete()
    staying = list(event.entries.order_by("number"))
    for number, other in enumerate(staying, start=1):
        other.number = number
    Entry.objects.bulk_update(staying, ["number"])
    _changed(event)


def _refuse_once_started(event: Tournament) -> None:
    if not event.takes_entries:
        raise WrongMoment(
            _("%(tournament)s has started; players can be entered only before.") % {"tournament": event.name}
        )


def _check_players(event: Tournament, players: Sequence[Player]) -> None:
    entered = set(event.entries.values_list("player_id", flat=True))
    eligible = set(
        eligible_players(event).filter(pk__in=[player.pk for player in players]).values_list("pk", flat=True)
    )
    for player in players:
        if player.pk in entered:
            raise EntryRefused(_("%(player)s is entered already; enter each player once.") % {"player": player.name})
        if player.pk not in eligible:
            names = {"player": player.name, "club": event.club.name, "game": registry.game(event.game).name}
            raise EntryRefused(_why_not(event, player) % names)
        entered.add(player.pk)


def _why_not(event: Tournament, player: Player) -> str:
    if event.is_on_the_machine and not player.is_bot:
        return _("%(player)s is a person, and on the machine only bots play; make a tournament at tables for people.")
    if not event.is_on_the_machine and player.is_bot:
        return _("%(player)s is a bot, and at tables only people play; make a tournament on the machine for bots.")
    if Player.objects.filter(players_without(event.game), pk=player.pk).exists():
        return _("%(player)s does not play %(game)s; enter players who do.")
    return _("%(player)s does not belong to %(club)s; admit them to the club first.")


def _changed(event: Tournament) -> None:
    event.revision += 1
    event.save(update_fields=["revision"])
    announce(event.topic)
