"""Opponents of games against bots: levels, and built-in bots, each with a text that says how strong it is."""

from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.bots.levels import LEVELS
from engine.core import registry
from engine.core.registry import builtin_bots

RANDOM_STRATEGY: Final = "wanderer"
SEARCH_STRATEGY: Final = "lookout"
DEPTHS: Final = (  # the largest number of playouts for each text
    (5, gettext_lazy("looks ahead very little")),
    (10, gettext_lazy("looks ahead a little")),
    (25, gettext_lazy("looks ahead")),
    (50, gettext_lazy("looks far ahead")),
)


class Opponent(NamedTuple):
    """A level or a built-in bot in the list of opponents."""

    key: str  # what a form sends, such as "lookout-25"
    name: str
    words: str  # how strong it is
    strategy: str
    playouts: int
    strength: int  # among its kind, levels or bots, in percent of the strongest
    is_level: bool = False
    is_ticked: bool = False  # in the form


def opponents_for(game: str) -> list[Opponent]:
    """Return the levels and then the built-in bots for the game of that slug, each from weak to strong."""
    levels = [level.slug for level in LEVELS if game in level.games]
    strategies = {bot.slug for bot in registry.bots_for(game)}
    bots = sorted(builtin_bots(), key=lambda bot: (bot.strategy != RANDOM_STRATEGY, bot.playouts, bot.name))
    able = [(bot.strategy, bot.playouts) for bot in bots if bot.strategy in strategies]
    return [
        Opponent(slug, _level_name(slug), _level_text(slug), slug, 0, 100 * rank // len(levels), is_level=True)
        for rank, slug in enumerate(levels, 1)
    ] + [
        Opponent(opponent_key(*bot), opponent_name(*bot), _strength_text(*bot), *bot, strength=100 * rank // len(able))
        for rank, bot in enumerate(able, 1)
    ]


def opponent_key(strategy: str, playouts: int) -> str:
    """Return the key of a level or bot in forms."""
    return f"{strategy}-{playouts}" if playouts else strategy


def opponent_name(strategy: str, playouts: int) -> str:
    """Return the name of a level or bot; the key of a bot that is not built in any more."""
    if strategy in registry.levels():
        return _level_name(strategy)
    names = {(bot.strategy, bot.playouts): bot.name for bot in builtin_bots()}
    return names.get((strategy, playouts), opponent_key(strategy, playouts))


def default_opponents(game: str, seats: int, wanted: str = "") -> list[str]:
    """Return the keys of the preselected opponents for a table of `seats`: from the second weakest on.

    The opponent with the key `wanted` comes first, if the game has it.
    """
    keys = [opponent.key for opponent in opponents_for(game)]
    first = min(1, len(keys) - (seats - 1))
    usual = keys[max(first, 0) :]
    return [*(key for key in keys if key == wanted), *(key for key in usual if key != wanted)][: seats - 1]


def _level_name(slug: str) -> str:
    return {
        "beginner": pgettext("level", "Beginner"),
        "casual": pgettext("level", "Casual"),
        "intermediate": pgettext("level", "Intermediate"),
        "advanced": pgettext("level", "Advanced"),
        "expert": pgettext("level", "Expert"),
    }[slug]


def _level_text(slug: str) -> str:
    """Return how strong a level is, in words that are true of it in every game."""
    return {
        "beginner": _("very easy"),
        "casual": _("easy"),
        "intermediate": _("medium"),
        "advanced": _("hard"),
        "expert": _("very hard"),
    }[slug]


def _strength_text(strategy: str, playouts: int) -> str:
    if strategy == RANDOM_STRATEGY:
        return _("plays at random")
    if strategy != SEARCH_STRATEGY:
        return _("plays by simple rules")
    return str(next((text for most, text in DEPTHS if playouts <= most), _("looks furthest ahead")))
