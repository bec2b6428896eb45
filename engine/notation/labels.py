"""How a line names its seat: by the label in the head where that is plain and the only one, else as `seat 2`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.core import registry

ENDINGS: Final = frozenset({"points", "places", "reason", "fault"})  # what begins the lines of a record's ending

# Letters, digits and the marks of ordinary names; no colon, comma or quote, which part the notation.
_PLAIN = re.compile(r"[^\W_][\w .'’-]*")  # noqa: RUF001 (an apostrophe as phones type it)
_NUMBERED = re.compile(r"seat\s*(\d{1,4})", re.IGNORECASE)


def name_of_seat(seats: Sequence[str], seat: int) -> str:
    """What stands before the colon of that seat's lines."""
    label = seats[seat]
    alone = sum(_folded(other) == _folded(label) for other in seats) == 1
    says_who = alone and is_plain(label) and not _NUMBERED.fullmatch(label) and _folded(label) not in _openings()
    return label if says_who else f"seat {seat + 1}"


def is_plain(label: str) -> bool:
    """Whether the label can be written without quotes."""
    return bool(_PLAIN.fullmatch(label)) and label == label.strip() and label.isprintable()


def seat_named(seats: Sequence[str], written: str) -> int | None:
    """The seat that somebody wrote, by its label in any case or as `seat 2`; None if it is no seat's name."""
    if number := _NUMBERED.fullmatch(written.strip()):
        seat = int(number[1]) - 1
        return seat if 0 <= seat < len(seats) else None
    matches = seats_called(seats, written)
    return matches[0] if len(matches) == 1 and _folded(written) not in _openings() else None


def seats_called(seats: Sequence[str], written: str) -> list[int]:
    """All seats of that label."""
    return [seat for seat, label in enumerate(seats) if _folded(label) == _folded(written)]


@cache
def _openings() -> frozenset[str]:
    """Words that begin lines themselves, such as `Deal:`; a seat of that name is called by its number."""
    return ENDINGS | {spelling for game in registry.games().values() for spelling in game.words.verbs}


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()
