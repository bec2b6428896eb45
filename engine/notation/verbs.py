"""The verb that a clause begins with."""

from __future__ import annotations

import re

from engine.core.words import Words

_COLON = re.compile(r"\s*:")


def opening_verb(clause: str, words: Words) -> tuple[str, int] | None:
    """The verb and how many characters it takes, a colon behind it included; None if the clause begins with none.

    Of several spellings that fit, the longest counts.
    """
    lead = len(clause) - len(clause.lstrip())
    folded = clause[lead:].lower()
    for spelling in sorted(words.verbs, key=len, reverse=True):
        if folded.startswith(spelling) and not folded[len(spelling) :][:1].isalnum():
            end = lead + len(spelling)
            colon = _COLON.match(clause, end)
            return words.verbs[spelling], colon.end() if colon else end
    return None
