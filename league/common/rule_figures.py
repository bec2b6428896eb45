"""Figures of each game: SVG templates in `templates/matches/figures/<game>`, made of the pieces of its sheet.

The page includes the sheet of the game. The text beside a figure describes it; its title repeats it for screen readers.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from django.template.loader import render_to_string

PICTURES: Final = ("highland-clans", "kings-kilt", "lords-of-scotland")  # the games that have one
TABLES: Final[Mapping[str, str]] = {
    "lords-of-scotland": "table",
    "kings-kilt": "pyramid",
    "highland-clans": "table",
}
FIGURES: Final[Mapping[tuple[str, str], Sequence[str]]] = {  # by the anchor of a section of the rules
    ("lords-of-scotland", "the-cards"): ("anatomy",),
    ("lords-of-scotland", "a-round"): ("table", "strength"),
    ("lords-of-scotland", "when-a-power-works"): ("blocked",),
    ("kings-kilt", "the-cards"): ("hands",),
    ("kings-kilt", "the-pyramid"): ("pyramid",),
    ("kings-kilt", "the-king-and-the-end"): ("scores",),
    ("highland-clans", "what-there-is"): ("table", "pieces"),
    ("highland-clans", "set-up"): ("start",),
    ("highland-clans", "your-turn"): ("actions",),
    ("highland-clans", "a-raid"): ("raid",),
}


def figures_of(game: str, anchor: str) -> list[str]:
    """Return the drawings beside that part of the rules of a game."""
    return [_figure(game, name) for name in FIGURES.get((game, anchor), ())]


def table_of(game: str) -> str:
    """Return the table of a game laid out, for its page; an empty text for a game without a drawing."""
    return _figure(game, TABLES[game]) if game in TABLES else ""


@cache
def picture_of(game: str) -> str:
    """Return the picture of a game, which has no words; of one without pieces an empty text."""
    return _figure(game, "picture") if game in PICTURES else ""


def turn_of(game: str, words: Sequence[str]) -> str:
    """Return the drawing of a turn of a game, with the title and labels from its rules."""
    return _figure(game, "turn", words)


def _figure(game: str, name: str, words: Sequence[str] = ()) -> str:
    return render_to_string(f"matches/figures/{game}/{name}.svg", {"words": words}).strip()
