"""Built-in bots that a person may play against, from the weakest to the strongest, with their strength in words."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.registry import BuiltinBot, builtin_bots

_RANDOM = "wanderer"  # plays any legal move
_SEARCHES = "lookout"


class Opponent(NamedTuple):
    """A built-in bot in the list of opponents."""

    key: str  # what a form sends, such as "lookout-25"
    name: str
    words: str  # how strong it is
    strategy: str
    playouts: int


def opponents_for(game: str) -> list[Opponent]:
    """Return the built-in bots for the game of that slug, from the weakest to the strongest."""
    playing = {bot.slug for bot in registry.bots_for(game)}
    ordered = sorted(builtin_bots(), key=lambda one: (one.strategy != _RANDOM, one.playouts, one.name))
    return [
        Opponent(key_of(one.strategy, one.playouts), one.name, _words(one), one.strategy, one.playouts)
        for one in ordered
        if one.strategy in playing
    ]


def key_of(strategy: str, playouts: int) -> str:
    """Return the key of the bot in forms."""
    return f"{strategy}-{playouts}" if playouts else strategy


def name_of(strategy: str, playouts: int) -> str:
    """Return the bot's name, or its key if it is not built in any more."""
    named = {(one.strategy, one.playouts): one.name for one in builtin_bots()}
    return named.get((strategy, playouts), key_of(strategy, playouts))


def usual_company(game: str, seats: int) -> list[str]:
    """Return the keys of the preselected opponents: not the weakest, not the strongest."""
    keys = [one.key for one in opponents_for(game)]
    first = min(1, len(keys) - (seats - 1))
    return keys[max(first, 0) :][: seats - 1]


def _words(one: BuiltinBot) -> str:
    if one.strategy == _RANDOM:
        return _("plays at random")
    if one.strategy != _SEARCHES:
        return _("plays by simple rules")
    for playouts, words in (
        (5, _("looks ahead very little")),
        (10, _("looks ahead a little")),
        (25, _("looks ahead")),
        (50, _("looks far ahead")),
    ):
        if one.playouts <= playouts:
            return words
    return _("looks furthest ahead")
