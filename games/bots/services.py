"""Every write of bots: the house's own become players, and the rounds they are paired in become matches."""

from collections.abc import Iterable, Mapping

from django.db import connection, transaction
from django.utils.translation import gettext as _

from games.bots.errors import NobodyPlaysFor
from games.bots.house import Character, house
from games.bots.models import HouseBot
from games.matches.models import Block
from games.matches.playing import Chair
from games.matches.selectors import subjects_with_a_match
from games.matches.services import Order, Rotation, create_blocks
from league.members.models import Player
from league.members.services import make_bot_player
from league.tournaments.selectors.machine import Deal, RoundOnTheMachine, round_on_the_machine

LOCK = "SELECT pg_advisory_xact_lock(hashtext(%s))"


@transaction.atomic
def ensure_house_bots() -> list[Player]:
    """Make the bots of the house that are not players yet, and return the players of all, cheap ones first."""
    _one_at_a_time("games.bots.house")
    there = {(bot.strategy, bot.playouts): bot.player for bot in HouseBot.objects.select_related("player")}
    return [there.get((one.strategy, one.playouts)) or _made(one) for one in house()]


@transaction.atomic
def make_matches(*, round_id: int) -> list[Block]:
    """Make the matches of a published round that are not made yet, a block a deal.

    Repeating it makes nothing twice. Raises `NobodyPlaysFor`, or `CannotBePlayed` with what does not fit.
    """
    _one_at_a_time(f"games.bots.round.{round_id}")
    found = round_on_the_machine(round_id)
    if found is None:
        return []
    deals = _without_matches(found.deals)
    chairs = _chairs({player for deal in deals for rotation in deal.rotations for player in rotation.players})
    return create_blocks(orders=[_order(found, deal, chairs) for deal in deals])


def _made(character: Character) -> Player:
    player = make_bot_player(name=character.name)
    HouseBot.objects.create(player=player, strategy=character.strategy, playouts=character.playouts)
    return player


def _one_at_a_time(what: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [what])


def _without_matches(deals: Iterable[Deal]) -> list[Deal]:
    listed = list(deals)
    made = subjects_with_a_match(rotation.subject for deal in listed for rotation in deal.rotations)
    return [deal for deal in listed if made.isdisjoint(rotation.subject for rotation in deal.rotations)]


def _chairs(players: set[int]) -> dict[int, Chair]:
    bots = HouseBot.objects.filter(player__in=players)
    chairs = {bot.player_id: Chair(bot.player_id, bot.strategy, bot.playouts) for bot in bots}
    if missing := players - chairs.keys():
        names = ", ".join(Player.objects.filter(pk__in=missing).order_by("name").values_list("name", flat=True))
        raise NobodyPlaysFor(
            _("No strategy plays for %(names)s; choose one in the admin, under bots.") % {"names": names}
        )
    return chairs


def _order(found: RoundOnTheMachine, deal: Deal, chairs: Mapping[int, Chair]) -> Order:
    event = found.tournament
    rotations = (
        Rotation(chairs=tuple(chairs[player] for player in rotation.players), subject=rotation.subject)
        for rotation in deal.rotations
    )
    return Order(game=event.game, options=event.options, rotations=tuple(rotations), pool=event.pool)
