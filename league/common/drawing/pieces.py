"""Parts of drawings of a turn: pieces of the games placed by coordinates, words, arrows and numbers.

The sheet of each game, once on the page, defines how its pieces look.
"""

from collections.abc import Sequence
from html import escape
from typing import Final

from league.common.drawing import cards, highland

_RANK_OF_CLAN: Final = {clan: rank for rank, clan in enumerate(cards.NAMES, 1)}


def use(symbol: str, x: float, y: float, width: float, height: float) -> str:
    """Return a piece of a sheet."""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def lords_card(x: float, y: float, card: tuple[str, int] | None) -> str:
    """Return a card of Lords of Scotland by clan and strength, or its back."""
    width, height = 58, 82
    if card is None:
        return use("card-back", x, y, width, height)
    clan, strength = card
    rank = 8 * (strength - 1) + _RANK_OF_CLAN[clan]
    return (
        f'<svg aria-hidden="true" x="{x:g}" y="{y:g}" width="{width:g}" height="{height}"'
        f' viewBox="0 0 {cards.WIDTH} {cards.HEIGHT}">'
        f'<use href="#card-{clan}" width="{cards.WIDTH}" height="{cards.HEIGHT}"/>'
        f'<text class="card-strength" x="31" y="47">{strength}</text>'
        f'<text class="card-rank" x="79" y="69">{rank}</text></svg>'
    )


def kilt_card(x: float, y: float, clan: str, slot: str) -> str:
    """Return a card of King's Kilt with the name of its slot; for no clan the empty slot."""
    if clan:
        return use(f"kilt-{clan}", x, y, 52, 49) + _tab(x, y, slot)
    gap = f'<rect class="turn-gap" x="{x:g}" y="{y:g}" width="52" height="49" rx="4"/>'
    return gap + word(x + 26, y + 29.5, slot)


def _tab(x: float, y: float, slot: str) -> str:
    tab = f'<path class="kilt-tab" d="M{x + 2:g} {y + 2:g}h20v12a3 3 0 0 1-3 3h-17z"/>'
    return f'{tab}<text class="kilt-slot" x="{x + 12:g}" y="{y + 14:g}">{escape(slot)}</text>'


def estate(x: float, y: float, building: str) -> str:
    """Return an estate of Highland Clans without its word."""
    colour, lying = highland.PIECES.get(building, ("", ()))
    tokens = "".join(use(f"token-{colour}", left, top, size, size) for left, top, size in lying)
    return (
        f'<svg aria-hidden="true" x="{x:g}" y="{y:g}" width="76" height="76"'
        f' viewBox="0 0 {highland.TILE} {highland.TILE}">'
        '<rect class="card-paper" x=".75" y=".75" width="50.5" height="50.5" rx="3"/>'
        f'<path class="estate-grass" d="M2 38h48"/><path class="estate-stone" d="{highland.STONE[building]}"/>{tokens}'
        "</svg>"
    )


def combat_card(x: float, y: float, value: int) -> str:
    """Return a combat card of Highland Clans, its back for 0."""
    width, height = highland.CARD
    if not value:
        return use("combat-back", x, y, width, height)
    return (
        f'<rect class="card-paper" x="{x:g}" y="{y:g}" width="{width}" height="{height}" rx="4"/>'
        f'<path class="combat-sword" d="M{x + 22:g} {y + 54:g}v-14m-7 2h14m-7 12"/>'
        f'<text class="combat-value" x="{x + 22:g}" y="{y + 36:g}">{value}</text>'
    )


def word(x: float, y: float, words: str, anchor: str = "middle") -> str:
    """Return words; `y` is their base line."""
    return f'<text class="turn-word" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def line(path: str) -> str:
    """Return a thin line, such as a bracket below pieces."""
    return f'<path class="turn-line" d="{path}"/>'


def badge(x: float, y: float, number: int) -> str:
    """Return a number in a disc."""
    return (
        f'<circle class="turn-badge" cx="{x:g}" cy="{y:g}" r="11"/>'
        f'<text class="turn-number" x="{x:g}" y="{y + 5:g}" text-anchor="middle">{number}</text>'
    )


def rim(x: float, y: float, width: float, height: float) -> str:
    """Return a rim around a piece, to point it out."""
    return (
        f'<rect class="turn-target" x="{x - 1:g}" y="{y - 1:g}" width="{width + 2:g}" height="{height + 2:g}" rx="5"/>'
    )


def cross(x: float, y: float, width: float, height: float) -> str:
    """Return a cross over a piece that goes."""
    return f'<path class="turn-cross" d="M{x:g} {y:g}l{width:g} {height:g}m0-{height:g}l-{width:g} {height:g}"/>'


def arrow(start: tuple[float, float], end: tuple[float, float], number: int) -> str:
    """Return an arrow, with the number of its step in the middle."""
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    left = (to_x - 9 * along_x + 6 * along_y, to_y - 9 * along_y - 6 * along_x)
    right = (to_x - 9 * along_x - 6 * along_y, to_y - 9 * along_y + 6 * along_x)
    head = f"M{left[0]:.1f} {left[1]:.1f}L{to_x:g} {to_y:g} {right[0]:.1f} {right[1]:.1f}"
    path = f"M{x:g} {y:g}L{to_x:g} {to_y:g}{head}"
    disc = badge((x + to_x) // 2, (y + to_y) // 2, number)
    return f'<path class="turn-halo" d="{path}"/><path class="turn-arrow" d="{path}"/>{disc}'


def frame(title: str, width: int, height: int, drawn: Sequence[str]) -> str:
    """Return the whole drawing; `title` says it in words."""
    return (
        f'<svg class="turn" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(drawn)}</svg>'
    )
