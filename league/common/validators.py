"""Checks of what people and programs send: whole numbers in addresses and buttons, and dates."""

from datetime import date, datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST_DIGITS: Final = 20  # with leading zeros
LARGEST: Final = 10**9 - 1  # every column of whole numbers holds it
EARLIEST: Final = date(1970, 1, 1)
LATEST: Final = date(2100, 12, 31)


def whole_number(text: str, most: int = LARGEST) -> int | None:
    """Return the number that the digits 0 to 9 write; None for any other text, and for a number above `most`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        return None
    number = int(text)
    return number if number <= most else None


def validate_plausible_date(day: date) -> None:
    """Raise ValidationError for a day or moment before 1970 or after 2100."""
    if not EARLIEST <= (day.date() if isinstance(day, datetime) else day) <= LATEST:
        raise ValidationError(_("Enter a date between 1970 and 2100."), code="implausible_day")
