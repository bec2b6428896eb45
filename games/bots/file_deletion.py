"""Owners delete the files of versions. Results, checks and logs stay; the same file can be uploaded again."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.bots.errors import FileNeeded
from games.bots.jobs import announce_bot
from games.bots.models import ArchivePart, BotTestMatch, Comparison, UploadedBot, Version
from games.bots.queries import slug_of, version_of
from games.bots.services import locked_bot
from games.matches.models import Match
from league.accounts.models import Account
from league.common.locks import advisory_lock
from league.tournaments.models import Entry, Tournament

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
    if version.is_waiting:
        return _("This version waits for its check. Delete the file after the check.")
    if version.active and version.bot.retired_at is None:
        return _("This is the active version. Activate another version first.")
    if version.active and _is_entered(version.bot):
        return _("The bot still plays in a tournament. Delete the file after the tournament.")
    slug = slug_of(version.public_id)
    if _plays_matches(version, slug):
        return _("This version has matches that are scheduled or in progress. Delete the file when they are finished.")
    if _plays_tests(version, slug):
        return _("This version plays test matches. Delete the file when they are finished.")
    if _plays_comparisons(version, slug):
        return _("This version plays a comparison. Stop the comparison, or wait until it finishes.")
    return next((reason for use in _uses if (reason := use(slug))), "")


def _is_entered(bot: UploadedBot) -> bool:
    return Entry.objects.filter(player=bot.player).exclude(tournament__status__in=OVER).exists()


def _plays_matches(version: Version, slug: str) -> bool:
    own = Match.objects.filter(seats__player=version.bot.player, seats__bot=slug)
    return own.filter(status__in=(Match.Status.QUEUED, Match.Status.RUNNING)).exists()


def _plays_tests(version: Version, slug: str) -> bool:
    waiting = BotTestMatch.objects.filter(status=BotTestMatch.Status.WAITING)
    return waiting.filter(Q(bot_test__version=version) | Q(bot_test__opponents__contains=[slug])).exists()


def _plays_comparisons(version: Version, slug: str) -> bool:
    waiting = Comparison.objects.filter(status=Comparison.Status.WAITING)
    return waiting.filter(Q(version=version) | Q(opponent=slug)).exists()
