"""`{% load play %}`: the address that starts a game against a bot."""

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from engine.core.registry import builtin_bots
from games.play.opponents import opponent_key
from league.accounts.models import Player

register = template.Library()


@register.simple_tag
def play_address(player: Player, game: str) -> str:
    """Return the address of the page that starts a game against this built-in bot, preselected; "" for others."""
    if not player.is_bot or player.owner_id is not None:
        return ""
    bot = next((one for one in builtin_bots() if one.name == player.name), None)  # no other bot may have such a name
    if bot is None:
        return ""
    return f"{reverse('play:begin', args=[game])}?{urlencode({'opponent': opponent_key(bot.strategy, bot.playouts)})}"
