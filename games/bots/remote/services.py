"""Every write of remote bots: they are made, paused and retired under the rules that hold for uploaded ones."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext as _

from games.bots.models import RemoteBot
from games.bots.naming import key_of, name_read
from games.bots.remote.selectors import own_remote_bot, playing_bot
from games.bots.services.holding import check_may_upload
from games.bots.services.locks import one_at_a_time
from games.bots.services.making import check_name_free, check_room_for_a_bot, games_read
from league.members.models import Account
from league.members.services import make_bot_player


@transaction.atomic
def make_remote_bot(*, account: Account, name: str, games: Sequence[str]) -> RemoteBot:
    """Make a bot of that name that plays these games from afar. Sent again it is found, not made.

    Raises `NameRefused`, `GamesRefused`, `TooManyBots`, `NotConfirmed`, `DemoStays`.
    """
    check_may_upload(account)
    words, played = name_read(name), games_read(games)
    own = RemoteBot.objects.select_related("player").filter(player__owner=account, retired_at=None)
    one_at_a_time(f"games.bots.of.{account.pk}")
    if found := own.filter(name_key=key_of(words), games=played).first():
        return found
    check_room_for_a_bot(account)
    check_name_free(words)
    player = make_bot_player(name=words, owner=account)
    return RemoteBot.objects.create(player=player, name_key=key_of(words), games=played)


@transaction.atomic
def retire_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Let it play no more, for good. Its results stay."""
    check_may_upload(account)
    kept = own_remote_bot(bot, account)
    RemoteBot.objects.filter(pk=kept.pk).update(retired_at=Coalesce("retired_at", Now()))
    kept.refresh_from_db(fields=["retired_at"])
    return kept


@transaction.atomic
def pause_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Seat it no more until it is resumed; its stream stays, and what is begun is played. Twice is harmless."""
    kept = playing_bot(bot, account)
    check_may_upload(account)
    paused = {"paused_at": Now(), "paused_because": _("Its owner paused it.")}
    RemoteBot.objects.filter(pk=kept.pk, paused_at=None, retired_at=None).update(**paused)
    kept.refresh_from_db(fields=["paused_at", "paused_because"])
    return kept


@transaction.atomic
def resume_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Seat it again. Twice is harmless."""
    kept = playing_bot(bot, account)
    check_may_upload(account)
    RemoteBot.objects.filter(pk=kept.pk).update(paused_at=None, paused_because="")
    kept.refresh_from_db(fields=["paused_at", "paused_because"])
    return kept
