"""The house's own bots become players."""

from django.db import transaction

from engine.core.builtin import BuiltinBot, builtin_bots
from games.bots.models import HouseBot
from games.bots.services.locks import one_at_a_time
from league.members.models import Player
from league.members.services.players import make_bot_player


@transaction.atomic
def ensure_house_bots() -> list[Player]:
    """Make the bots of the house that are not players yet, and return the players of all, cheap ones first."""
    one_at_a_time("games.bots.house")
    there = {(bot.strategy, bot.playouts): bot.player for bot in HouseBot.objects.select_related("player")}
    return [there.get((one.strategy, one.playouts)) or _made(one) for one in builtin_bots()]


def _made(bot: BuiltinBot) -> Player:
    player = make_bot_player(name=bot.name)
    HouseBot.objects.create(player=player, strategy=bot.strategy, playouts=bot.playouts)
    return player
