"""A player's last results as letters: a for nobody beaten to y for the whole table, in twenty-fourths of it.

Twenty-fourths are exact for every table of two to five: a shared place beats half of those it is shared with.
"""

from collections.abc import Sequence
from functools import lru_cache

FORM_LENGTH = 10
WHOLE_TABLE = 24


@lru_cache(maxsize=1024)
def letters(places: tuple[int, ...]) -> tuple[str, ...]:
    """Return the letter of each seat."""
    return tuple(chr(ord("a") + _beaten(places, place)) for place in places)


def shares(form: str) -> Sequence[float]:
    """Return the shares of the table that were beaten, 0 to 1."""
    return [(ord(letter) - ord("a")) / WHOLE_TABLE for letter in form]


def _beaten(places: Sequence[int], place: int) -> int:
    halves = sum(2 * (other > place) + (other == place) for other in places) - 1
    return halves * WHOLE_TABLE // (2 * (len(places) - 1))
