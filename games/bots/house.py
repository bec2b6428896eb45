"""Which bots the house keeps: every strategy of the engine once, a searching one once for each of its budgets."""

from typing import NamedTuple

from engine.core import registry

# Playouts a decision. A strategy that is not named here plays once, by its own measure.
BUDGETS: dict[str, tuple[int, ...]] = {"lookout": (5, 10, 25, 50, 100)}


class Character(NamedTuple):
    """A bot of the house before it is a player."""

    name: str
    strategy: str
    playouts: int


def house() -> list[Character]:
    """The bots of the house, cheap ones first."""
    found = [_character(slug, playouts) for slug in registry.bots() for playouts in BUDGETS.get(slug, (0,))]
    return sorted(found, key=lambda character: (character.playouts, character.name))


def _character(slug: str, playouts: int) -> Character:
    title = slug.replace("-", " ").capitalize()
    return Character(f"{title} {playouts}" if playouts else title, slug, playouts)
