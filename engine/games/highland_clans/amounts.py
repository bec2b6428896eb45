"""Tokens, cards and seats as people write them: `2 yellow, court green`, `1, 3 and 3`, `seat 2`, `Hamish`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from engine.core.vocabulary import Clause, truncate
from engine.games.highland_clans.components import COLOURS, VALUES

PART: Final = re.compile(r"\s*(?:,|\band\b|\+)\s*", re.IGNORECASE)
_BETWEEN_CARDS: Final = re.compile(rf"{PART.pattern}|\s+", re.IGNORECASE)
_SEAT: Final = re.compile(r"seat\s*(\d{1,3})", re.IGNORECASE)
_TOKENS: Final = re.compile(
    r"(?P<court>court\s+)?(?P<count>\d+)?\s*(?P<too>court\s+)?(?P<colour>[a-z]+)", re.IGNORECASE
)


def seat_in(clause: Clause, written: str) -> int | None:
    """The seat of that number or, where the table is known, of that name, which only one may have."""
    if found := _SEAT.fullmatch(written.strip()):
        return int(found[1]) - 1
    name = written.strip().casefold()
    called = [seat for seat, label in enumerate(clause.seats) if label.casefold() == name]
    return called[0] if len(called) == 1 else None


def tokens_in(clause: Clause, written: str) -> list[tuple[int, int, bool]]:
    """(how many, colour, whether of the court) for each part. Raises NotationError."""
    return [_token(clause, part) for part in PART.split(written.strip())]


def _token(clause: Clause, part: str) -> tuple[int, int, bool]:
    found = _TOKENS.fullmatch(part)
    if found is None or len(found["count"] or "") > 2:
        stands = f"“{truncate(part)}” is no token" if part else "A token is missing here"
        raise clause.unreadable(
            f"{stands}; write how many and the colour, with a comma before the next: 2 yellow, blue."
        )
    count = int(found["count"]) if found["count"] else 1
    return count, sort_of(clause, found["colour"], COLOURS), bool(found["court"] or found["too"])


def sort_of(clause: Clause, written: str, names: Sequence[str]) -> int:
    """The place among `names` of a name, which may be shortened or in the plural. Raises NotationError."""
    folded = written.strip().lower().removeprefix("a ")
    fits = [at for at, name in enumerate(names) if folded and (name.startswith(folded) or folded == f"{name}s")]
    if len(fits) == 1:
        return fits[0]
    near = get_close_matches(folded, names, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(names)}."
    raise clause.unreadable(f"“{truncate(written)}” is none of the tokens. {hint}")


def cards_in(clause: Clause, written: str) -> list[int]:
    """The values, ascending, however they were listed. Raises NotationError."""
    cards = []
    for part in _BETWEEN_CARDS.split(written.strip()):
        if part not in map(str, VALUES):
            stands = f"“{truncate(part)}” is no card" if part else "A card is missing here"
            raise clause.unreadable(f"{stands}; cards have values from {VALUES[0]} to {VALUES[-1]}.")
        cards.append(int(part))
    return sorted(cards)
