"""The syntax of records in text: seat names, free text, headings, and clauses of a verb and an object.

Free text is written plain where that is unambiguous, else between double quotes as a JSON string.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, TypeAlias

from engine.core import registry
from engine.core.patterns import Pattern
from engine.core.text import is_text, truncate
from engine.core.vocabulary import Clause, Vocabulary, notation_error

RESULT_KEYS: Final = frozenset({"points", "places", "reason", "fault"})  # what begins the lines of a record's ending

# Letters, digits and the marks of ordinary names; no colon, comma or quote, which part the notation.
_PLAIN_LABEL = re.compile(r"[^\W_][\w .'’-]*")  # noqa: RUF001 (an apostrophe as phones type it)
_NUMBERED = re.compile(r"seat\s*([0-9]{1,4})", re.IGNORECASE)
QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
# Quoted or plain up to a quote that nothing closes, and from there on plain: no character is looked at thrice.
_UNCOMMENTED = re.compile(rf'(?:{QUOTED}|[^"#]|(?<=\S)#)*(?:[^#]|(?<=\S)#)*')
UNKNOWN: Final = "?"
_HEADING = re.compile(r"\s*([^\W\d]+\s+\d+)\s*(?:[.:]\s*)?")  # such as `Round 2`
_SEVERAL_UNKNOWN = re.compile(r"\s*(?P<count>[0-9]{1,2})\s*\?\s*")  # such as `10 ?`
_MOST_AT_ONCE: Final = 60


def seat_name(seats: Sequence[str], seat: int) -> str:
    """Return how a line names its seat: its label, or `seat 2` where the label is ambiguous."""
    label = seats[seat]
    alone = sum(_folded(other) == _folded(label) for other in seats) == 1
    says_who = alone and is_plain(label) and not _NUMBERED.fullmatch(label) and _folded(label) not in _reserved_words()
    return label if says_who else f"seat {seat + 1}"


def is_plain(label: str) -> bool:
    """Whether the label can be written without quotes."""
    return bool(_PLAIN_LABEL.fullmatch(label)) and label == label.strip() and label.isprintable()


def find_seat(seats: Sequence[str], written: str) -> int | None:
    """Return the seat written as its label in any case or as `seat 2`; None if there is no such seat."""
    if number := _NUMBERED.fullmatch(written.strip()):
        seat = int(number[1]) - 1
        return seat if 0 <= seat < len(seats) else None
    matches = seats_with_label(seats, written)
    return matches[0] if len(matches) == 1 and _folded(written) not in _reserved_words() else None


def seats_with_label(seats: Sequence[str], written: str) -> list[int]:
    """Return all seats with that label."""
    return [seat for seat, label in enumerate(seats) if _folded(label) == _folded(written)]


@cache
def _reserved_words() -> frozenset[str]:
    """Return the words that begin lines, such as `Deal:`; a seat with such a name is called by its number."""
    return RESULT_KEYS | {spelling for game in registry.games().values() for spelling in game.words.verbs}


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()


def parse_verb(clause: str, words: Vocabulary) -> tuple[str, int] | None:
    """Return the verb that a clause begins with and its length, with a colon after it; None without a verb.

    Of several spellings that match, the longest counts.
    """
    found = _verb_pattern(tuple(words.verbs)).match(clause)
    verb = words.verbs.get(found["verb"].lower()) if found else None  # there are letters that only look like others
    return None if found is None or verb is None else (verb, found.end())


@lru_cache(maxsize=16)
def _verb_pattern(spellings: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of the spellings, the longest first, not followed by a letter or digit."""
    longest_first = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
    return re.compile(rf"\s*(?P<verb>{longest_first})(?![^\W_])(?:\s*:)?", re.IGNORECASE)


def write_text(text: str) -> str:
    """Return the text as it is written up to the end of a line."""
    plain = text.isprintable() and text == text.strip() and '"' not in text and "#" not in text
    return text if plain and text else json.dumps(text)


def parse_text(written: str, line: int, column: int) -> str:
    """Return the text that `write_text` wrote. Raise NotationError."""
    text = _unquote(written, line, column) if written.startswith('"') else written
    if not is_text(text):
        sentence = "The text holds half a character, or a NUL, which nobody can read; leave it out."
        raise notation_error(sentence, line, column)
    return text


def _unquote(written: str, line: int, column: int) -> str:
    try:
        return str(json.loads(written))
    except ValueError as error:
        sentence = f"The quoted text {truncate(written)} cannot be read; end it with a quote and leave out backslashes."
        raise notation_error(sentence, line, column) from error


def without_comment(line: str) -> str:
    """Return the line without its comment: a `#` at the start or after a blank, outside quotes, and what follows it."""
    kept = _UNCOMMENTED.match(line)
    return (kept[0] if kept else line).rstrip()


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, such as `Round 2`."""

    text: str
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """Text that begins with no verb."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """An event of the JSON form; `number` counts from 1, `seat` moves, if the record says so."""

    pattern: Pattern
    number: int
    line: int
    column: int = 1
    seat: int | None = None


Item: TypeAlias = Heading | UnknownWord | Clause | Numbers


def parse_line(line: str, number: int, seats: Sequence[str], words: Vocabulary) -> Iterator[Item]:
    """Yield the items of a line; text that begins with no verb ends it."""
    found = _HEADING.fullmatch(line)
    heading = found[1] if found else ""
    if heading and heading.split()[0].lower() not in words.verbs:
        yield Heading(heading, number)
        return
    before, colon, _ = line.partition(":")
    seat = find_seat(seats, before) if colon else None
    at = 0 if seat is None else len(before) + 1
    for part in line[at:].split(";"):
        if part.strip():
            for item in _parse_clauses(part, number, at, words):
                if isinstance(item, UnknownWord):
                    yield item
                    return
                yield replace(item, seat=seat, seats=tuple(seats), heading=heading)
        at += len(part) + 1


def has_unknowns(item: Item) -> bool:
    """Whether the item is an event with unknowns."""
    if isinstance(item, Numbers):
        return None in item.pattern
    return isinstance(item, Clause) and UNKNOWN in item.what


def _parse_clauses(part: str, number: int, at: int, words: Vocabulary) -> Iterator[Clause | UnknownWord]:
    """Yield the clauses of a part; a listing verb has one for each object."""
    found = parse_verb(part, words)
    if found is None:
        yield UnknownWord(part, number, at + len(part) - len(part.lstrip()) + 1)
        return
    verb, length = found
    at += length
    pieces = part[length:].split(",") if verb in words.listing else [part[length:]]
    for piece in pieces:
        column = at + 1 + len(piece) - len(piece.lstrip())
        several = _SEVERAL_UNKNOWN.fullmatch(piece) if verb in words.listing else None
        count = min(int(several["count"]), _MOST_AT_ONCE) if several else 1
        for _ in range(count):
            yield Clause(verb, UNKNOWN if several else piece.strip(), number, column)
        at += len(piece) + 1
