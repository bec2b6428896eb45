"""Opponents of games against bots: levels, and built-in bots, each with a text that says how strong it is."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.bots.levels import LEVELS
from engine.core import registry
from engine.core.registry import builtin_bots

RANDOM_STRATEGY: Final = "wanderer"
SEARCH_STRATEGY: Final = "lookout"
MOST_MOVES, SOME_MOVES = 0.5, 0.25  # shares of random moves: more than the first is "most", less than the second "few"
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
    is_level: bool = False


def strengths(opponents: Sequence[Opponent]) -> dict[str, int]:
    """Return how strong each opponent (key) is among its kind, levels or bots, in percent of the strongest."""
    ranks: dict[str, int] = {}
    for is_level in (True, False):
        kind = [one.key for one in opponents if one.is_level == is_level]
        ranks |= {key: 100 * rank // len(kind) for rank, key in enumerate(kind, 1)}
    return ranks


def opponents_for(game: str) -> list[Opponent]:
    """Return the levels and then the built-in bots for the game of that slug, each from weak to strong."""
    levels = [
        Opponent(
            level.slug, _level_name(level.slug), _strength_text(*level.settings[game]), level.slug, 0, is_level=True
        )
        for level in LEVELS
        if game in level.games
    ]
    strategies = {bot.slug for bot in registry.bots_for(game)}
    bots = sorted(builtin_bots(), key=lambda bot: (bot.strategy != RANDOM_STRATEGY, bot.playouts, bot.name))
    return levels + [
        Opponent(
            opponent_key(bot.strategy, bot.playouts),
            bot.name,
            _strength_text(bot.strategy, bot.playouts),
            bot.strategy,
            bot.playouts,
        )
        for bot in bots
        if bot.strategy in strategies
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


def default_opponents(game: str, seats: int) -> list[str]:
    """Return the keys of the preselected opponents for a table of `seats`: from the second weakest on."""
    keys = [opponent.key for opponent in opponents_for(game)]
    first = min(1, len(keys) - (seats - 1))
    return keys[max(first, 0) :][: seats - 1]


def _level_name(slug: str) -> str:
    return {
        "beginner": pgettext("level", "Beginner"),
        "casual": pgettext("level", "Casual"),
        "intermediate": pgettext("level", "Intermediate"),
        "advanced": pgettext("level", "Advanced"),
        "expert": pgettext("level", "Expert"),
    }[slug]


def _strength_text(strategy: str, playouts: int, random_share: float = 0.0) -> str:
    if random_share > MOST_MOVES:
        return _("makes most moves at random")
    if random_share >= SOME_MOVES:
        return _("makes some moves at random")
    if random_share:
        return _("makes few moves at random")
    if strategy == RANDOM_STRATEGY:
        return _("plays at random")
    if strategy != SEARCH_STRATEGY:
        return _("plays by simple rules")
    return str(next((text for most, text in DEPTHS if playouts <= most), _("looks furthest ahead")))
