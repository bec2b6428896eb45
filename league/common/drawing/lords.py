"""The cards of Lords of Scotland: sett of the clan, strength large, rank small, the power as a sign with its name.

One geometry serves every size: at 44 pixels wide strength, sign, rank and clan are legible; the power's name appears
where the card is drawn large enough to read it. A page includes the `sheet` once, with the parts that all cards of a
clan share; a card refers to it.
"""

from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Final, NamedTuple

from league.common.drawing import ink, svg
from league.common.drawing.tartan import CLANS, cloth

WIDTH: Final = 88
HEIGHT: Final = 124

NAMES: Final = {
    "scott": "Scott",
    "makgill": "MakGill",
    "macdonnell": "MacDonnell",
    "wemyss": "Wemyss",
    "fergusson": "Fergusson",
    "forsyth": "Forsyth",
    "cockburn": "Cockburn",
    "cochrane": "Cochrane",
    "bruce": "Bruce",
}

SIGNS: Final = {
    "scott": "M9 9h11v11H9zM4 15V4h11",
    "makgill": "M12 4v16M4 12h16",
    "macdonnell": "M12 8v13M5 13c0 5 3 8 7 8s7-3 7-8M12 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M8 12h8",
    "wemyss": "M5 5l14 14M19 5L5 19",
    "fergusson": "M3 7h17M16 3l4 4-4 4M21 17H4M8 13l-4 4 4 4",
    "forsyth": "M12 3v12M7 10l5 5 5-5M4 20h16",
    "cockburn": "M7 20V4M3 8l4-4 4 4M17 4v16M13 16l4 4 4-4",
    "cochrane": "M4 5h6v14H4zM14 5h6v14h-6z",
    "bruce": "M4 19h16M4 15L3 6l5 4 4-6 4 6 5-4-1 9z",
}


class Face(NamedTuple):
    """A card on the table: `clan` is empty when the viewer may not know it."""

    clan: str = ""
    strength: int = 0
    rank: int = 0
    face_down: bool = False
    activated: bool = False
    copies: str = ""
    """The clan whose power an activated Scott has copied."""


def sheet(powers: Mapping[str, str]) -> str:
    """Return the invisible definitions that the cards of a page refer to; `powers` has the power's name by clan."""
    symbols = "".join(_ground(clan, powers[clan]) for clan in NAMES)
    return svg.definitions(symbols + _back())


def card(face: Face, *, title: str) -> str:
    """Return one card; `title` says it in words. Activated cards lie sideways."""
    width, height = (HEIGHT, WIDTH) if face.activated else (WIDTH, HEIGHT)
    drawing = _face(face) if face.clan else '<use href="#card-back"/>'
    if face.activated:
        drawing = f'<g transform="matrix(0 1 -1 0 {HEIGHT} 0)">{drawing}</g>'
    classes = " ".join(["card", *(["sideways"] if face.activated else []), *(["face-down"] if face.face_down else [])])
    return svg.image(classes, width, height, drawing, title=title)


def gap() -> str:
    """Return the outline of a missing card."""
    return svg.gap("card", WIDTH, HEIGHT, radius=6)


def clan_chip(clan: str) -> str:
    """Return a swatch of the clan's cloth, for use before its name or a strength."""
    return svg.decoration("tartan-chip", 24, 16, cloth(CLANS[clan], 24, 16, repeat=30, offset=(-3, -7)))


def sign(clan: str) -> str:
    """Return the sign of a clan's power as an icon."""
    return (
        '<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor"'
        f' stroke-width="2.4" aria-hidden="true" focusable="false"><path d="{SIGNS[clan]}"/></svg>'
    )


@cache
def _ground(clan: str, power: str) -> str:
    """Return all of a card that its clan decides."""
    first, _, second = power.partition(" ")
    fabric = cloth(CLANS[clan], 26, 98, repeat=52, offset=(-13, -3))
    return (
        f'<symbol id="card-{clan}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect {ink.PAPER} x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="6"/>'
        f'<svg x="5" y="5" width="22" height="94" viewBox="0 0 22 94">{fabric}</svg>'
        f'<path {ink.SIGN} transform="translate(33 53) scale(1.08)" d="{SIGNS[clan]}"/>'
        f'<text {ink.INK} font-size="11" visibility="var(--power, hidden)" x="33" y="87">{escape(first)}'
        f'<tspan x="33" dy="10"{_fit_width(second)}>{escape(second)}</tspan></text>'
        f'<text {ink.INK} font-size="17" font-weight="700" text-anchor="middle" x="44" y="116"{_name_width(clan)}>'
        f"{NAMES[clan]}</text></symbol>"
    )


def _name_width(clan: str) -> str:
    """Return the attributes that keep a long name within the card whatever face it is set in."""
    return ' textLength="73" lengthAdjust="spacingAndGlyphs"' if len(NAMES[clan]) > 9 else ""


def _fit_width(words: str) -> str:
    """Return the attributes that keep a long second line of a power within the card."""
    return ' textLength="48" lengthAdjust="spacingAndGlyphs"' if len(words) > 10 else ""


def _back() -> str:
    lozenges = "".join(f"M{x} {y}l7 9-7 9-7-9z" for y in range(14, 110, 18) for x in range(16, 80, 14))
    return (
        f'<symbol id="card-back" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect {ink.CLOTH} x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="6"/>'
        f'<path {ink.WEAVE} d="{lozenges}"/>'
        f'<circle {ink.BOSS} cx="44" cy="62" r="20"/>'
        f'<path {ink.MOUND} d="M28 70C35 69 38 61 44 61s9 8 16 9zM42.4 60V51.2l3.2 1V60z"/></symbol>'
    )


def _face(face: Face) -> str:
    token = (
        '<circle fill="var(--card-token)" stroke="var(--card-ink)" stroke-width="1.5" cx="71" cy="85" r="13"/>'
        f'<path {ink.SIGN} transform="translate(62.6 76.6) scale(.7)" d="{SIGNS[face.copies]}"/>'
        if face.copies
        else ""
    )
    veil = (
        f'<rect fill="none" stroke="var(--card-cloth)" stroke-width="4" x="2" y="2" width="{WIDTH - 4}"'
        f' height="{HEIGHT - 4}" rx="5"/>'
        if face.face_down
        else ""
    )
    return (
        f'<use href="#card-{face.clan}" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<text {ink.INK} {ink.STRENGTH} x="31" y="47">{face.strength}</text>'
        f'<text {ink.RANK} x="83" y="69">{face.rank}</text>{token}{veil}'
    )
