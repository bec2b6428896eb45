"""The pieces of Highland Clans: tokens, coats of arms, estates and combat cards.

A token has a shape as well as a colour: yellow a square with swords, blue a round with a tune, green an arch with a
cross, red the head of a bull. A page includes the `sheet` once; pieces refer to it.
"""

from functools import cache
from html import escape
from typing import Final

from league.common.drawing import ink, svg
from league.common.drawing.tartan import CLANS, cloth

TILE: Final = 52
CARD: Final = (44, 60)
OVERLAP: Final = 5  # pixels from a token of a row to the next

NAMES: Final = {
    "campbell": "Campbell",
    "macdonald": "MacDonald",
    "macgregor": "MacGregor",
    "macleod": "MacLeod",
    "mackenzie": "MacKenzie",
}
LETTERS: Final = {"campbell": "C", "macdonald": "D", "macgregor": "G", "macleod": "L", "mackenzie": "K"}

SHAPES: Final = {
    "yellow": "M3 3h18v18H3z",
    "blue": "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 1 1 0-21z",
    "green": "M3 22.5V13C3 7 7 3.5 12 1 17 3.5 21 7 21 13v9.5z",
    "red": (
        "M1.5 2.5C2.5 6 4.5 7 7.5 7h9C19.5 7 21.5 6 22.5 2.5 24 8 22 11 18.5 11.5L16.5 19c-.7 2.5-2.5 3.5-4.5 3.5"
        "S8.2 21.5 7.5 19L5.5 11.5C2 11 0 8 1.5 2.5z"
    ),
}
SIGNS: Final = {
    "yellow": "M7 17 17.5 6.5M6 14l4 4M17 17 6.5 6.5M18 14l-4 4",
    "blue": (
        "M9.8 16.5V6.5l7-2v10M9.8 9.5l7-2M7.6 14.3a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 1 1 0-4.4z"
        "M14.6 12.3a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 1 1 0-4.4z"
    ),
    "green": "M12 5.5V20M7.5 11h9M12 7.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 1 1 0-6.8z",
    "red": "M9 11.5v1.5M15 11.5v1.5M10.5 18.5h3",
}
STONE: Final = {
    "": "M2 38V34C14 27 24 36 34 32S46 30 50 33V38z",
    "cattle": "M2 34C12 29 20 33 28 31S42 27 50 32V38H2z",
    "castle": "M5 38V9h4v3h4V9h4v3h4V9h1v9h8V9h1v3h4V9h4v3h4V9h4v29z",
    "abbey": "M2 38V17L26 5 50 17V38zM25 5V2h2v3z",
}
PIECES: Final[dict[str, tuple[str, tuple[tuple[int, int, int], ...]]]] = {
    # The colour of its tokens, and where each lies: x, y, width.
    "cattle": ("red", ((15, 11, 22),)),
    "castle": ("blue", ((5, 18, 17), (30, 18, 17))),
    "abbey": ("green", ((3, 19, 15), (18, 19, 15), (33, 19, 15))),
}
SHIELD: Final = "M2 2h36v21c0 12-9 19-18 23C11 42 2 35 2 23z"


@cache
def sheet() -> str:
    """Return the invisible definitions that the pieces of a page refer to."""
    return svg.definitions("".join([*map(_token, SHAPES), *map(_arms, NAMES), _back()]))


def token(colour: str) -> str:
    """Return one token; the page says beside it what it is."""
    return svg.decoration("token", 24, 24, f'<use href="#token-{colour}"/>')


def heap(colour: str, count: int) -> str:
    """Return `count` tokens of a colour in a row, each over the one before it; the page prints the number beside it."""
    tokens = "".join(f'<use href="#token-{colour}" x="{OVERLAP * number}" width="24"/>' for number in range(count))
    width = OVERLAP * (count - 1) + 24 if count else 0
    return svg.decoration("heap", width, 24, tokens)


def arms(clan: str) -> str:
    """Return the coat of arms of a clan; the page prints the name beside it."""
    return svg.decoration("arms", 40, 48, f'<use href="#arms-{clan}"/>')


def estate(building: str, *, words: str) -> str:
    """Return an estate with its building (`cattle`, `castle`, `abbey` or empty); `words` are written below."""
    colour, lying = PIECES.get(building, ("", ()))
    tokens = "".join(f'<use href="#token-{colour}" x="{x}" y="{y}" width="{w}" height="{w}"/>' for x, y, w in lying)
    stone = f'<path {ink.STONE} d="{STONE[building]}"/>'
    return (
        f'<svg class="estate" viewBox="0 0 {TILE} {TILE}" width="{TILE}" height="{TILE}" role="img"'
        f' aria-label="{escape(words)}"><rect {ink.PAPER} x=".75" y=".75" width="50.5" height="50.5" rx="3"/>'
        f'<path {ink.GRASS} d="M2 38h48"/>{stone}{tokens}'
        f'<text {ink.INK} font-size="12" text-anchor="middle" x="26" y="48">{escape(words)}</text></svg>'
    )


def unclaimed() -> str:
    """Return the space of an estate that is still to be gained."""
    return svg.gap("estate", TILE, TILE, radius=3)


def gap() -> str:
    """Return the place of a combat card that is not there yet."""
    return svg.gap("card", *CARD, radius=4)


def card(value: int, *, title: str) -> str:
    """Return a combat card, its back for the value 0; `title` says it in words."""
    width, height = CARD
    face = (
        f'<rect {ink.PAPER} x=".75" y=".75" width="{width - 1.5}" height="{height - 1.5}" rx="4"/>'
        f'<path {ink.SWORD} d="M22 54V40M15 42h14M22 54a2 2 0 1 0 0 .01"/>'
        f'<text class="combat-value" {ink.INK} {ink.VALUE} x="22" y="36">{value}</text>'
        f'<text font-size="13" fill="var(--card-soft)" x="5" y="15">{value}</text>'
        if value
        else '<use href="#combat-back"/>'
    )
    return svg.image("card", width, height, face, title=title)


def pack() -> str:
    """Return a card back as the sign of a hand; the page prints the number of cards beside it."""
    return svg.decoration("card", *CARD, '<use href="#combat-back"/>')


def _token(colour: str) -> str:
    return (
        f'<symbol id="token-{colour}" viewBox="0 0 24 24"><path fill="var(--token-{colour})" stroke="var(--card-edge)"'
        f' d="{SHAPES[colour]}"/>'
        f'<path fill="none" stroke="var(--{"card-ink" if colour == "yellow" else "token-sign"})" stroke-width="1.7"'
        f' stroke-linecap="round" stroke-linejoin="round" d="{SIGNS[colour]}"/></symbol>'
    )


def _arms(clan: str) -> str:
    fabric = cloth(CLANS[clan], 40, 48, repeat=44, offset=(-2, 2))
    return (
        f'<symbol id="arms-{clan}" viewBox="0 0 40 48"><clipPath id="shield-{clan}"><path d="{SHIELD}"/></clipPath>'
        f'<g clip-path="url(#shield-{clan})">{fabric}</g><path fill="none" stroke="var(--peat)" stroke-width="2"'
        f' d="{SHIELD}"/>'
        f'<circle {ink.PAPER} cx="20" cy="21" r="11.5"/>'
        f'<text {ink.INK} font-size="19" font-weight="700" text-anchor="middle" x="20" y="27.5">{LETTERS[clan]}</text>'
        "</symbol>"
    )


def _back() -> str:
    width, height = CARD
    lozenges = "".join(f"M{x} {y}l5 7-5 7-5-7z" for y in range(4, 54, 14) for x in range(7, 42, 10))
    return (
        f'<symbol id="combat-back" viewBox="0 0 {width} {height}">'
        f'<rect {ink.CLOTH} x="1" y="1" width="{width - 2}" height="{height - 2}" rx="4"/>'
        f'<path {ink.WEAVE} d="{lozenges}"/><circle {ink.BOSS} cx="22" cy="30" r="12"/>'
        f'<path {ink.MOUND} d="M12 35C16.5 34.5 18.5 29 22 29s5.5 5.5 10 6zM20.9 28.5V22.5l2.2.7V28.5z"/>'
        "</symbol>"
    )
