"""A bot that keeps failing is taken out of what is to come, and its owner is told."""

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext as _

from games.bots.models import Pausable, RemoteBot, UploadedBot
from games.bots.topics import tell
from league.members.models import Account
from league.members.services.telling import notify


@transaction.atomic
def pause_failing(*, player_id: int, faults: int, game: str, seats: int) -> bool:
    """Pause the bot of that player in all its games, and write to its owner; False if it was at rest.

    It failed in so many matches in a row of that game, at tables with so many seats.
    """
    bot = _at_work(UploadedBot, player_id) or _at_work(RemoteBot, player_id)
    if bot is None:
        return False
    bot.paused_at, bot.paused_for, bot.paused_after = Now(), Pausable.Cause.FAULTS, faults
    bot.paused_game, bot.paused_seats = game, seats
    bot.save(update_fields=["paused_at", "paused_for", "paused_after", "paused_game", "paused_seats"])
    owner = bot.player.owner
    if owner is not None:
        _write(bot, owner)
    tell(bot.public_id)
    return True


def _at_work(kind: type[UploadedBot] | type[RemoteBot], player_id: int) -> UploadedBot | RemoteBot | None:
    rows = kind._default_manager.select_for_update(of=("self",)).select_related("player__owner")
    return rows.filter(player=player_id, paused_at=None, retired_at=None).first()


def _write(bot: UploadedBot | RemoteBot, owner: Account) -> None:
    link = settings.SITE_ADDRESS + reverse("bots:remote" if bot.is_remote else "bots:bot", args=[bot.public_id])

    def subject(_owner: Account) -> str:
        return _("Moothill: your bot %(bot)s is paused") % {"bot": bot}

    notify([owner], "paused", subject, "bots/mail/paused.txt", {"bot": bot, "address": link})
