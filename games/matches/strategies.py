"""Finds the program that plays a seat. The house's own come from the engine; apps above may add finders of theirs."""

from collections.abc import Callable

from engine.core import registry
from engine.core.bot import Bot

Finder = Callable[[str], Bot | None]

_finders: list[Finder] = []


def register_strategies(finder: Finder) -> None:
    """Ask `finder` too: it answers a strategy's slug with a bot, or with None when it has none of that name."""
    _finders.append(finder)


def strategy(slug: str) -> Bot:
    """The bot of that slug. Raises UnknownBot, which names the nearest."""
    for finder in _finders:
        if found := finder(slug):
            return found
    return registry.bot(slug)
