"""Every club and player has a sett of its own, drawn from a hash of the name; the clans of a game have fixed ones.

A sett is half of a repeat: it is mirrored at both ends, as most tartans are. Warp and weft are the same. None is meant to be a
registered tartan.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple


class Stripe(NamedTuple):
    """Neighbouring threads of one dye."""

    dye: str
    threads: int


Sett = tuple[Stripe, ...]

DYES: Final = {
    "woad": "#22405f",
    "bottle": "#1f4d37",
    "madder": "#9c2f28",
    "soot": "#24211f",
    "lichen": "#6d7a3a",
    "slate": "#5d6b73",
    "bark": "#64432c",
    "rust": "#b8662f",
    "heather": "#87486c",
    "weld": "#d8ab32",
    "sky": "#86adbf",
    "fleece": "#ebe4d3",
}
GROUNDS: Final = ("woad", "bottle", "madder", "soot", "lichen", "slate", "bark", "rust", "heather")
LINES: Final = ("fleece", "weld", "sky", "madder", "soot")
# Thread counts: first ground, second ground, line, first ground, line. The first and the last stripe are pivots.
COUNTS: Final = ((8, 6, 1, 3, 2), (6, 8, 2, 2, 1), (10, 3, 1, 3, 3), (5, 5, 1, 5, 2), (9, 4, 2, 4, 1), (4, 9, 1, 4, 2))


def sett_of(name: str) -> Sett:
    """Return the sett of a name: the same on every machine and for every spelling that differs in case or spaces only."""
    key = " ".join(unicodedata.normalize("NFC", name).casefold().split())
    dice = int.from_bytes(sha256(key.encode()).digest())
    dice, first = divmod(dice, len(GROUNDS))
    dice, second = divmod(dice, len(GROUNDS) - 1)
    dice, line = divmod(dice, len(LINES))
    dice, pivot = divmod(dice, len(LINES))
    counts = COUNTS[dice % len(COUNTS)]
    ground = GROUNDS[first]
    other = [dye for dye in GROUNDS if dye != ground][second]
    free = [dye for dye in LINES if dye not in (ground, other)]
    dyes = (ground, other, free[line % len(free)], ground, free[pivot % len(free)])
    return tuple(Stripe(dye, threads) for dye, threads in zip(dyes, counts, strict=True))


def chip(sett: Sett) -> str:
    """Return a swatch of three by two, to stand before a name; it says nothing that the name does not."""
    return (
        '<svg class="tartan-chip" viewBox="0 0 24 16" width="24" height="16" preserveAspectRatio="xMidYMid slice"'
        f' aria-hidden="true" focusable="false">{cloth(sett, 24, 16, repeat=24, offset=(0, -4))}</svg>'
    )


def band(sett: Sett, *, width: int = 1600, height: int = 12, repeat: int = 48) -> str:
    """Return a ribbon that runs across a page."""
    tile = f"sett-{_name_of(sett)}"
    return (
        f'<svg class="tartan-band" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' preserveAspectRatio="xMinYMid slice" aria-hidden="true" focusable="false">'
        f'<defs><pattern id="{tile}" width="{repeat}" height="{height}" patternUnits="userSpaceOnUse">'
        f"{cloth(sett, repeat, height, repeat=repeat, offset=(0, (height - repeat) // 2))}</pattern></defs>"
        f'<rect width="{width}" height="{height}" fill="url(#{tile})"/></svg>'
    )


def cloth(sett: Sett, width: int, height: int, *, repeat: float, offset: tuple[float, float] = (0, 0)) -> str:
    """Return the paths of a piece of cloth: the warp, and over it the weft at half its strength.

    `repeat` is the length of a whole (mirrored) repeat in user units; `offset` where the first one starts.
    """
    left, top = offset
    warp: dict[str, str] = defaultdict(str)
    weft: dict[str, str] = defaultdict(str)
    for dye, start, end in _stripes(sett, repeat, left, width):
        warp[dye] += f"M{_n(start)} 0H{_n(end)}V{height}H{_n(start)}z"
    for dye, start, end in _stripes(sett, repeat, top, height):
        weft[dye] += f"M0 {_n(start)}H{width}V{_n(end)}H0z"
    threads = "".join(f'<path fill="{DYES[dye]}" d="{d}"/>' for dye, d in warp.items())
    crossing = "".join(f'<path fill="{DYES[dye]}" d="{d}"/>' for dye, d in weft.items())
    return f'{threads}<g opacity=".5">{crossing}</g>'


def _stripes(sett: Sett, repeat: float, offset: float, length: float) -> Iterator[tuple[str, float, float]]:
    """Yield the visible stripes of a length of thread as (dye, start, end)."""
    mirrored = (*sett, *reversed(sett))
    unit = repeat / sum(stripe.threads for stripe in mirrored)
    start = offset
    while start < length:
        for dye, threads in mirrored:
            end = start + threads * unit
            if end > 0 and start < length:
                yield dye, max(start, 0), min(end, length)
            start = end


def _name_of(sett: Sett) -> str:
    return sha256(repr(sett).encode()).hexdigest()[:8]


def _n(number: float) -> str:
    """Return a coordinate, as short as it can be written."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
