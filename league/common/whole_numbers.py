"""Whole numbers in addresses and in what buttons send."""

from typing import Final

MOST_DIGITS: Final = 20  # with leading zeros
LARGEST: Final = 10**9 - 1  # every column of whole numbers holds it


def whole_number(text: str, most: int = LARGEST) -> int | None:
    """Return the number that the digits 0 to 9 write; None for any other text, and for a number above `most`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        return None
    number = int(text)
    return number if number <= most else None
