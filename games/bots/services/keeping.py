"""An owner keeps a bot: which version plays, whether it plays at all, what it is called."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.bots.errors import NotNow
from games.bots.models import UploadedBot, Version
from games.bots.naming import key_of, name_read
from games.bots.services.holding import held, held_in_play, version_of
from games.bots.services.making import check_name_free
from games.bots.topics import tell
from league.members.models import Account
from league.members.services.players import rename_player


@transaction.atomic
def activate_version(*, account: Account, bot: str, number: int) -> Version:
    """Have this version play from the next match on. Raises `NoSuchBot`, or `NotNow` for one that may not play."""
    kept = held_in_play(bot, account)
    version = version_of(kept, number)
    if version.verdict != Version.Verdict.PASSED:
        raise NotNow(_("This version has not passed its check. Choose one that has."))
    make_active(kept, version)
    return version


def make_active(bot: UploadedBot, version: Version) -> None:
    """The same, of a bot that the caller has locked and a version that has passed."""
    if version.active:
        return
    bot.versions.filter(active=True).update(active=False)
    version.active = True
    version.save(update_fields=["active"])
    tell(bot.public_id)


@transaction.atomic
def pause_bot(*, account: Account, bot: str) -> UploadedBot:
    """Take it out of what is to come; matches that are made are played. Pausing it twice changes nothing."""
    kept = held_in_play(bot, account)
    if kept.paused_at is None:
        _change(kept, paused_at=Now(), paused_for=UploadedBot.Cause.OWNER)
    return kept


@transaction.atomic
def resume_bot(*, account: Account, bot: str) -> UploadedBot:
    """Have it play again."""
    kept = held_in_play(bot, account)
    _change(kept, paused_at=None, paused_for="", paused_after=0)
    return kept


@transaction.atomic
def rename_bot(*, account: Account, bot: str, name: str) -> UploadedBot:
    """Call it otherwise. Raises `NameRefused`."""
    kept = held_in_play(bot, account)
    words = name_read(name)
    check_name_free(words, but=kept.player_id)
    _change(kept, name_key=key_of(words))
    rename_player(player=kept.player, name=words)
    return kept


@transaction.atomic
def retire_bot(*, account: Account, bot: str) -> UploadedBot:
    """Let it play no more, for good. Its results stay, and what it is entered for it plays to the end."""
    kept = held(bot, account)
    if kept.retired_at is None:
        _change(kept, retired_at=Now())
    return kept


def _change(bot: UploadedBot, **facts: object) -> None:
    for name, fact in facts.items():
        setattr(bot, name, fact)
    bot.save(update_fields=list(facts))
    bot.refresh_from_db(fields=list(facts))
    tell(bot.public_id)
