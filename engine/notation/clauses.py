"""A line of a record, taken apart without knowing what it is about: a heading, or clauses of a verb and an object."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from engine.core.vocabulary import Clause, Pattern, Vocabulary
from engine.notation.labels import seat_named
from engine.notation.verbs import opening_verb

UNKNOWN: Final = "?"

_HEADING = re.compile(r"\s*([^\W\d]+\s+\d+)\s*[.:]?\s*")  # such as `Round 2`
_SEVERAL = re.compile(r"\s*(?P<count>\d{1,2})\s*\?\s*")  # such as `10 ?`
_MOST_AT_ONCE: Final = 60


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, such as `Round 2`."""

    text: str
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class Slip:
    """Something that begins with no verb."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """An event in numbers, as JSON has it; `number` counts from 1, `seat` moves, if the record says who does."""

    pattern: Pattern
    number: int
    line: int
    column: int = 1
    seat: int | None = None


Item: TypeAlias = Heading | Slip | Clause | Numbers


def items_of(line: str, number: int, seats: Sequence[str], words: Vocabulary) -> Iterator[Item]:
    """What stands in the line, in order; what begins with no verb ends it."""
    heading = _HEADING.fullmatch(line)
    if heading and line.split(maxsplit=1)[0].lower() not in words.verbs:
        yield Heading(heading[1], number)
        return
    before, colon, _ = line.partition(":")
    seat = seat_named(seats, before) if colon else None
    at = 0 if seat is None else len(before) + 1
    for part in line[at:].split(";"):
        if part.strip():
            for item in _objects(part, number, at, words):
                yield replace(item, seat=seat, seats=tuple(seats)) if isinstance(item, Clause) else item
                if isinstance(item, Slip):
                    return
        at += len(part) + 1


def leaves_open(item: Item) -> bool:
    """Whether the item stands for an event that is not stated in full."""
    if isinstance(item, Numbers):
        return None in item.pattern
    return isinstance(item, Clause) and UNKNOWN in item.what


def _objects(part: str, number: int, at: int, words: Vocabulary) -> Iterator[Clause | Slip]:
    """The clauses of a part, a listing verb's objects one by one."""
    found = opening_verb(part, words)
    if found is None:
        yield Slip(part, number, at + len(part) - len(part.lstrip()) + 1)
        return
    verb, length = found
    at += length
    pieces = part[length:].split(",") if verb in words.listing else [part[length:]]
    for piece in pieces:
        column = at + 1 + len(piece) - len(piece.lstrip())
        several = _SEVERAL.fullmatch(piece) if verb in words.listing else None
        count = min(int(several["count"]), _MOST_AT_ONCE) if several else 1
        for _ in range(count):
            yield Clause(verb, UNKNOWN if several else piece.strip(), number, column)
        at += len(piece) + 1
