"""The built-in bots: every strategy of the engine once, one that searches once for each number of playouts."""

from typing import NamedTuple

from engine.core import registry

# Numbers of playouts for a move. Other strategies have no such number.
PLAYOUTS: dict[str, tuple[int, ...]] = {"lookout": (5, 10, 25, 50, 100)}


class BuiltinBot(NamedTuple):
    """Name, strategy and playouts of a built-in bot."""

    name: str
    strategy: str
    playouts: int


def builtin_bots() -> list[BuiltinBot]:
    """Return the built-in bots, those without playouts first, then by playouts and name."""
    found = [_named(slug, playouts) for slug in registry.bots() for playouts in PLAYOUTS.get(slug, (0,))]
    return sorted(found, key=lambda bot: (bot.playouts, bot.name))


def _named(slug: str, playouts: int) -> BuiltinBot:
    title = slug.replace("-", " ").capitalize()
    return BuiltinBot(f"{title} {playouts}" if playouts else title, slug, playouts)
