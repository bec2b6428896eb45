"""Preview images of pages for messengers (Open Graph): 1200 by 630 pixels, in the site's colours and fonts.

PNG, because messengers do not draw SVG. Deterministic: the same card always gives the same picture, without a query.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

from league.common.drawing.tartan import DYES, Sett, sett_of, stripes

WIDTH: Final = 1200
HEIGHT: Final = 630
MOST_LINES: Final = 4
LONGEST: Final = 200  # letters of any text; a picture costs the same for every name

_FONTS: Final = Path(__file__).resolve().parents[1] / "static/vendor"
_PAPER, _INK, _SOFT, _RULE = "#f4f2ec", "#261d17", "#62564c", "#cdc5b6"
_BAND: Final = 44  # of tartan, along the upper edge
_LEFT, _RIGHT = 84, WIDTH - 84
_FIGURES: Final = ["lnum"] if features.check("raqm") else None  # figures that stand on the line, where it can be had
_THIRDS: Final = str.maketrans({"\N{VULGAR FRACTION ONE THIRD}": " 1/3", "\N{VULGAR FRACTION TWO THIRDS}": " 2/3"})
"""What no file of the letters has; without it points would stand there without their thirds."""
_CUT: Final = "\N{HORIZONTAL ELLIPSIS}"

Colour = str


@dataclass(frozen=True, slots=True)
class Card:
    """What the picture says: `over` in small above the title, a sentence, and lines of words with a figure."""

    title: str
    over: str = ""
    text: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    sett: str = ""
    """The public id whose tartan runs above; the title's tartan where it is empty."""


@dataclass(frozen=True, slots=True)
class _Face:
    """A font in one size, in two files: common letters and extended Latin."""

    common: ImageFont.FreeTypeFont
    further: ImageFont.FreeTypeFont

    def runs(self, text: str) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
        """The text in pieces, each with the font that has its letters."""
        for is_further, letters in groupby(text, key=_is_further):
            yield "".join(letters), self.further if is_further else self.common

    def length(self, text: str) -> float:
        """How wide the text is."""
        return sum(font.getlength(run, features=_FIGURES) for run, font in self.runs(text))

    def cut(self, text: str, width: float) -> str:
        """The text, or as much of it as fits, with an ellipsis."""
        if self.length(text) <= width:
            return text
        while text and self.length(text + _CUT) > width:
            text = text[:-1].rstrip()
        return text + _CUT


def preview(card: Card) -> bytes:
    """Return the picture of a card, as PNG."""
    card = _legible(card)
    picture = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    picture.paste(_cloth(sett_of(card.sett)), (0, 0))
    draw = ImageDraw.Draw(picture)
    _write(draw, (_LEFT, 84), card.over, _face("plain", 34), _SOFT, _RIGHT - _LEFT - 260)
    _site_name(draw)
    down = _draw_heading(draw, card, 150.0 if card.lines else 200.0)
    _table(draw, down, card.lines)
    kept = BytesIO()
    picture.quantize(64).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _legible(card: Card) -> Card:
    """The card with what can be drawn: no more lines than there is room for, no longer than needed, all printable."""
    lines = tuple((_plain(words), _plain(figure)[:24]) for words, figure in card.lines[:MOST_LINES])
    return Card(_plain(card.title), _plain(card.over), _plain(card.text), lines, card.sett or card.title)


def _plain(text: str) -> str:
    letters = text[:LONGEST].translate(_THIRDS)
    return " ".join("".join(letter if letter.isprintable() else " " for letter in letters).split())


def _draw_heading(draw: ImageDraw.ImageDraw, card: Card, down: float) -> float:
    """Write title and sentence, of a card without lines more of both; return where they end."""
    title_lines, text_lines = (1, 1) if card.lines else (2, 3)
    sizes = (84, 72, 60) if card.lines else (120, 104, 88, 72)
    title = _title_face(card.title, title_lines, sizes)
    for line in _wrap(card.title, title, title_lines):
        _write(draw, (_LEFT, down), line, title, _INK, _RIGHT - _LEFT)
        down += title.common.size * 1.08
    down += 18
    face = _face("italic", 36 if card.lines else 42)
    for line in _wrap(card.text, face, text_lines) if card.text else ():
        _write(draw, (_LEFT, down), line, face, _SOFT, _RIGHT - _LEFT)
        down += face.common.size * 1.25
    return down + 18


def _table(draw: ImageDraw.ImageDraw, down: float, lines: tuple[tuple[str, str], ...]) -> None:
    face, bold = _face("plain", 38), _face("bold", 38)
    for words, figure in lines:
        draw.line([(_LEFT, down), (_RIGHT, down)], fill=_RULE, width=2)
        wide = bold.length(figure)
        _write(draw, (_RIGHT - wide, down + 6), figure, bold, _INK, wide)
        _write(draw, (_LEFT, down + 6), words, face, _INK, _RIGHT - _LEFT - wide - 40)
        down += 58


def _site_name(draw: ImageDraw.ImageDraw) -> None:
    """Draw the logo and the name of the site in the upper corner."""
    face = _face("display", 36)
    left, bottom = _RIGHT - face.length("Moothill") - 84, 118
    hill = [(left, bottom), (left + 14, bottom - 5), (left + 24, bottom - 18), (left + 34, bottom - 24)]
    hill += [(left + 44, bottom - 18), (left + 54, bottom - 5), (left + 68, bottom)]
    draw.polygon(hill, fill=_INK)
    draw.rectangle([left + 31, bottom - 42, left + 37, bottom - 22], fill=_INK)
    _write(draw, (left + 84, bottom - 36), "Moothill", face, _INK, 400)


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, face: _Face, colour: Colour, width: float
) -> None:
    left, top = at
    for run, font in face.runs(face.cut(text, width)):
        draw.text((left, top + face.common.size), run, font=font, fill=colour, anchor="ls", features=_FIGURES)
        left += font.getlength(run, features=_FIGURES)


def _title_face(title: str, lines: int, sizes: Sequence[int]) -> _Face:
    """The largest in which the title fits without being cut, or the smallest."""
    faces = [_face("display", size) for size in sizes]
    return next((face for face in faces if not _wrap(title, face, lines)[-1].endswith(_CUT)), faces[-1])


def _wrap(text: str, face: _Face, most: int) -> list[str]:
    """Wrap the text into at most `most` lines, and cut the last one if it is too long."""
    lines, words = [""], text.split()
    for at, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or face.length(longer) <= _RIGHT - _LEFT:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = " ".join([lines[-1], *words[at:]])
            break
    return [face.cut(line, _RIGHT - _LEFT) for line in lines]


def _cloth(sett: Sett) -> Image.Image:
    """A band of the sett: the warp, and over it the weft at half its strength."""
    warp, weft = Image.new("RGB", (WIDTH, _BAND)), Image.new("RGB", (WIDTH, _BAND))
    for dye, start, end in stripes(sett, 176, 0, WIDTH):
        ImageDraw.Draw(warp).rectangle([round(start), 0, round(end), _BAND], fill=DYES[dye])
    for dye, start, end in stripes(sett, 176, -66, _BAND):
        ImageDraw.Draw(weft).rectangle([0, round(start), WIDTH, round(end)], fill=DYES[dye])
    return Image.blend(warp, weft, 0.5)


@cache
def _face(kind: str, size: int) -> _Face:
    name = {
        "display": "alegreya-5.3.0/alegreya-500",
        "italic": "alegreya-5.3.0/alegreya-400-italic",
        "plain": "alegreya-sans-5.3.0/alegreya-sans-400",
        "bold": "alegreya-sans-5.3.0/alegreya-sans-700",
    }[kind]
    further = f"{name}-ext.woff2"
    return _Face(_font(f"{name}.woff2", size), _font(further, size))


def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / file, size)


def _is_further(letter: str) -> bool:
    """Whether a letter needs the second file: Latin beyond the west of Europe."""
    return "\u0100" <= letter <= "\u02ff" or "\u1e00" <= letter <= "\u1eff"
