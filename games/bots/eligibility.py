"""Which bots play which game, and which enter tournaments."""

from django.db.models import Q

from engine.core.errors import UnknownBot
from engine.core.registry import builtin_bots, levels
from games.bots.models import BuiltinBot, RemoteBot, UploadedBot, Version
from games.matches.strategy_registry import strategy
from league.accounts.models import Player


def bots_without(game: str) -> Q:
    """Return the condition on players for whom no strategy plays the game."""
    strategies = BuiltinBot.objects.order_by().values_list("strategy", flat=True).distinct()
    unable = [slug for slug in strategies if not plays(slug, game)]
    builtin = Q(pk__in=BuiltinBot.objects.filter(strategy__in=unable).values("player"))
    active = Version.objects.filter(active=True, games__contains=[game]).values("bot")
    uploaded = Q(pk__in=UploadedBot.objects.filter(~Q(pk__in=active) | Q(paused_at__isnull=False)).values("player"))
    return bots_that_never_enter() | builtin | uploaded


def bots_that_never_enter() -> Q:
    """Return the condition on players that no tournament accepts: levels for people, remote bots, retired bots."""
    level_bots = Q(pk__in=BuiltinBot.objects.filter(strategy__in=levels()).values("player"))
    retired = Q(pk__in=UploadedBot.objects.filter(retired_at__isnull=False).values("player"))
    remote = Q(pk__in=RemoteBot.objects.values("player"))  # they play on ladders while they are connected, not by date
    return level_bots | retired | remote


def plays(slug: str, game: str) -> bool:
    """Return whether the strategy plays the game in bot matches; a level or an unknown strategy plays none."""
    if slug in levels():
        return False
    try:
        games = strategy(slug).games
    except UnknownBot:
        return False
    return not games or game in games


def builtin_bot_players(game: str) -> list[Player]:
    """Return the players of built-in bots that play the game, cheap ones first."""
    players = {(bot.strategy, bot.playouts): bot.player for bot in BuiltinBot.objects.select_related("player")}
    able = [(bot.strategy, bot.playouts) for bot in builtin_bots() if plays(bot.strategy, game)]
    return [players[key] for key in able if key in players]
