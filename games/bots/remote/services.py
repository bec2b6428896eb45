"""Writes of remote bots: create, name, pause and retire, by the rules of uploaded bots."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from django.db import transaction
from django.db.models.functions import Now
from django.views.decorators.debug import sensitive_variables

from games.bots import services, versions
from games.bots.models import RemoteBot
from games.bots.remote import mailbox
from league.accounts.models import Account
from league.accounts.services.players import make_bot_player
from league.accounts.services.tokens import make_token, revoke_token
from league.common.locks import advisory_lock
from league.common.redis_client import RedisError


@transaction.atomic
def make_remote_bot(*, account: Account, name: str, games: Sequence[str]) -> RemoteBot:
    """Create a remote bot. Idempotent. Raise `NameRefused`, `GamesRefused`, `TooManyBots`, `NotConfirmed`."""
    services.check_may_upload(account)
    words, played = services.checked_name(name), versions.checked_games(games)
    own = RemoteBot.objects.select_related("player", "token").filter(player__owner=account, retired_at=None)
    advisory_lock(f"games.bots.of.{account.pk}")
    if found := own.filter(name_key=services.key_of(words), games=played).first():
        return found
    services.check_bot_limit(account)
    services.check_name_free(words)
    player = make_bot_player(name=words, owner=account)
    return RemoteBot.objects.create(player=player, name_key=services.key_of(words), games=played)


@sensitive_variables("secret")
@transaction.atomic
def make_remote_bot_with_token(*, account: Account, name: str, games: Sequence[str]) -> tuple[RemoteBot, str]:
    """Create a bot with a token, both or neither; return the secret, or "" where the bot has a token."""
    bot = make_remote_bot(account=account, name=name, games=games)
    secret = "" if bot.token and bot.token.works else renew_token(account=account, bot=bot.public_id)
    return bot, secret


@sensitive_variables("secret")
@transaction.atomic
def renew_token(*, account: Account, bot: str) -> str:
    """Return the secret of a new token for playing as this bot; the one that was made for it before is revoked.

    Raise `NoSuchBot`, `NotNow`, `NotConfirmed`, and what `make_token` raises.
    """
    kept = services.locked_active_bot(RemoteBot, bot, account)
    _revoke(kept, account)
    name = f"{kept.player.name} ({kept.public_id})"
    secret = make_token(account=account, name=name, scopes=["bots:play"], expires=None)
    services.change_bot(kept, token=account.tokens.get(name=name, revoked_at=None))
    return secret


@transaction.atomic
def retire_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Retire it for good, and revoke the token that was made for it. Its results stay."""
    kept = services.locked_bot(RemoteBot, bot, account)
    if kept.retired_at is None:
        services.change_bot(kept, retired_at=Now())
    _revoke(kept, account)
    end_streams(account=account)
    return kept


def end_streams(*, account: Account) -> None:
    """On commit, have the streams of the account's bots check whether their tokens are still valid."""
    ids = list(RemoteBot.objects.filter(player__owner=account).values_list("public_id", flat=True))
    if ids:
        transaction.on_commit(partial(_notify, ids))


def _notify(ids: Sequence[str]) -> None:
    with suppress(RedisError):  # streams look by themselves, too
        mailbox.notify(ids)


def _revoke(bot: RemoteBot, account: Account) -> None:
    if bot.token is not None:
        revoke_token(token=bot.token, by=account)
