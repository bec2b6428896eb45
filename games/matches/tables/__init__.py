"""How the table of each game is drawn: a plain mapping for its template, from a state of the engine.

A game without a module of its own here is drawn by `plain`, so that a new game has a page at once.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.core.game import Event, State
from games.matches.tables import plain

Chair = Mapping[str, Any]
"""Who sits there: `name` and `href`, as the templates take them."""

Draw = Callable[[State, Event | None, Sequence[Chair]], dict[str, Any]]


def draw(slug: str, state: State, event: Event | None, chairs: Sequence[Chair]) -> dict[str, Any]:
    """The table after `event`, for `templates/matches/tables/<slug>.html`, or for `_plain.html`."""
    name = f"{__name__}.{slug.replace('-', '_')}"
    drawing: Draw = import_module(name).draw if find_spec(name) else plain.draw
    return drawing(state, event, chairs)


def templates_of(slug: str) -> list[str]:
    """The templates that may draw the game, the best first."""
    return [f"matches/tables/{slug}.html", "matches/tables/_plain.html"]
