"""Reads of remote bots."""

from collections.abc import Sequence
from functools import lru_cache

from django.db.models import F, QuerySet

from games.bots.errors import NoSuchBot
from games.bots.models import RemoteBot, UploadedBot
from games.bots.queries import bot_among, check_in_play, own_bot
from games.bots.remote import mailbox
from games.bots.remote.remote_player import RemoteProgram
from games.matches.strategy_registry import REMOTE_PREFIX
from league.accounts.models import Account
from league.common.redis_client import RedisError


def remote_bots_of(account: Account) -> QuerySet[RemoteBot]:
    """Return the account's remote bots, newest first, retired ones last."""
    rows = RemoteBot.objects.filter(player__owner=account).select_related("player", "token")
    return rows.order_by(F("retired_at").asc(nulls_first=True), "-pk")


def own_remote_bot(public_id: str, account: Account) -> RemoteBot:
    """Return the account's remote bot. Raise `NoSuchBot`, also for other people's."""
    return bot_among(RemoteBot.objects.select_related("token"), public_id, account)


def own_bot_of_either_kind(public_id: str, account: Account) -> UploadedBot | RemoteBot:
    """Return the account's bot, uploaded or remote. Raise `NoSuchBot`."""
    try:
        return own_bot(public_id, account)
    except NoSuchBot:
        return own_remote_bot(public_id, account)


def playing_bot(public_id: str, account: Account) -> RemoteBot:
    """Return the account's remote bot. Raise `NoSuchBot`, or `NotNow` if it is retired."""
    bot = own_remote_bot(public_id, account)
    check_in_play(bot)
    return bot


def remote_bots_in_play() -> list[RemoteBot]:
    """Return the connected bots that are not paused; none while Redis is away."""
    bots = list(RemoteBot.objects.filter(retired_at=None, paused_at=None).order_by("player"))
    connected = connected_among(bots)
    return [bot for bot in bots if bot.public_id in connected]


def remote_program(slug: str) -> RemoteProgram | None:
    """Return the strategy of a remote bot by its slug in matches, or None."""
    if not slug.startswith(REMOTE_PREFIX):
        return None
    try:
        return RemoteProgram(slug=slug, games=_games_of(slug.removeprefix(REMOTE_PREFIX)))
    except RemoteBot.DoesNotExist:
        return None


@lru_cache(maxsize=256)
def _games_of(public_id: str) -> tuple[str, ...]:
    """Return the games of a bot, which never change."""
    return tuple(RemoteBot.objects.values_list("games", flat=True).get(public_id=public_id))


def connected_among(bots: Sequence[RemoteBot]) -> set[str]:
    """Return the ids of those that are connected; none while Redis is away."""
    try:
        return mailbox.connected([bot.public_id for bot in bots])
    except RedisError:
        return set()
