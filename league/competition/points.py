"""Points, counted in a unit so small that they always divide exactly.

A point is 720 = 6! units. Points per place are stated in whole points for one table size, interpolated for a table of
another size (divisors up to 4), and shared by up to five (divisors up to 5): every possible quotient is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

POINT = 720

_FRACTIONS = {0: ""} | {
    POINT * numerator // denominator: character
    for character, numerator, denominator in (
        ("⅙", 1, 6),
        ("¼", 1, 4),
        ("⅓", 1, 3),
        ("½", 1, 2),
        ("⅔", 2, 3),
        ("¾", 3, 4),
        ("⅚", 5, 6),
    )
}


def as_text(units: int, scale: int = POINT) -> str:
    """Return a number of units as people write it: 2½, ⅓, 1.42 (two decimals, rounded to the nearest)."""
    sign = "-" if units < 0 else ""
    whole, rest = divmod(abs(units), scale)
    fraction = _FRACTIONS.get(rest * POINT // scale) if rest * POINT % scale == 0 else None
    if fraction is not None:
        return sign + (f"{whole}{fraction}" if whole or not fraction else fraction)
    return as_decimal(units, scale)


def as_decimal(units: int, scale: int = POINT) -> str:
    """Return a number of units with two decimals: 2.50, 0.33 (rounded to the nearest)."""
    hundredths = (abs(units) * 200 + scale) // (2 * scale)
    return f"{'-' if units < 0 else ''}{hundredths // 100}.{hundredths % 100:02d}"


def needs_decimals(values: Iterable[int], scale: int = POINT) -> bool:
    """Return whether one of these has no fraction sign, so that a column of them needs decimals."""
    return any(
        rest * POINT % scale or rest * POINT // scale not in _FRACTIONS for rest in (abs(v) % scale for v in values)
    )


def per_place(stated: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the units for each place at a table of `size`, from those stated for a table of `len(stated)`.

    First and last keep theirs; places between are interpolated. So a smaller table neither pays its winner less nor its
    last more.
    """
    spread, gaps = [], size - 1
    for place in range(size):
        before, part = divmod(place * (len(stated) - 1), gaps)
        after = stated[before + 1] if part else 0
        spread.append((stated[before] * (gaps - part) + after * part) // gaps)
    return tuple(spread)


def places_of(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return places, smallest key first; equal keys share a place and the next places are skipped: 1, 2, 2, 4."""
    return tuple(1 + sum(other < own for other in keys) for own in keys)


def share_units(units: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the units of each seat: entries that share a place share the units of the places they fill.

    `places` count 1, 2, 2, 4. Places beyond the table pay nothing, so a double forfeit (2, 2) pays nothing.
    """
    sharers = {place: places.count(place) for place in places}
    return tuple(sum(units[place - 1 : place - 1 + sharers[place]]) // sharers[place] for place in places)
