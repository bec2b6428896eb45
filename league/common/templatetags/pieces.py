"""`{% load pieces %}`: the definitions for the drawings of a game, and its picture."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from django import template
from django.utils.safestring import SafeString

from engine.core import registry
from engine.core.game import Game
from league.common.drawing import highland, kilt
from league.common.drawing.game_pictures import picture
from league.common.rule_figures import figures_of, table_of
from league.common.safe_html import safe_html
from league.common.templatetags.cards import card_sheet

register = template.Library()

_SHEETS: Final[Mapping[str, Callable[[], str]]] = {
    "highland-clans": highland.sheet,
    "kings-kilt": kilt.sheet,
    "lords-of-scotland": card_sheet,
}


@register.simple_tag
def game_sheet(game: str) -> SafeString:
    """Draw the definitions for all pieces of a game; once on a page, before the first piece."""
    return safe_html(_SHEETS[game]() if game in _SHEETS else "")


@register.simple_tag
def picture_sheet(game: str) -> SafeString:
    """Draw the definitions for the picture of a game, for a page without its other pieces."""
    used = set(re.findall(r'href="#([^"]+)"', picture(game)))
    symbols = re.findall(r'(<symbol id="([^"]+)".*?</symbol>)', game_sheet(game), re.DOTALL)
    drawing = "".join(symbol for symbol, name in symbols if name in used)
    return safe_html(f'<svg class="card-sheet" width="0" height="0" aria-hidden="true">{drawing}</svg>')


@register.simple_tag
def games_with_pictures() -> list[Game]:
    """Return the games that have a picture."""
    return [game for game in registry.games().values() if game.slug in _SHEETS]


@register.simple_tag
def rule_figures(game: str, anchor: str) -> list[SafeString]:
    """Return the figures beside that part of the rules of a game."""
    return [safe_html(figure) for figure in figures_of(game, anchor)]


@register.simple_tag
def game_table(game: str) -> SafeString:
    """Draw the table of a game laid out, with its parts named."""
    return safe_html(table_of(game))


@register.simple_tag
def game_picture(game: str) -> SafeString:
    """Draw the picture of a game, beside its name."""
    return safe_html(picture(game))
