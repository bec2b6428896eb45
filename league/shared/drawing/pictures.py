"""A picture of each game, made of its own pieces: a fan of cards, a pyramid, a track with coats of arms.

All have one size. The page has the sheet of the game; words beside the picture say what it is.
"""

from collections.abc import Callable, Mapping
from typing import Final

from league.shared.drawing.parts import counting_track, estate, frame, kilt_card, lords_card, use

WIDTH: Final = 336
HEIGHT: Final = 232

FAN: Final = (("scott", 6), ("wemyss", 4), ("macdonnell", 8), ("cochrane", 9), ("forsyth", 12))
PYRAMID: Final = (  # of five clans: fewer weigh less
    "bruce douglas macbeth stewart wallace bruce",
    "stewart wallace bruce douglas macbeth",
    "macbeth douglas stewart wallace",
    "wallace bruce douglas",
    "douglas stewart",
    "macbeth",
)
LAND: Final = ("castle", "abbey", "cattle", "castle")


def picture(game: str) -> str:
    """Return the picture of a game; of one without pieces an empty text."""
    draw = PICTURES.get(game)
    return frame("", WIDTH, HEIGHT, draw(), "picture") if draw else ""


def _lords() -> list[str]:
    """Return a fan of five cards, held below the picture."""
    middle, width = WIDTH / 2, 88
    return [
        f'<g transform="rotate({9 * (at - 2)} {middle:g} {HEIGHT + 230})">'
        f"{lords_card(middle - width / 2, 50, card, width)}</g>"
        for at, card in enumerate(FAN)
    ]


def _kilt() -> list[str]:
    """Return the whole pyramid, the King on top."""
    across, down, width = 40, 34, 38
    return [
        kilt_card(
            WIDTH / 2 + (at - len(row.split()) / 2) * across, 184 - number * down, clan, width, crowned=number == 5
        )
        for number, row in enumerate(PYRAMID)
        for at, clan in enumerate(row.split())
    ]


def _clans() -> list[str]:
    """Return the counting track with five clans, estates with their buildings, and tokens."""
    drawn = counting_track(14)
    drawn += [estate(8 + 84 * at, 104, building, 68) for at, building in enumerate(LAND)]
    tokens = ("yellow", "yellow", "blue", "green", "red", "yellow", "blue", "green", "yellow", "blue")
    drawn += [use(f"token-{colour}", 10 + 32 * at, 192, 26, 26) for at, colour in enumerate(tokens)]
    return drawn


PICTURES: Final[Mapping[str, Callable[[], list[str]]]] = {
    "highland-clans": _clans,
    "kings-kilt": _kilt,
    "lords-of-scotland": _lords,
}
