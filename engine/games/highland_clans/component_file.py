"""Reads the file of components of Highland Clans.

How many cards there are of each value and estates of each number are STAND-INS, since the rulebook counts only all
cards (67, values 1 to 4) and all estates (25, numbers 30 to 42). They are read from `components.json` beside this file,
or from the file that the environment variable MOOTHILL_COMPONENTS names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

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
        raise _unusable(path, f'"{name}" is nothing it can say; it has "cards" and "estates"')
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
