"""The cards of King's Kilt: a piece of the clan's cloth and its name; the King's has a crown, and a slot its name.

A card is nearly square, so that a pyramid of six rows fits on a phone; at 48 pixels wide its name can be read. A page
includes the `sheet` once, with the parts that all cards of a clan share; a card refers to it. Leaders look like
Members: the rules distinguish them in the pile alone.
"""

from functools import cache
from html import escape
from typing import Final, NamedTuple

from league.common.drawing import ink, svg
from league.common.drawing.tartan import CLANS, cloth

WIDTH: Final = 64
HEIGHT: Final = 60

NAMES: Final = {
    "bruce": "Bruce",
    "buchanan": "Buchanan",
    "douglas": "Douglas",
    "hamilton": "Hamilton",
    "macbeth": "MacBeth",
    "macleod": "MacLeod",
    "stewart": "Stewart",
    "wallace": "Wallace",
}

CROWN: Final = "M5 17.5h14v2.5H5zM5 15.5 3.6 7l4.9 3.6L12 4.5l3.5 6.1L20.4 7 19 15.5z"


class Face(NamedTuple):
    """A card on the table: `clan` is empty when the viewer may not know it."""

    clan: str = ""
    crowned: bool = False
    face_down: bool = False
    slot: str = ""
    """The name of its slot, such as `d2`."""


@cache
def sheet() -> str:
    """Return the invisible definitions that the cards of a page refer to."""
    return svg.definitions("".join([*map(_ground, NAMES), _crown(), _back()]))


def card(face: Face, *, title: str) -> str:
    """Return one card; `title` says it in words."""
    drawing = _face(face) if face.clan else '<use href="#kilt-back"/>'
    return svg.image("card", WIDTH, HEIGHT, drawing, title=title)


def gap(slot: str = "") -> str:
    """Return an empty slot of the pyramid."""
    label = f'<text font-size="13" text-anchor="middle" fill="var(--peat-soft)" x="32" y="34">{slot}</text>'
    return svg.gap("card", WIDTH, HEIGHT, radius=4, label=label)


def _ground(clan: str) -> str:
    """Return all of a card that its clan decides."""
    fabric = cloth(CLANS[clan], 58, 38, repeat=46, offset=(-17, -4))
    return (
        f'<symbol id="kilt-{clan}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect {ink.PAPER} x=".75" y=".75" width="{WIDTH - 1.5}" height="{HEIGHT - 1.5}" rx="4"/>'
        f'<svg x="3" y="3" width="58" height="38" viewBox="0 0 58 38">{fabric}</svg>'
        f'<text {ink.INK} font-size="14" font-weight="700" letter-spacing="-.01em" text-anchor="middle" x="32" y="54"'
        f"{_name_width(clan)}>{NAMES[clan]}</text></symbol>"
    )


def _name_width(clan: str) -> str:
    """Return the attributes that keep the longest name within the card whatever face it is set in."""
    return ' textLength="58" lengthAdjust="spacingAndGlyphs"' if clan == "buchanan" else ""


def _crown() -> str:
    return (
        f'<symbol id="kilt-crown" viewBox="0 0 24 24"><circle {ink.PAPER} cx="12" cy="12" r="11.5"/>'
        f'<path {ink.INK} d="{CROWN}"/></symbol>'
    )


def _back() -> str:
    lozenges = "".join(f"M{x} {y}l6 8-6 8-6-8z" for y in range(6, 54, 16) for x in range(8, 60, 12))
    return (
        f'<symbol id="kilt-back" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect {ink.CLOTH} x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="4"/>'
        f'<path {ink.WEAVE} d="{lozenges}"/>'
        f'<circle {ink.BOSS} cx="32" cy="30" r="15"/>'
        f'<path {ink.MOUND} d="M20 36C25.5 35.3 27.5 29 32 29s6.5 6.3 12 7zM30.7 28.5V21.5l2.6.8V28.5z"/>'
        "</symbol>"
    )


def _face(face: Face) -> str:
    crown = '<use href="#kilt-crown" x="27" y="9" width="26" height="26"/>' if face.crowned else ""
    fold = f'<path {ink.CLOTH} d="M{WIDTH - 20} 1h15a4 4 0 0 1 4 4v15z"/>' if face.face_down else ""
    return f'<use href="#kilt-{face.clan}" width="{WIDTH}" height="{HEIGHT}"/>{crown}{_tab(face.slot)}{fold}'


def _tab(slot: str) -> str:
    """Return the tab that names a slot, as the record names it."""
    if not slot:
        return ""
    return (
        '<path fill="var(--card-paper)" d="M3 3h18v11a3 3 0 0 1-3 3H3z"/>'
        f'<text {ink.SLOT} x="11.5" y="14">{escape(slot)}</text>'
    )
