"""What a copy of Highland Clans holds that the rulebook does not say, read from a file and checked."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.errors import ComponentsError

VARIABLE: Final = "MOOTHILL_COMPONENTS"
DEFAULT: Final = Path(__file__).with_name("components.json")
_VALUES: Final = range(1, 5)
_NUMBERS: Final = range(30, 43)
_CARDS: Final = 67
_ESTATES: Final = 25


class Counted(NamedTuple):
    """How many cards there are of the values 1 to 4, and the number on each estate, ascending."""

    cards: tuple[int, int, int, int]
    estates: tuple[int, ...]


def counted_in(path: Path) -> Counted:
    """What the file says. Raises ComponentsError with a sentence that names the file and what to mend in it."""
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ComponentsError(f"The components in {path} cannot be read: {error}.", path=str(path)) from error
    try:
        return _counted(written)
    except ComponentsError as refusal:
        raise ComponentsError(f"The components in {path} cannot be used: {refusal.sentence}", path=str(path)) from None


def _counted(written: Any) -> Counted:
    if not isinstance(written, dict) or written.get("game") != "highland-clans":
        raise ComponentsError('it must be a JSON object with "game": "highland-clans".')
    for name in sorted(set(written) - {"game", "remark", "cards", "estates"}):
        raise ComponentsError(f'"{name}" is nothing it can say; it has "cards" and "estates".')
    one, two, three, four = _counts(written, "cards", _VALUES, _CARDS)
    estates = _counts(written, "estates", _NUMBERS, _ESTATES)
    numbers = [number for number, count in zip(_NUMBERS, estates, strict=True) for _ in range(count)]
    return Counted((one, two, three, four), tuple(numbers))


def _counts(written: dict[str, Any], name: str, allowed: range, total: int) -> list[int]:
    """By value or number how many there are; together they are as many as the rulebook counts."""
    counts = written.get(name)
    if not isinstance(counts, dict):
        raise ComponentsError(f'"{name}" must say how many there are of each, such as {{"{allowed[0]}": 2}}.')
    for key, count in counts.items():
        if key not in map(str, allowed):
            raise ComponentsError(f'"{name}" go from {allowed[0]} to {allowed[-1]}, and "{key}" is none of them.')
        if type(count) is not int or count < 0:
            raise ComponentsError(f'how many "{name}" of "{key}" there are must be a whole number, not {count!r}.')
    if sum(counts.values()) != total:
        raise ComponentsError(f'the rulebook counts {total} "{name}", but these are {sum(counts.values())}.')
    return [counts.get(str(number), 0) for number in allowed]


COUNTED: Final = counted_in(Path(os.environ.get(VARIABLE) or DEFAULT))
