"""Reads of bots and their versions, most of them for their owners."""

from collections.abc import Sequence
from typing import TypeVar

from django.conf import settings
from django.db.models import F, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from games.bots.errors import FileDeleted, NoSuchBot, NoSuchMatch, NoSuchVersion, NotNow
from games.bots.models import BuiltinBot, Pausable, Trial, UploadedBot, Version
from games.bots.version_slugs import slug_of
from league.accounts.models import Account
from league.common.models import first_or_refuse
from league.common.sandboxes import no_sandbox_works

AnyBot = TypeVar("AnyBot", bound=Pausable)


def why_no_uploads() -> str:
    """Return why no file is accepted now, and what to do; "" where files are accepted."""
    if not no_sandbox_works():
        return ""
    return _(
        "The server has no working sandbox, so you cannot upload bots now. Tell the site admin and try again "
        "later, or create a remote bot."
    )


def needs_confirmed_address(account: Account) -> bool:
    """Return whether the account has to confirm its mail address before it uploads, as the site admin has set."""
    return settings.UPLOADS_NEED_CONFIRMED_ADDRESS and account.email_confirmed_at is None


def builtin_bot_ids() -> dict[tuple[str, int], str]:
    """Return the public ids of the players of built-in bots, by strategy and playouts."""
    rows = BuiltinBot.objects.values_list("strategy", "playouts", "player__public_id")
    return {(strategy, playouts): public_id for strategy, playouts, public_id in rows}


def bots_of(account: Account) -> list[UploadedBot]:
    """Return the account's bots, newest first, retired ones last, in a fixed number of queries."""
    return list(own_bots(account).order_by(F("retired_at").asc(nulls_first=True), "-pk"))


def own_bots(account: Account) -> QuerySet[UploadedBot]:
    """Return the account's bots, newest first, with players and versions without sources."""
    versions = prefetch_versions("versions")
    rows = UploadedBot.objects.filter(player__owner=account).select_related("player").prefetch_related(versions)
    return rows.order_by("-pk")


def bot_among(rows: QuerySet[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the account's bot. Raise `NoSuchBot`, also for other people's."""
    own = rows.select_related("player").filter(Q(player__owner=account), public_id=public_id)
    return first_or_refuse(own, NoSuchBot(_("You have no bot at this address. Open “Bots” to find it.")))


def bot_of(kind: type[AnyBot], public_id: str, account: Account) -> AnyBot:
    """Return the account's bot of this kind. Raise `NoSuchBot`."""
    return bot_among(kind._default_manager.all(), public_id, account)


def own_bot(public_id: str, account: Account) -> UploadedBot:
    """Return the account's uploaded bot. Raise `NoSuchBot`."""
    return bot_of(UploadedBot, public_id, account)


def check_in_play(bot: Pausable) -> None:
    """Raise `NotNow` for one that is retired."""
    if bot.retired_at is not None:
        raise NotNow(_("This bot is retired. Create another one."))


def check_file(version: Version) -> None:
    """Raise `FileDeleted` for a version whose file was deleted."""
    if version.file_deleted_at:
        raise FileDeleted(_("The file of this version was deleted. Upload the same file again to restore it."))


def own_version(public_id: str, number: int, account: Account) -> Version:
    """Return a version of the account's bot, with its source. Raise `NoSuchBot`, `NoSuchVersion`."""
    return version_of(own_bot(public_id, account), number)


def version_of(bot: UploadedBot, number: int) -> Version:
    """Return its version of that number. Raise `NoSuchVersion`."""
    refusal = NoSuchVersion(_("This bot has no version with this number."))
    version = first_or_refuse(bot.versions.filter(number=number), refusal)
    version.bot = bot
    return version


def versions_of(bot: UploadedBot) -> list[Version]:
    """Return its versions without large fields, newest first; there is at least one."""
    return list(light_versions().filter(bot=bot).select_related("bot"))


def prefetch_versions(path: str) -> "Prefetch[str, QuerySet[Version], str]":
    """Prefetch versions of bots, which `path` leads to, without large fields."""
    return Prefetch(path, queryset=light_versions())


def versions_by_slug(bot: UploadedBot) -> dict[str, Version]:
    """Return its versions by their slugs in matches; made for prefetched versions."""
    return {slug_of(version.public_id): version for version in bot.versions.all()}


def light_versions() -> QuerySet[Version]:
    """Return versions without large fields, newest first."""
    return Version.objects.defer("source", "files", "log", "attempt_log").order_by("-number")


def trials_of(version: Version, *, with_records: bool = False) -> Sequence[Trial]:
    """Return the matches of its check in order, without records unless wanted."""
    return list(version.trials.all() if with_records else version.trials.defer("record"))


def trial_of(version: Version, game: str, number: int) -> Trial:
    """Return one match of its check with its record. Raise `NoSuchMatch`."""
    refusal = NoSuchMatch(_("The check of this version has no match at this address."))
    return first_or_refuse(version.trials.filter(game=game, number=number), refusal)
