"""Contexts of the pages of remote bots."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games.bots.models import RemoteBot
from games.bots.presenters import Record
from games.bots.remote.queries import connected_among
from games.matches.presenters import player_address
from league.accounts.models import Account
from league.common.game_names import game_name
from league.ratings.players import standings_of


def remote_in_list(bots: Sequence[RemoteBot], record: Record) -> list[dict[str, Any]]:
    """Return remote bots in their owner's list, with whether they are connected."""
    here = connected_among(bots)
    return [standing_of(bot, is_here=bot.public_id in here) | record.about(bot) for bot in bots]


def standing_of(bot: RemoteBot, *, is_here: bool | None = None) -> dict[str, Any]:
    """Return its status: connected or not, read now unless given."""
    if bot.retired_at is not None:
        kind, words = "done", _("Retired")
    elif bot.paused_at is not None:
        kind, words = "waiting", _("Paused")
    elif is_here if is_here is not None else connected_among([bot]):
        kind, words = "live", _("Connected")
    else:
        kind, words = "waiting", _("Not connected")
    return {"bot": bot, "kind": kind, "words": words, "games": [game_name(slug) for slug in bot.games]}


def about_remote(bot: RemoteBot, asker: Account) -> dict[str, Any]:
    """Return the context of a remote bot's page."""
    return {
        **standing_of(bot),
        "address": player_address(bot.player),
        "standings": standings_of(bot.player, asker),
        "command": command_of(bot, "mh_…"),
    }


@sensitive_variables("secret")
def command_of(bot: RemoteBot, secret: str) -> str:
    """Return the command that runs the reference client as this bot."""
    return f"MOOTHILL_TOKEN={secret} python3 remote.py {settings.SITE_ADDRESS} {bot.public_id}"
