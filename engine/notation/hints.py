"""What to tell somebody whose clause begins with no verb: the likeliest slip first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from engine.core.vocabulary import Vocabulary, truncate
from engine.notation.head import HEAD_WORDS
from engine.notation.labels import seats_called

_SEAT = re.compile(r"seat(?![^\W\d_])\s*(?P<number>\d*)", re.IGNORECASE)
_WORD_END = re.compile(r"[\s:,]")


def why_no_clause(part: str, seats: Sequence[str], words: Vocabulary, heading: str | None) -> str:
    """A sentence for `part`, which begins with none of the verbs; `heading` is what may stand here."""
    before, colon, _ = part.strip().partition(":")
    named = truncate(before.strip() if colon else _WORD_END.split(part.strip(), maxsplit=1)[0])
    folded = named.lower()
    if seat := _SEAT.match(part.strip()):
        return _about_seat(seat, part.strip()[seat.end() :].lstrip(), seats)
    if len(seats_called(seats, named)) > 1:
        return f"Several seats are called {named}; write seat 1, seat 2 and so on."
    if colon and seats_called(seats, named):
        return f"The turn of {named} begins a line of its own."
    if forgot := _forgot_colon(part, seats):
        return f"A colon is missing behind {forgot}; write for instance “{forgot}: pass”."
    if folded in HEAD_WORDS:
        return f"“{named}” belongs into the head of the record, before anything is dealt."
    if heading and heading.lower().startswith(f"{folded} "):
        return f"The heading that may stand here is “{heading}”."
    return _unknown(named, seats, words)


def _about_seat(seat: re.Match[str], rest: str, seats: Sequence[str]) -> str:
    """A sentence for a part that begins with `seat`, which no seat's name is."""
    number = seat["number"]
    if not number:
        return (
            f"A number is missing behind “{seat[0].strip()}”. Write seat 1 to seat {len(seats)}, or the player's name."
        )
    if not 1 <= int(number[:9]) <= len(seats):
        return f"There is no seat {truncate(number)} at this table; its seats go from 1 to {len(seats)}."
    if rest.startswith(":"):
        return f"The turn of seat {number} begins a line of its own."
    return f"A colon is missing behind seat {number}; write for instance “seat {number}: pass”."


def _forgot_colon(part: str, seats: Sequence[str]) -> str | None:
    """The name that the clause begins with, if a blank follows it."""
    folded = part.strip().casefold()
    return next((label for label in seats if label and folded.startswith(f"{label.casefold()} ")), None)


def _unknown(named: str, seats: Sequence[str], words: Vocabulary) -> str:
    near = _nearest(named, [*seats, *words.verbs])
    if near:
        return f"“{named}” begins no clause. Did you mean “{near}”?"
    names, verbs = ", ".join(map(truncate, seats)), ", ".join(sorted(set(words.verbs.values())))
    return f"“{named}” is neither a seat ({names}) nor one of the words a clause begins with: {verbs}."


def _nearest(written: str, known: Iterable[str]) -> str | None:
    """The known word most like what was written, whatever the case."""
    spelling = {word.casefold(): word for word in known}
    near = get_close_matches(written.casefold(), list(spelling), n=1)
    return spelling[near[0]] if near else None
