"""The verb that a clause begins with."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.core.vocabulary import Vocabulary


def opening_verb(clause: str, words: Vocabulary) -> tuple[str, int] | None:
    """The verb and how many characters it takes, a colon behind it included; None if the clause begins with none.

    Of several spellings that fit, the longest counts.
    """
    found = _openings(tuple(words.verbs)).match(clause)
    verb = words.verbs.get(found["verb"].lower()) if found else None  # there are letters that only look like others
    return None if found is None or verb is None else (verb, found.end())


@lru_cache(maxsize=16)
def _openings(spellings: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the spellings, the longest first, with no letter or digit behind it."""
    longest_first = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
    return re.compile(rf"\s*(?P<verb>{longest_first})(?![^\W_])(?:\s*:)?", re.IGNORECASE)
