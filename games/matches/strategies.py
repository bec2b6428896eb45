"""Finds the program that plays a seat. The house's own come from the engine; apps above may add finders of theirs."""

from collections.abc import Callable, Collection, Mapping

from engine.core import registry
from engine.core.bot import Bot

Finder = Callable[[str], Bot | None]
Likeness = Callable[[Collection[str]], Mapping[str, frozenset[str]]]

_finders: list[Finder] = []
_likenesses: list[Likeness] = []


def register_strategies(finder: Finder) -> None:
    """Ask `finder` too: it answers a strategy's slug with a bot, or with None when it has none of that name."""
    _finders.append(finder)


def strategy(slug: str) -> Bot:
    """The bot of that slug. Raises UnknownBot, which names the nearest."""
    for finder in _finders:
        if found := finder(slug):
            return found
    return registry.bot(slug)


def register_likeness(likeness: Likeness) -> None:
    """Ask `likeness` too: it answers slugs of its own with all slugs under which the very same plays for a player."""
    _likenesses.append(likeness)


def alike(slugs: Collection[str]) -> dict[str, frozenset[str]]:
    """Under which slugs what plays under each of these has played as well; what nobody answers is alike to itself."""
    return {slug: names for likeness in _likenesses for slug, names in likeness(slugs).items()}
