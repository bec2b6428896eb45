"""Reads of remote bots, and the contexts of their pages."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games.bots.models import RemoteBot
from games.bots.presenters import Record
from games.bots.queries import bot_among, check_in_play
from games.bots.remote import mailbox
from games.bots.remote.keys import SLUG_PREFIX
from games.bots.remote.remote_player import RemoteProgram
from games.matches.presenters import game_name, player_address
from league.accounts.models import Account
from league.common.redis_client import RedisError
from league.ratings.players import standings_of


def remote_bots_of(account: Account) -> QuerySet[RemoteBot]:
    """Return the account's remote bots, newest first, retired ones last."""
    found = RemoteBot.objects.filter(player__owner=account).select_related("player", "token")
    return found.order_by(F("retired_at").asc(nulls_first=True), "-pk")


def own_remote_bot(public_id: str, account: Account) -> RemoteBot:
    """Return the account's remote bot. Raise `NoSuchBot`, also for other people's."""
    return bot_among(RemoteBot.objects.select_related("token"), public_id, account)


def playing_bot(public_id: str, account: Account) -> RemoteBot:
    """Return the same, unless it is retired. Raise `NotNow` too."""
    bot = own_remote_bot(public_id, account)
    check_in_play(bot)
    return bot


def remote_bots_in_play() -> list[RemoteBot]:
    """Return the connected bots that are not paused; none while Redis is away."""
    there = list(RemoteBot.objects.filter(retired_at=None, paused_at=None).order_by("player"))
    here = _connected(there)
    return [bot for bot in there if bot.public_id in here]


def remote_program(slug: str) -> RemoteProgram | None:
    """Return the strategy of a remote bot by its slug in matches, or None."""
    if not slug.startswith(SLUG_PREFIX):
        return None
    try:
        return RemoteProgram(slug=slug, games=_games_of(slug.removeprefix(SLUG_PREFIX)))
    except RemoteBot.DoesNotExist:
        return None


@lru_cache(maxsize=256)
def _games_of(public_id: str) -> tuple[str, ...]:
    """The games of a bot, which never change."""
    return tuple(RemoteBot.objects.values_list("games", flat=True).get(public_id=public_id))


def remote_in_list(bots: Sequence[RemoteBot], record: Record) -> list[dict[str, Any]]:
    """Return remote bots in their owner's list, with whether they are connected."""
    here = _connected(bots)
    return [standing_of(bot, is_here=bot.public_id in here) | record.about(bot) for bot in bots]


def standing_of(bot: RemoteBot, *, is_here: bool | None = None) -> dict[str, Any]:
    """Return its status: connected or not, read now unless given."""
    if bot.retired_at is not None:
        kind, words = "done", _("Retired")
    elif bot.paused_at is not None:
        kind, words = "waiting", _("Paused")
    elif is_here if is_here is not None else _connected([bot]):
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


def _connected(bots: Sequence[RemoteBot]) -> set[str]:
    """The ids of those that are connected; none while Redis is away."""
    try:
        return mailbox.connected([bot.public_id for bot in bots])
    except RedisError:
        return set()
