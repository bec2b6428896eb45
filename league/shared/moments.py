"""Moments in words with their time zone, also where that has no letters: "23:59 GMT", "23:59 UTC+1"."""

import re
from datetime import datetime
from typing import Final

from django.utils.formats import date_format

_OFFSET: Final = re.compile(r"(?<![\d:])([+-])0?(\d{1,2})(\d\d)?(?=\)?$)")


def with_zone(moment: datetime, form: str) -> str:
    """Return the moment in its own time zone, by a format that ends in the zone (`T`)."""
    return _OFFSET.sub(_offset, date_format(moment, form))


def _offset(found: re.Match[str]) -> str:
    sign = "\N{MINUS SIGN}" if found[1] == "-" else "+"
    return "UTC" if found[0].strip("+-0") == "" else f"UTC{sign}{found[2]}{f':{found[3]}' if found[3] else ''}"
