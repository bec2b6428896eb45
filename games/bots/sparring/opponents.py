"""Opponents in test matches: built-in bots, versions of the tested bot, and uploaded bots in play."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from engine.core.builtin import builtin_bots
from games.bots.models import UploadedBot, Version
from games.bots.programs import slug_of
from games.bots.selectors import plays


class Opponent(NamedTuple):
    """Somebody who may be chosen. `key` is how forms and programs ask for it."""

    key: str
    name: str
    strategy: str
    games: tuple[str, ...]  # empty for all
    playouts: int = 0
    label: str = ""  # what a record calls it
    is_of_the_house: bool = False


class Choice(NamedTuple):
    """Opponents under one heading."""

    heading: str
    opponents: list[Opponent]


def opponents_for(bot: UploadedBot) -> list[Choice]:
    """Everybody whom versions of this bot may be tested against, under headings."""
    found = [
        Choice(_("Built-in bots"), [_of_the_house(*one) for one in builtin_bots()]),
        Choice(_("Versions of this bot"), [_own(bot, one) for one in _versions(Q(bot=bot))]),
        Choice(_("Other active bots"), [_in_play(one) for one in _versions(_others(bot))]),
    ]
    return [choice for choice in found if choice.opponents]


def may_play(opponent: Opponent, game: str) -> bool:
    """Whether it plays the game."""
    return plays(opponent.strategy, game) if opponent.is_of_the_house else game in opponent.games


def _others(bot: UploadedBot) -> Q:
    in_play = Q(active=True, bot__paused_at=None, bot__retired_at=None)
    return in_play & ~Q(bot=bot)


def _versions(wanted: Q) -> Iterable[Version]:
    light = Version.objects.filter(wanted, verdict=Version.Verdict.PASSED).select_related("bot__player")
    return light.only("public_id", "number", "games", "bot__player__name", "bot__player__public_id").order_by(
        "bot__player__name", "-number"
    )


def _of_the_house(name: str, strategy: str, playouts: int) -> Opponent:
    key = f"{strategy}-{playouts}" if playouts else strategy
    return Opponent(key, name, strategy, (), playouts, key, is_of_the_house=True)


def _own(bot: UploadedBot, version: Version) -> Opponent:
    name = _("%(bot)s version %(number)d") % {"bot": bot.player.name, "number": version.number}
    label = file_of(version)
    return Opponent(f"version:{version.number}", name, slug_of(version.public_id), tuple(version.games), label=label)


def _in_play(version: Version) -> Opponent:
    player = version.bot.player
    strategy = slug_of(version.public_id)
    return Opponent(f"bot:{player.public_id}", player.name, strategy, tuple(version.games), label=strategy)


def file_of(version: Version) -> str:
    """What its file is called when it is kept, without its ending; so a record at home calls its seat."""
    return f"{version.bot.player.slug}-{version.number}"
