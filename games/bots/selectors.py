"""Every read of bots."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import F, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from engine.core.errors import UnknownBot
from games.bots.errors import NoSuchBot
from games.bots.house import house
from games.bots.models import HouseBot, Trial, UploadedBot, Version
from games.matches.strategies import strategy
from league.members.models import Account, Player


def bots_without(game: str) -> Q:
    """The players for whom no strategy plays the game, as a condition on players."""
    kept = HouseBot.objects.order_by().values_list("strategy", flat=True).distinct()
    others = [slug for slug in kept if not plays(slug, game)]
    of_the_house = Q(pk__in=HouseBot.objects.filter(strategy__in=others).values("player"))
    return of_the_house | Q(pk__in=_uploaded_without(game).values("player"))


def plays(slug: str, game: str) -> bool:
    """Whether the strategy plays the game; one that this version of the house does not know plays none."""
    try:
        games = strategy(slug).games
    except UnknownBot:
        return False
    return not games or game in games


def house_bots_of(game: str) -> list[Player]:
    """The players of the house's own bots that play the game, cheap ones first."""
    kept = {(bot.strategy, bot.playouts): bot.player for bot in HouseBot.objects.select_related("player")}
    ours = [one for one in house() if plays(one.strategy, game)]
    return [kept[one.strategy, one.playouts] for one in ours if (one.strategy, one.playouts) in kept]


class OwnBot(NamedTuple):
    """A bot as its owner's list shows it: with its last version, and the one that plays, without their sources."""

    bot: UploadedBot
    last: Version
    active: Version | None


def bots_of(account: Account) -> list[OwnBot]:
    """The account's bots, the retired ones last, else the newest first; in a fixed number of queries."""
    versions = Prefetch("versions", queryset=_light_versions(), to_attr="listed")
    found = UploadedBot.objects.filter(player__owner=account).select_related("player").prefetch_related(versions)
    return [_own(bot) for bot in found.order_by(F("retired_at").asc(nulls_first=True), "-pk")]


def bots_to_tell(account: Account) -> QuerySet[UploadedBot]:
    """The account's bots, newest first, each with its player and its versions without their sources."""
    versions = Prefetch("versions", queryset=_light_versions())
    found = UploadedBot.objects.filter(player__owner=account).select_related("player").prefetch_related(versions)
    return found.order_by("-pk")


def own_bot(public_id: str, account: Account) -> UploadedBot:
    """The account's bot at that address. Raises `NoSuchBot`, for other people's too."""
    bot = UploadedBot.objects.select_related("player").filter(public_id=public_id, player__owner=account).first()
    if bot is None:
        raise NoSuchBot(_("There is no bot of yours at this address."))
    return bot


def own_version(public_id: str, number: int, account: Account) -> Version:
    """One version of the account's bot, whole. Raises `NoSuchBot`."""
    bot = own_bot(public_id, account)
    version = bot.versions.filter(number=number).first()
    if version is None:
        raise NoSuchBot(_("This bot has no version of that number."))
    version.bot = bot
    return version


def versions_of(bot: UploadedBot) -> list[Version]:
    """Its versions without what is large, newest first; there is at least one."""
    return list(_light_versions().filter(bot=bot).select_related("bot"))


def _light_versions() -> QuerySet[Version]:
    """Versions without what is large, newest first."""
    return Version.objects.defer("source", "log", "trouble").order_by("-number")


def trials_of(version: Version, *, with_records: bool = False) -> Sequence[Trial]:
    """The matches of its check in order, without their records unless they are wanted."""
    return list(version.trials.all() if with_records else version.trials.defer("record"))


def trial_of(version: Version, game: str, number: int) -> Trial:
    """One match of its check with its record. Raises `NoSuchBot`."""
    trial = version.trials.filter(game=game, number=number).first()
    if trial is None:
        raise NoSuchBot(_("The check of this version has no such match."))
    return trial


def _own(bot: UploadedBot) -> OwnBot:
    versions: list[Version] = bot.listed  # type: ignore[attr-defined]  # put there by the prefetch
    return OwnBot(bot, versions[0], next((one for one in versions if one.active), None))


def _uploaded_without(game: str) -> QuerySet[UploadedBot]:
    """Uploaded bots that are not to be entered for the game: paused, retired, or without a version that plays it."""
    active = Version.objects.filter(active=True, games__contains=[game]).values("bot")
    return UploadedBot.objects.filter(~Q(pk__in=active) | Q(paused_at__isnull=False) | Q(retired_at__isnull=False))
