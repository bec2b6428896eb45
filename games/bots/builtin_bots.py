"""Creation of the built-in bots and of the levels for people."""

from collections.abc import Sequence

from django.db import transaction

from engine.core import registry
from engine.core.registry import builtin_bots, level_bots
from games.bots.models import BuiltinBot
from league.accounts.models import Player
from league.accounts.services.players import make_bot_player
from league.common.locks import advisory_lock


@transaction.atomic
def ensure_builtin_bots() -> list[Player]:
    """Create missing built-in bots, and return the players of all, cheap ones first."""
    return _ensure(builtin_bots())


@transaction.atomic
def ensure_level_bots() -> list[Player]:
    """Create missing levels for people, and return the players of all, from the weakest to the strongest."""
    return _ensure(level_bots())


def _ensure(bots: Sequence[registry.BuiltinBot]) -> list[Player]:
    advisory_lock("games.bots.house")
    there = {(bot.strategy, bot.playouts): bot.player for bot in BuiltinBot.objects.select_related("player")}
    for bot in bots:
        if (bot.strategy, bot.playouts) not in there:
            player = there[bot.strategy, bot.playouts] = make_bot_player(name=bot.name)
            BuiltinBot.objects.create(player=player, strategy=bot.strategy, playouts=bot.playouts)
    return [there[bot.strategy, bot.playouts] for bot in bots]
