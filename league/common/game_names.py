"""Names of games."""

from engine.core import registry
from engine.core.errors import UnknownGame


def game_name(slug: str) -> str:
    """Return the name of the game, or its slug if it is unknown here."""
    try:
        return registry.game(slug).name
    except UnknownGame:
        return slug
