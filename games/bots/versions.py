"""Writes of the versions of uploaded bots: create a bot with its first version, add and activate versions."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import IO, Final

from django.db import transaction
from django.db.models import Max, Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core import registry
from games.bots import errors
from games.bots.errors import FileNeeded
from games.bots.jobs import CHECKS, announce_bot
from games.bots.models import ArchivePart, BotTestMatch, Comparison, Recheck, UploadedBot, Version
from games.bots.queries import check_file, version_of, why_no_uploads
from games.bots.services import (
    check_bot_limit,
    check_may_upload,
    check_name_free,
    clean_bot_name,
    lock_bots_of,
    locked_active_bot,
    locked_bot,
    name_key_of,
)
from games.bots.uploads import Upload, check_storage_limit, read_upload, store_file
from games.bots.version_slugs import slug_of
from games.matches.models import Match
from league.accounts.models import Account
from league.accounts.services.players import make_bot_player
from league.common.locks import advisory_lock
from league.tournaments.models import Entry, Tournament

MOST_UPLOADS: Final = 20  # of one account within a day
DAY = timedelta(days=1)


def check_daily_limit(account: Account) -> None:
    """Raise `TooManyUploads` if the account has used its checks of a day; locks it until the transaction ends."""
    lock_bots_of(account)
    own, since = Version.objects.filter(bot__player__owner=account), Now() - DAY
    rechecks = Recheck.objects.filter(version__in=own, asked_at__gt=since)
    if own.filter(created_at__gt=since).count() + rechecks.count() >= MOST_UPLOADS:
        sentence = _("You have used all %(most)d uploads and repeated checks of today. Try again tomorrow.")
        raise errors.TooManyUploads(sentence % {"most": MOST_UPLOADS})


def clean_games(games: Sequence[str]) -> list[str]:
    """Return the games of a bot, by slug. Raise `GamesRefused`."""
    slugs = sorted(set(games))
    if not slugs:
        raise errors.GamesRefused(_("Choose at least one game that the bot plays."), field="games")
    if not registry.games().keys() >= set(slugs):
        sentence = _("Unknown game. Choose from: %(games)s.")
        raise errors.GamesRefused(sentence % {"games": ", ".join(registry.games())}, field="games")
    return slugs


@transaction.atomic
def make_bot(*, account: Account, name: str, games: Sequence[str], source: bytes | IO[bytes]) -> Version:
    """Create a bot with its first version, which waits for its check. Idempotent.

    Raise `NameRefused`, `SourceRefused`, `GamesRefused`, `TooManyBots`, `TooManyUploads`, `TooMuchStored`,
    `NoSandboxWorks`, `NotConfirmed`, `DemoAccountRefused`.
    """
    check_may_upload(account)
    name, upload, games = clean_bot_name(name), read_upload(source), clean_games(games)
    own = Version.objects.filter(bot__player__owner=account, bot__retired_at=None, file_deleted_at=None)
    known = own.filter(bot__name_key=name_key_of(name), digest=upload.digest, games=games).select_related("bot")
    lock_bots_of(account)
    if found := known.first():
        return found
    check_bot_limit(account)
    check_daily_limit(account)
    check_storage_limit(account, upload)
    _check_sandbox()
    check_name_free(name)
    player = make_bot_player(name=name, owner=account)
    bot = UploadedBot.objects.create(player=player, name_key=name_key_of(name))
    return _new_version(bot, upload, games)


@transaction.atomic
def upload_version(*, account: Account, bot: str, games: Sequence[str], source: bytes | IO[bytes]) -> Version:
    """Add a version to the bot, which waits for its check.

    For the same file and games the old version is returned, with its file if that was deleted, and becomes active if
    it may. Raise `NoSuchBot`, `NotNow`, and what `make_bot` raises of the file and of the server.
    """
    upload, games = read_upload(source), clean_games(games)
    locked = locked_active_bot(UploadedBot, bot, account)
    known = locked.versions.filter(digest=upload.digest, games=games).first()
    if known is None or known.file_deleted_at:
        check_daily_limit(account)
        check_storage_limit(account, upload)
    if known is None:
        _check_sandbox()
        return _new_version(locked, upload, games)
    if known.file_deleted_at:
        store_file(known, upload)
        Recheck.objects.create(version=known)
    if known.verdict == Version.Verdict.PASSED:
        make_active(locked, known)
    return known


def _new_version(bot: UploadedBot, upload: Upload, games: Sequence[str]) -> Version:
    last = bot.versions.aggregate(last=Max("number"))["last"] or 0  # the bot is locked, or new
    version = Version(bot=bot, number=last + 1, games=list(games))
    store_file(version, upload)
    transaction.on_commit(partial(CHECKS.publish, [version.pk]))
    announce_bot(bot.public_id)
    return version


def _check_sandbox() -> None:
    """Refuse files where workers reported that there is no sandbox; without any report, accept them."""
    if reason := why_no_uploads():
        raise errors.NoSandboxWorks(reason)


@transaction.atomic
def activate_version(*, account: Account, bot: str, number: int) -> Version:
    """Have this version play from the next match on. Raise `NoSuchBot`, or `NotNow` for one that may not play."""
    locked = locked_active_bot(UploadedBot, bot, account)
    version = version_of(locked, number)
    if version.verdict != Version.Verdict.PASSED:
        raise errors.NotNow(_("This version has not passed its check. Choose one that has."))
    check_file(version)
    make_active(locked, version)
    return version


def make_active(bot: UploadedBot, version: Version) -> None:
    """Activate a passed version of a locked bot."""
    if version.active:
        return
    bot.versions.filter(active=True).update(active=False)
    version.active = True
    version.save(update_fields=["active"])
    announce_bot(bot.public_id)


FILES_LOCK: Final = "games.bots.files"  # shared by transactions that read which versions are active
OVER: Final = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)

Use = Callable[[str], str]

_uses: list[Use] = []


def register_file_use(use: Use) -> None:
    """Register a function that returns, for the slug of a version, why its file is needed; "" if it is not."""
    _uses.append(use)


@transaction.atomic
def delete_file(*, account: Account, bot: str, number: int) -> Version:
    """Delete the file of a version. Idempotent. Raise `NoSuchBot`, `NoSuchVersion`, `NotConfirmed`, `FileNeeded`."""
    advisory_lock(FILES_LOCK)
    uploaded_bot = locked_bot(UploadedBot, bot, account)
    version = version_of(uploaded_bot, number)
    if version.file_deleted_at:
        return version
    if reason := why_file_is_needed(version):
        raise FileNeeded(reason)
    ArchivePart.objects.filter(version=version).delete()
    version.source, version.files, version.active, version.file_deleted_at = "", [], False, Now()
    version.save(update_fields=["source", "files", "active", "file_deleted_at"])
    version.refresh_from_db(fields=["file_deleted_at"])
    announce_bot(bot)
    return version


def why_file_is_needed(version: Version) -> str:
    """Return why the file of a version cannot be deleted now, and what to do; "" if it can be deleted."""
    slug, player = slug_of(version.public_id), version.bot.player
    if version.is_waiting:
        return _("This version waits for its check. Delete the file after the check.")
    if version.active and version.bot.retired_at is None:
        return _("This is the active version. Activate another version first.")
    if version.active and Entry.objects.filter(player=player).exclude(tournament__status__in=OVER).exists():
        return _("The bot still plays in a tournament. Delete the file after the tournament.")
    matches = Match.objects.filter(seats__player=player, seats__bot=slug)
    if matches.filter(status__in=(Match.Status.QUEUED, Match.Status.RUNNING)).exists():
        return _("This version has matches that are scheduled or in progress. Delete the file when they are finished.")
    tests = BotTestMatch.objects.filter(status=BotTestMatch.Status.WAITING)
    if tests.filter(Q(bot_test__version=version) | Q(bot_test__opponents__contains=[slug])).exists():
        return _("This version plays test matches. Delete the file when they are finished.")
    comparisons = Comparison.objects.filter(status=Comparison.Status.WAITING)
    if comparisons.filter(Q(version=version) | Q(opponent=slug)).exists():
        return _("This version plays a comparison. Stop the comparison, or wait until it finishes.")
    return next((reason for use in _uses if (reason := use(slug))), "")
