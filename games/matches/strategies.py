"""Finds the bot that plays a seat: a built-in one of the engine, or one of an app above that registered its own."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from engine.core import registry
from engine.core.bot import Bot


def _nothing_alike(_slugs: Collection[str]) -> Mapping[str, frozenset[str]]:
    return {}


@dataclass(frozen=True, slots=True)
class BotSource:
    """Bots of an app above."""

    find: Callable[[str], Bot | None]
    """Return the bot with this slug, or None."""
    alike: Callable[[Collection[str]], Mapping[str, frozenset[str]]] = _nothing_alike
    """Return, for slugs of this source, all slugs with the same program."""
    is_check_waiting: Callable[[], bool] = bool
    """Return whether a check waits for a worker; then matches are interrupted for it."""


_sources: list[BotSource] = []


def register_bots(source: BotSource) -> None:
    """Add a source of bots."""
    _sources.append(source)


def strategy(slug: str) -> Bot:
    """Return the bot with this slug. Raise UnknownBot, which names the nearest."""
    return next((bot for source in _sources if (bot := source.find(slug))), None) or registry.bot(slug)


def alike(slugs: Collection[str]) -> dict[str, frozenset[str]]:
    """Return, for slugs whose source knows it, all slugs with the same program."""
    return {slug: names for source in _sources for slug, names in source.alike(slugs).items()}


def is_check_waiting() -> bool:
    """Return whether a check of a bot waits for a worker."""
    return any(source.is_check_waiting() for source in _sources)
