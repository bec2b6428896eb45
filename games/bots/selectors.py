"""Every read of bots."""

from django.db.models import Q

from engine.core.errors import UnknownBot
from games.bots.house import house
from games.bots.models import HouseBot
from games.matches.strategies import strategy
from league.members.models import Player


def bots_without(game: str) -> Q:
    """The players whose strategy does not play the game, as a condition on players."""
    kept = HouseBot.objects.order_by().values_list("strategy", flat=True).distinct()
    others = [slug for slug in kept if not plays(slug, game)]
    return Q(pk__in=HouseBot.objects.filter(strategy__in=others).values("player"))


def plays(slug: str, game: str) -> bool:
    """Whether the strategy plays the game; one that this version of the house does not know plays none."""
    try:
        games = strategy(slug).games
    except UnknownBot:
        return False
    return not games or game in games


def house_bots_of(game: str) -> list[Player]:
    """The players of the house's own bots that play the game, cheap ones first."""
    kept = {(bot.strategy, bot.playouts): bot.player for bot in HouseBot.objects.select_related("player")}
    ours = [one for one in house() if plays(one.strategy, game)]
    return [kept[one.strategy, one.playouts] for one in ours if (one.strategy, one.playouts) in kept]
