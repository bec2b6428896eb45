"""Writes of remote bots: create, name, pause and retire, by the rules of uploaded bots."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from django.db import transaction
from django.db.models.functions import Coalesce, Now
from django.views.decorators.debug import sensitive_variables

from games.bots.jobs import announce_bot
from games.bots.models import RemoteBot
from games.bots.remote import exchange
from games.bots.remote.queries import check_in_play, own_remote_bot
from games.bots.services import (
    check_may_upload,
    check_name_free,
    check_room_for_a_bot,
    games_read,
    key_of,
    name_read,
)
from league.members.models import Account
from league.members.services.players import make_bot_player, rename_player
from league.members.services.tokens import make_token, revoke_token
from league.shared.broker import RedisError
from league.shared.locks import advisory_lock


@transaction.atomic
def make_remote_bot(*, account: Account, name: str, games: Sequence[str]) -> RemoteBot:
    """Create a remote bot for these games. Idempotent.

    Raise `NameRefused`, `GamesRefused`, `TooManyBots`, `NotConfirmed`, `DemoStays`.
    """
    check_may_upload(account)
    words, played = name_read(name), games_read(games)
    own = RemoteBot.objects.select_related("player", "token").filter(player__owner=account, retired_at=None)
    advisory_lock(f"games.bots.of.{account.pk}")
    if found := own.filter(name_key=key_of(words), games=played).first():
        return found
    check_room_for_a_bot(account)
    check_name_free(words)
    player = make_bot_player(name=words, owner=account)
    return RemoteBot.objects.create(player=player, name_key=key_of(words), games=played)


@sensitive_variables("secret")
@transaction.atomic
def make_remote_bot_with_token(*, account: Account, name: str, games: Sequence[str]) -> tuple[RemoteBot, str]:
    """Create a bot with a token; return its secret, which is shown once, or "" where the bot has one.

    Raise what creating either raises; then neither is created.
    """
    bot = make_remote_bot(account=account, name=name, games=games)
    secret = "" if bot.token and bot.token.works else renew_token(account=account, bot=bot.public_id)
    return bot, secret


@sensitive_variables("secret")
@transaction.atomic
def renew_token(*, account: Account, bot: str) -> str:
    """Return the secret of a new token for playing as this bot; the one that was made for it before is revoked.

    Raise `NoSuchBot`, `NotNow`, `NotConfirmed`, and what `make_token` raises.
    """
    kept = _held_in_play(bot, account)
    _revoke(kept, account)
    name = f"{kept.player.name} ({kept.public_id})"
    secret = make_token(account=account, name=name, scopes=["bots:play"], expires=None)
    kept.token = account.tokens.get(name=name, revoked_at=None)
    kept.save(update_fields=["token"])
    announce_bot(kept.public_id)
    return secret


@transaction.atomic
def rename_remote_bot(*, account: Account, bot: str, name: str) -> RemoteBot:
    """Rename it. Raise `NameRefused`, `NoSuchBot`, `NotNow`, `NotConfirmed`."""
    kept = _held_in_play(bot, account)
    words = name_read(name)
    check_name_free(words, but=kept.player_id)
    kept.name_key = key_of(words)
    kept.save(update_fields=["name_key"])
    rename_player(player=kept.player, name=words)
    announce_bot(kept.public_id)
    return kept


@transaction.atomic
def retire_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Retire it for good, and revoke the token that was made for it. Its results stay."""
    kept = _held(bot, account)
    RemoteBot.objects.filter(pk=kept.pk).update(retired_at=Coalesce("retired_at", Now()))
    _revoke(kept, account)
    end_streams(account=account)
    kept.refresh_from_db(fields=["retired_at"])
    announce_bot(kept.public_id)
    return kept


@transaction.atomic
def pause_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Pause it: its stream stays open, and started matches are played. Idempotent."""
    kept = _held_in_play(bot, account)
    running = RemoteBot.objects.filter(pk=kept.pk, paused_at=None)
    running.update(paused_at=Now(), paused_for=RemoteBot.Cause.OWNER)
    kept.refresh_from_db(fields=["paused_at", "paused_for"])
    announce_bot(kept.public_id)
    return kept


@transaction.atomic
def resume_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Resume it. Idempotent."""
    kept = _held_in_play(bot, account)
    RemoteBot.objects.filter(pk=kept.pk).update(paused_at=None, paused_for="", paused_after=0)
    kept.refresh_from_db(fields=["paused_at", "paused_for", "paused_after"])
    announce_bot(kept.public_id)
    return kept


def end_streams(*, account: Account) -> None:
    """On commit, have the streams of the account's bots check whether their tokens are still valid."""
    ids = list(RemoteBot.objects.filter(player__owner=account).values_list("public_id", flat=True))
    if ids:
        transaction.on_commit(partial(_nudge, ids))


def _nudge(ids: Sequence[str]) -> None:
    with suppress(RedisError):  # they look by themselves, too, every few seconds
        exchange.nudge(ids)


def _held(public_id: str, account: Account) -> RemoteBot:
    """The bot, locked. Raise `NoSuchBot`, also for other people's, `NotConfirmed`."""
    kept = own_remote_bot(public_id, account)
    check_may_upload(account)
    rows = RemoteBot.objects.select_for_update(of=("self",)).select_related("player")
    return rows.get(pk=kept.pk)  # its token is read once it is held: who waited would be joined to none


def _held_in_play(public_id: str, account: Account) -> RemoteBot:
    """The same, unless it is retired. Raise `NotNow` too."""
    kept = _held(public_id, account)
    check_in_play(kept)
    return kept


def _revoke(bot: RemoteBot, account: Account) -> None:
    if bot.token is not None:
        revoke_token(token=bot.token, by=account)
