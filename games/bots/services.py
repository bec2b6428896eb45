"""Writes of bots: pause, resume, rename and retire; locks, limits and deletion with the account."""

from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Coalesce, Concat, Now
from django.utils.translation import gettext as _

from games.bots import errors
from games.bots.jobs import announce_bot, stop_comparisons
from games.bots.models import ArchivePart, BotTest, Comparison, Pausable, RemoteBot, Trial, UploadedBot, Version
from games.bots.names import check_name_free, checked_name, key_of
from games.bots.queries import AnyBot, bot_among, check_in_play, needs_confirmed_address
from games.matches.models import SeatReport
from league.accounts.demo_accounts import refuse_for_the_demo
from league.accounts.models import Account
from league.accounts.services.notifications import notify
from league.accounts.services.players import rename_player
from league.common.locks import advisory_lock

MOST_BOTS: Final = 10  # of one account, the retired ones not among them


def check_may_upload(account: Account) -> None:
    """Raise `DemoStays` or `NotConfirmed`."""
    refuse_for_the_demo(account)
    if needs_confirmed_address(account):
        sentence = _("Confirm your e-mail address first: open the link in the e-mail, or choose “Resend”.")
        raise errors.NotConfirmed(sentence)


def locked_bot(kind: type[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the bot, locked within the caller's transaction. Raise `NoSuchBot`, `NotConfirmed`."""
    bot = bot_among(kind._default_manager.select_for_update(of=("self",)), public_id, account)
    check_may_upload(account)
    return bot


def locked_active_bot(kind: type[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the bot as `locked_bot` does. Raise also `NotNow` if it is retired."""
    bot = locked_bot(kind, public_id, account)
    check_in_play(bot)
    return bot


def check_bot_limit(account: Account) -> None:
    """Raise `TooManyBots` if the account has the most bots; locks the account until the transaction ends."""
    advisory_lock(f"games.bots.of.{account.pk}")
    kept = sum(kind.objects.filter(player__owner=account, retired_at=None).count() for kind in (UploadedBot, RemoteBot))
    if kept >= MOST_BOTS:
        sentence = _("You have %(most)d bots, the maximum. Retire one first.")
        raise errors.TooManyBots(sentence % {"most": MOST_BOTS})


@transaction.atomic
def pause_bot(*, account: Account, bot: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Pause it: existing matches are played, and a stream stays open. Idempotent."""
    bot_row = locked_active_bot(kind, bot, account)
    if bot_row.paused_at is None:
        change_bot(bot_row, paused_at=Now(), paused_for=Pausable.Cause.OWNER)
    return bot_row


@transaction.atomic
def resume_bot(*, account: Account, bot: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Resume it. Idempotent."""
    bot_row = locked_active_bot(kind, bot, account)
    change_bot(bot_row, paused_at=None, paused_for="", paused_after=0)
    return bot_row


@transaction.atomic
def rename_bot(*, account: Account, bot: str, name: str, kind: type[Pausable] = UploadedBot) -> Pausable:
    """Rename it. Raise `NameRefused`, `NoSuchBot`, `NotNow`, `NotConfirmed`."""
    bot_row = locked_active_bot(kind, bot, account)
    words = checked_name(name)
    check_name_free(words, but=bot_row.player.pk)
    change_bot(bot_row, name_key=key_of(words))
    rename_player(player=bot_row.player, name=words)
    return bot_row


@transaction.atomic
def retire_bot(*, account: Account, bot: str) -> UploadedBot:
    """Retire it for good. Its results stay, it finishes what it is entered for, and its comparisons stop."""
    bot_row = locked_bot(UploadedBot, bot, account)
    if bot_row.retired_at is None:
        stop_comparisons(Comparison.objects.filter(version__bot=bot_row))
        change_bot(bot_row, retired_at=Now())
    return bot_row


def change_bot(bot: Pausable, **facts: object) -> None:
    """Change these fields of a locked bot, and announce it."""
    for name, fact in facts.items():
        setattr(bot, name, fact)
    bot.save(update_fields=list(facts))
    bot.refresh_from_db(fields=list(facts))
    announce_bot(bot.public_id)


@transaction.atomic
def auto_pause_bot(*, player_id: int, faults: int, game: str, seats: int) -> bool:
    """Pause the bot of that player in all its games, and write to its owner; False if it was paused.

    It failed in so many matches in a row of that game, at tables of that size.
    """
    bot = _at_work(UploadedBot, player_id) or _at_work(RemoteBot, player_id)
    if bot is None:
        return False
    bot.paused_at, bot.paused_for, bot.paused_after = Now(), Pausable.Cause.FAULTS, faults
    bot.paused_game, bot.paused_seats = game, seats
    bot.save(update_fields=["paused_at", "paused_for", "paused_after", "paused_game", "paused_seats"])
    owner = bot.player.owner
    if owner is not None:

        def subject(_owner: Account) -> str:
            return _("Moothill: your bot %(bot)s is paused") % {"bot": bot}

        facts = {"bot": bot, "address": settings.SITE_ADDRESS + bot.get_absolute_url()}
        notify([owner], "paused", subject, "bots/mail/paused.txt", facts)
    announce_bot(bot.public_id)
    return True


def _at_work(kind: type[UploadedBot] | type[RemoteBot], player_id: int) -> Pausable | None:
    rows = kind._default_manager.select_for_update(of=("self",)).select_related("player__owner")
    return rows.filter(player=player_id, paused_at=None, retired_at=None).first()


@transaction.atomic
def forget_bots_of(*, account: Account) -> None:
    """Delete the files, logs and trials of the account's bots, and retire them. Their names are free again."""
    bots = UploadedBot.objects.filter(player__owner=account)
    list(bots.select_for_update(of=("self",)).order_by("pk"))  # an upload that has begun ends before
    Trial.objects.filter(version__bot__in=bots).delete()
    BotTest.objects.filter(version__bot__in=bots).delete()
    Comparison.objects.filter(version__bot__in=bots).delete()
    ArchivePart.objects.filter(version__bot__in=bots).delete()
    gone = {"source": "", "archive_size": 0, "files": [], "file_deleted_at": Coalesce("file_deleted_at", Now())}
    Version.objects.filter(bot__in=bots).update(**gone, log="", digest=F("public_id"))
    SeatReport.objects.filter(match__seats__player__owner=account, match__seats__seat=F("seat")).update(log="")
    for kept in (bots, RemoteBot.objects.filter(player__owner=account)):
        kept.update(retired_at=Coalesce("retired_at", Now()), name_key=Concat(Value("former "), "public_id"))
