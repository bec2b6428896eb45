"""Figures of each game: SVG templates in `templates/matches/figures/<game>`, which use the symbols of its sheet.

The page includes the sheet of the game. The text beside a figure describes it; its title does so for screen readers.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from django.template.loader import render_to_string

PICTURES: Final = ("highland-clans", "kings-kilt", "lords-of-scotland")  # games
TABLES: Final[Mapping[str, str]] = {  # the template of each game
    "lords-of-scotland": "table",
    "kings-kilt": "pyramid",
    "highland-clans": "table",
}
FIGURES: Final[Mapping[tuple[str, str], Sequence[str]]] = {  # by game and anchor of a section of its rules
    ("lords-of-scotland", "the-cards"): ("anatomy",),
    ("lords-of-scotland", "a-round"): ("table", "strength"),
    ("lords-of-scotland", "when-a-power-works"): ("blocked",),
    ("kings-kilt", "the-cards"): ("hands",),
    ("kings-kilt", "the-pyramid"): ("pyramid",),
    ("kings-kilt", "the-king-and-the-end"): ("scores",),
    ("highland-clans", "what-there-is"): ("table",),
    ("highland-clans", "set-up"): ("start",),
    ("highland-clans", "your-turn"): ("pieces", "actions"),
    ("highland-clans", "a-raid"): ("raid",),
}


def figures_of(game: str, anchor: str) -> list[str]:
    """Return the figures beside that section of the rules of a game."""
    return [_figure(game, name) for name in FIGURES.get((game, anchor), ())]


def table_of(game: str) -> str:
    """Return the figure of a game in progress, for its page; "" if the game has none."""
    return _figure(game, TABLES[game]) if game in TABLES else ""


@cache
def picture_of(game: str) -> str:
    """Return the picture of a game; "" if it has none. Cached, since it has no text to translate."""
    return _figure(game, "picture") if game in PICTURES else ""


def turn_of(game: str, labels: Sequence[str]) -> str:
    """Return the figure of a turn of a game, with the title and labels from its rules."""
    return _figure(game, "turn", labels)


def _figure(game: str, name: str, labels: Sequence[str] = ()) -> str:
    return render_to_string(f"matches/figures/{game}/{name}.svg", {"words": labels}).strip()
