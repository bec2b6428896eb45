"""Every club and player has a sett of its own, drawn from a hash of the name; the clans of a game have fixed ones.

A sett is half of a repeat: it is mirrored at both ends, as most tartans are. Warp and weft are the same. None is meant
to be a registered tartan.

A page may show hundreds of names, each with a swatch. There are six thread counts, which a page includes once, in the
`loom`; a swatch refers to one of them and names its colours: both grounds as what a drawing inherits, the dyes of the
lines as classes (`base.css`).
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple


class Stripe(NamedTuple):
    """Neighbouring threads of one dye."""

    dye: str
    threads: int


Sett = tuple[Stripe, ...]

DYES: Final = {
    "woad": "#1d4673",
    "bottle": "#14573b",
    "madder": "#b02a24",
    "soot": "#211e1d",
    "lichen": "#7c8a2e",
    "slate": "#5f7480",
    "bark": "#6b4023",
    "rust": "#cb6a26",
    "heather": "#93477a",
    "weld": "#e0b02b",
    "sky": "#7fb5cf",
    "fleece": "#f1ead9",
}
GROUNDS: Final = ("woad", "bottle", "madder", "soot", "lichen", "slate", "bark", "rust", "heather", "weld", "sky")
LINES: Final = ("fleece", "weld", "sky", "madder", "soot")
# Thread counts: first ground, second ground, line, first ground, line. The first and the last stripe are pivots.
COUNTS: Final = (
    (9, 5, 1, 5, 1),
    (5, 4, 2, 9, 1),
    (12, 3, 1, 2, 2),
    (7, 7, 1, 7, 1),
    (10, 2, 2, 2, 4),
    (4, 3, 1, 11, 2),
)
STRIPES: Final = ("ground", "second", "line", "ground", "pivot")
INKS: Final = {
    "ground": "inherit",
    "second": "currentcolor",
    "line": "var(--sett-line)",
    "pivot": "var(--sett-pivot)",
}

CLANS: Final[dict[str, Sett]] = {
    # Setts of our own; none claims to be the clan's registered one.
    "scott": (Stripe("madder", 14), Stripe("bottle", 5), Stripe("fleece", 1), Stripe("madder", 4), Stripe("soot", 2)),
    "makgill": (Stripe("bottle", 13), Stripe("soot", 4), Stripe("weld", 2), Stripe("bottle", 5), Stripe("soot", 1)),
    "macdonnell": (Stripe("woad", 13), Stripe("soot", 4), Stripe("madder", 2), Stripe("woad", 6), Stripe("fleece", 1)),
    "wemyss": (Stripe("rust", 13), Stripe("soot", 3), Stripe("fleece", 1), Stripe("rust", 4), Stripe("bark", 5)),
    "fergusson": (Stripe("sky", 13), Stripe("woad", 5), Stripe("fleece", 2), Stripe("sky", 4), Stripe("soot", 2)),
    "forsyth": (Stripe("lichen", 13), Stripe("bottle", 4), Stripe("weld", 2), Stripe("lichen", 5), Stripe("madder", 2)),
    "cockburn": (Stripe("heather", 13), Stripe("soot", 4), Stripe("sky", 2), Stripe("heather", 5), Stripe("fleece", 1)),
    "cochrane": (Stripe("slate", 12), Stripe("fleece", 4), Stripe("soot", 2), Stripe("slate", 4), Stripe("madder", 2)),
    "bruce": (Stripe("weld", 13), Stripe("madder", 6), Stripe("soot", 2), Stripe("weld", 4), Stripe("madder", 2)),
    "buchanan": (Stripe("rust", 12), Stripe("bottle", 4), Stripe("weld", 2), Stripe("rust", 5), Stripe("fleece", 1)),
    "douglas": (Stripe("slate", 13), Stripe("soot", 5), Stripe("slate", 4), Stripe("sky", 2), Stripe("soot", 1)),
    "hamilton": (Stripe("woad", 12), Stripe("madder", 3), Stripe("woad", 6), Stripe("fleece", 1), Stripe("sky", 2)),
    "macbeth": (Stripe("heather", 12), Stripe("woad", 5), Stripe("weld", 1), Stripe("heather", 5), Stripe("fleece", 1)),
    "macleod": (Stripe("soot", 12), Stripe("weld", 3), Stripe("soot", 4), Stripe("weld", 2), Stripe("madder", 1)),
    "stewart": (Stripe("madder", 13), Stripe("woad", 4), Stripe("weld", 1), Stripe("soot", 3), Stripe("fleece", 1)),
    "wallace": (Stripe("bottle", 12), Stripe("soot", 5), Stripe("bottle", 4), Stripe("weld", 2), Stripe("soot", 1)),
    "campbell": (Stripe("bottle", 11), Stripe("woad", 6), Stripe("soot", 3), Stripe("bottle", 4), Stripe("sky", 1)),
    "macdonald": (Stripe("madder", 12), Stripe("bottle", 4), Stripe("woad", 3), Stripe("madder", 5), Stripe("sky", 1)),
    "macgregor": (Stripe("lichen", 12), Stripe("madder", 5), Stripe("weld", 1), Stripe("lichen", 4), Stripe("soot", 2)),
    "mackenzie": (Stripe("woad", 12), Stripe("bottle", 5), Stripe("fleece", 1), Stripe("soot", 3), Stripe("madder", 1)),
}


def sett_of(key: str) -> Sett:
    """Return the sett of a public id, or of a name: the same for spellings that differ in case or spaces only."""
    key = " ".join(unicodedata.normalize("NFC", key).casefold().split())
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
    """Return a swatch of three by two, for use before the name whose sett it is; hidden from screen readers.

    The page has to have the `loom`.
    """
    ground, second, line, _, pivot = (stripe.dye for stripe in sett)
    count = COUNTS.index(tuple(stripe.threads for stripe in sett))
    return (
        f'<svg class="tartan-chip line-{line} pivot-{pivot}" fill="{DYES[ground]}" color="{DYES[second]}"'
        f' width="24" height="16" aria-hidden="true"><use href="#sett-{count}"/></svg>'
    )


def loom() -> str:
    """Return the invisible definitions that the swatches of a page refer to."""
    symbols = "".join(_swatch(number, counts) for number, counts in enumerate(COUNTS))
    return f'<svg class="loom" width="0" height="0" aria-hidden="true">{symbols}</svg>'


def _swatch(number: int, counts: tuple[int, ...]) -> str:
    """Return a swatch without its dyes."""
    sett = tuple(Stripe(stripe, threads) for stripe, threads in zip(STRIPES, counts, strict=True))
    fabric = cloth(sett, 24, 16, repeat=30, offset=(-3, -7), inks=INKS)
    return f'<symbol id="sett-{number}" viewBox="0 0 24 16" preserveAspectRatio="xMidYMid slice">{fabric}</symbol>'


def band(sett: Sett, *, width: int = 1600, height: int = 12, repeat: int = 48) -> str:
    """Return a ribbon that runs across a page."""
    tile = f"sett-{sha256(repr(sett).encode()).hexdigest()[:8]}-{height}"
    return (
        f'<svg class="tartan-band" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' preserveAspectRatio="xMinYMid slice" aria-hidden="true" focusable="false">'
        f'<defs><pattern id="{tile}" width="{repeat}" height="{height}" patternUnits="userSpaceOnUse">'
        f"{cloth(sett, repeat, height, repeat=repeat, offset=(0, (height - repeat) // 2))}</pattern></defs>"
        f'<rect width="{width}" height="{height}" fill="url(#{tile})"/></svg>'
    )


def cloth(
    sett: Sett,
    width: int,
    height: int,
    *,
    repeat: float,
    offset: tuple[float, float] = (0, 0),
    inks: Mapping[str, str] = DYES,
) -> str:
    """Return the paths of a piece of cloth: the warp, and over it the weft at half its strength.

    `repeat` is the length of a whole (mirrored) repeat in user units; `offset` where the first one starts; `inks` what
    dyes are painted with.
    """
    left, top = offset
    warp: dict[str, str] = defaultdict(str)
    weft: dict[str, str] = defaultdict(str)
    for dye, start, end in stripes(sett, repeat, left, width):
        warp[dye] += f"M{_n(start)} 0H{_n(end)}V{height}H{_n(start)}z"
    for dye, start, end in stripes(sett, repeat, top, height):
        weft[dye] += f"M0 {_n(start)}H{width}V{_n(end)}H0z"
    threads = "".join(f'<path fill="{inks[dye]}" d="{d}"/>' for dye, d in warp.items())
    crossing = "".join(f'<path fill="{inks[dye]}" d="{d}"/>' for dye, d in weft.items())
    return f'{threads}<g opacity=".5">{crossing}</g>'


def stripes(sett: Sett, repeat: float, offset: float, length: float) -> Iterator[tuple[str, float, float]]:
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


def _n(number: float) -> str:
    """Return a coordinate, as short as it can be written."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
