"""Validators for fields of forms, of the API and of files."""

from datetime import date, datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

EARLIEST: Final = date(1970, 1, 1)
LATEST: Final = date(2100, 12, 31)


def validate_plausible_date(day: date) -> None:
    """Raise ValidationError for a day or moment before 1970 or after 2100."""
    if not EARLIEST <= (day.date() if isinstance(day, datetime) else day) <= LATEST:
        raise ValidationError(_("Enter a date between 1970 and 2100."), code="implausible_day")
