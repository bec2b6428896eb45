"""A decoder of JSON that refuses what other readers understand differently: a name twice, giant numbers, NaN."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn


class StrictJSONError(ValueError):
    """What is refused though Python reads it; `written` is what the JSON says."""

    def __init__(self, written: str) -> None:
        super().__init__(written)
        self.written = written


class RepeatedName(StrictJSONError):
    """An object has a name twice."""


class LongNumber(StrictJSONError):
    """A whole number has too many digits."""


class NoNumber(StrictJSONError):
    """`NaN`, `Infinity` or `-Infinity` stands where JSON wants a number."""


def strict_decoder(most_digits: int, parse_float: Callable[[str], Any] = float) -> json.JSONDecoder:
    """Return a decoder of whole numbers of up to `most_digits`, which raises StrictJSONError.

    What `parse_float` raises for a number with a point or an exponent is raised too.
    """

    def parse_int(digits: str) -> int:
        if len(digits.lstrip("-")) > most_digits:
            raise LongNumber(digits)
        return int(digits)

    return json.JSONDecoder(
        parse_int=parse_int, parse_float=parse_float, parse_constant=refuse_number, object_pairs_hook=_object
    )


def refuse_number(written: str) -> NoReturn:
    """Raise NoNumber; as `parse_float` it refuses all but whole numbers."""
    raise NoNumber(written)


def next_document(text: str, start: int) -> int:
    """Return where the next of several JSON documents begins; the length of the text if there is none."""
    while start < len(text) and text[start].isspace():
        start += 1
    return start


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        counts = Counter(name for name, _ in pairs)  # a body may have 600,000 names
        raise RepeatedName(next(name for name, count in counts.items() if count > 1))
    return fields
