"""The tokens, combat cards and estates of Highland Clans.

How many cards there are of each value and estates of each number are STAND-INS, since the rulebook counts only all
cards (67, values 1 to 4) and all estates (25, numbers 30 to 42). They are read from `components.json` beside this file,
or from the file that the environment variable MOOTHILL_COMPONENTS names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from engine.core.errors import ComponentsError

VARIABLE: Final = "MOOTHILL_COMPONENTS"
DEFAULT: Final = Path(__file__).with_name("components.json")
_VALUES: Final = range(1, 5)
_NUMBERS: Final = range(30, 43)
_CARD_COUNT: Final = 67
_ESTATE_COUNT: Final = 25


class Components(NamedTuple):
    """The numbers of cards of the values 1 to 4, and the number on each estate, ascending."""

    cards: tuple[int, int, int, int]
    estates: tuple[int, ...]


def read_components(path: Path) -> Components:
    """Read a file of components. Raise ComponentsError with a message that names the file and the mistake."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ComponentsError(f"The components in {path} cannot be read: {error}.", path=str(path)) from error
    if not isinstance(document, dict) or document.get("game") != "highland-clans":
        raise _unusable(path, 'it must be a JSON object with "game": "highland-clans"')
    for name in sorted(set(document) - {"game", "remark", "cards", "estates"}):
        raise _unusable(path, f'"{name}" is unknown; it must have "cards" and "estates"')
    one, two, three, four = _counts(path, document, "cards", _VALUES, _CARD_COUNT)
    estates = _counts(path, document, "estates", _NUMBERS, _ESTATE_COUNT)
    numbers = [number for number, count in zip(_NUMBERS, estates, strict=True) for _ in range(count)]
    return Components((one, two, three, four), tuple(numbers))


def _counts(path: Path, document: Mapping[str, Any], name: str, allowed: range, total: int) -> list[int]:
    """Return the numbers by value or estate; their sum must be that of the rulebook. Raise ComponentsError."""
    counts = document.get(name)
    if not isinstance(counts, dict):
        raise _unusable(path, f'"{name}" must say how many there are of each, such as {{"{allowed[0]}": 2}}')
    for key, count in counts.items():
        if key not in map(str, allowed):
            raise _unusable(path, f'"{name}" go from {allowed[0]} to {allowed[-1]}, and "{key}" is none of them')
        if type(count) is not int or count < 0:
            raise _unusable(path, f'how many "{name}" of "{key}" there are must be a whole number, not {count!r}')
    if sum(counts.values()) != total:
        raise _unusable(path, f'the rulebook counts {total} "{name}", but these are {sum(counts.values())}')
    return [counts.get(str(number), 0) for number in allowed]


def _unusable(path: Path, reason: str) -> ComponentsError:
    return ComponentsError(f"The components in {path} cannot be used: {reason}.", path=str(path))


COMPONENTS: Final = read_components(Path(os.environ.get(VARIABLE) or DEFAULT))

Counts: TypeAlias = tuple[int, int, int, int]  # how many tokens of each colour, or cards of each value from 1 to 4

COLOURS: Final = ("yellow", "blue", "green", "red")
YELLOW: Final = 0
BLUE: Final = 1
GREEN: Final = 2
RED: Final = 3
NO_TOKENS: Final = (0, 0, 0, 0)

ALL_TOKENS: Final[Counts] = (29, 27, 20, 10)
LEFT_OUT: Final[dict[int, Counts]] = {3: (8, 4, 0, 0), 4: (4, 2, 0, 0), 5: NO_TOKENS}  # by the number of seats
FIRST_COURT: Final = (4, 2, 0)  # warriors, pipers, monks
FIRST_ESTATES: Final = (2, 1, 0, 0)  # estates, of which one with cattle, none with a castle or an abbey
FIRST_POINTS: Final = {3: 2, 4: 5, 5: 8}

TOKENS_DRAWN: Final = 6
TOKENS_USED: Final = 4  # of those drawn, at most
LEAST_WARRIORS: Final = 3
MOST_ESTATES: Final = 6

HAND: Final = 4  # cards dealt to each seat
VALUES: Final = (1, 2, 3, 4)
HIDDEN: Final = 0  # in place of a card: it lies face-down
COMBATS: Final = 3  # of a raid
DRAWN_RAID_CARDS: Final = 5  # drawn after a raid that no player won, of which two go back
DRAWN_RAID_RETURNED: Final = 2
MOST_EXCHANGED: Final = 3

CARDS: Final[Counts] = COMPONENTS.cards  # how many of each value; a stand-in
ESTATES: Final = COMPONENTS.estates  # the number of each tile, ascending; a stand-in
RED_AREA: Final = 30  # of the track: from here on tiles are turned up
TOP: Final = 42  # points that end the game when the stock of estates is used up

NOBODY: Final = -1  # in place of a seat

COMPONENTS_HASH: Final = sha256(
    "\n".join(
        [
            *(f"{count} {colour} tokens" for colour, count in zip(COLOURS, ALL_TOKENS, strict=True)),
            *(f"{count} cards of value {value}" for value, count in zip(VALUES, CARDS, strict=True)),
            *(f"estate {number}" for number in ESTATES),
        ]
    ).encode()
).hexdigest()


def tokens_in_play(seats: int) -> Counts:
    """Return the numbers of tokens of each colour in a game, those on the boards included."""
    yellow, blue, green, red = (every - out for every, out in zip(ALL_TOKENS, LEFT_OUT[seats], strict=True))
    return yellow, blue, green, red
