"""Parses records in text, without replaying them: header, items of the body, result.

The first line that cannot be parsed ends the items. Its error is kept and raised after the items before it have
been replayed, so that the first bad line is always the one that is named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Final

from engine.core import registry
from engine.core.errors import EngineError, RecordError
from engine.core.game import Game, Outcome
from engine.core.options import OptionValue, settle_options, written_option
from engine.core.record import NOTATION_VERSION, Fault, Record, new_record, start, written_options
from engine.core.text import is_label, truncate
from engine.core.vocabulary import notation_error, with_position
from engine.notation.syntax import (
    QUOTED,
    RESULT_KEYS,
    Item,
    UnknownWord,
    find_seat,
    has_unknowns,
    is_plain,
    parse_line,
    parse_text,
    seat_name,
    without_comment,
    write_text,
)

_APOSTROPHE = re.compile("['’]")  # noqa: RUF001 (as phones type it)
INVALID_LABEL: Final = "A control character stands in the name of a seat; write names with letters, digits and blanks."
_OPTION_SEPARATOR = re.compile(r"\s*[=:]\s*|\s+")
HEADER_KEYS: Final = ("game", "rules", "cards", "options", "seats")
_LABEL = re.compile(rf'\s*(?:{QUOTED}|[^",\s](?:[^",]*[^",\s])?)\s*')
_FAULT_EVENT = re.compile(r"\sat\s+event\s+(?P<event>[0-9]{1,9})\s*:", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"\s*-?[0-9]{1,9}\s*")
MOST_ITEMS: Final = 20_000  # many times as many as the longest game has
_FIRST_LINE = re.compile(r"moothill\s+record(?:\s+(?P<version>[0-9]{1,4}))?", re.IGNORECASE)


@dataclass(slots=True)
class ParsedRecord:
    """A parsed record: `head` has no events and no outcome; `unread` is the error of the first line not parsed."""

    head: Record
    items: list[Item] = field(default_factory=list)
    result: ResultParser = field(default_factory=lambda: ResultParser(()))
    unread: EngineError | None = None
    last_line: int = 1
    closed: bool = False  # the last item cannot be read, so that nothing behind it counts

    @property
    def has_unknowns(self) -> bool:
        """Whether any event has unknowns."""
        return any(has_unknowns(item) for item in self.items)


def parse_records(text: str) -> Iterator[ParsedRecord]:
    """Yield the records of `text`. Raise EngineError for a header that cannot be parsed."""
    reader: _RecordParser | None = None
    for number, written in enumerate(text.split("\n"), start=1):
        line = without_comment(written)
        if not line.strip():
            continue
        if begins := _FIRST_LINE.fullmatch(line.strip()):
            if reader is not None:
                yield reader.parsed()
            reader = _RecordParser(int(begins["version"] or 1))
        elif reader is None:
            raise notation_error("A record begins with the line: Moothill record 1", number, 1)
        else:
            reader.read(line, number)
    if reader is not None:
        yield reader.parsed()


class _RecordParser:
    """Parser of one record: header, items, result."""

    def __init__(self, version: int) -> None:
        self._head = HeaderParser(version)
        self._parsed: ParsedRecord | None = None
        self._ends = False
        self._line = 1

    def read(self, line: str, number: int) -> None:
        """Parse one line that is not empty. Raise EngineError until the header is complete."""
        if self._parsed is None:
            self._line = number
            self._read(line, number)
        elif self._parsed.unread is None and not self._parsed.closed:
            self._line = number
            try:
                self._read(line, number)
            except EngineError as refusal:
                self._parsed.unread = refusal

    def parsed(self) -> ParsedRecord:
        """Return the parsed record. Raise EngineError without a complete header."""
        parsed = self._begun(self._line)
        parsed.last_line = self._line
        return parsed

    def _read(self, line: str, number: int) -> None:
        before, colon, after = line.partition(":")
        key, what = before.strip().lower(), after.strip()
        column = len(before) + 2 + len(after) - len(after.lstrip())
        if colon and key in RESULT_KEYS:
            self._ends = True
            self._begun(number).result.read(key, what, number, column)
        elif self._ends:
            raise notation_error("Nothing but Points, Places, Reason and Fault follows the end of a game.", number, 1)
        elif self._parsed is None and self._head.takes(key, number, is_pair=bool(colon)):
            self._head.read(key, what, number, column)
        else:
            parsed = self._begun(number)
            if len(parsed.items) > MOST_ITEMS:
                raise notation_error("No game is as long as this; leave out what does not belong to it.", number, 1)
            words = registry.game(parsed.head.game).words
            parsed.items += parse_line(line, number, parsed.head.seats, words)
            if parsed.items and isinstance(parsed.items[-1], UnknownWord):
                parsed.closed = True

    def _begun(self, number: int) -> ParsedRecord:
        if self._parsed is None:
            try:
                head = self._head.settled(number)
                start(head)
            except EngineError as refusal:
                raise with_position(refusal, number, 1) from refusal
            self._parsed = ParsedRecord(head, result=ResultParser(head.seats))
        return self._parsed


@dataclass(slots=True)
class HeaderParser:
    """The header so far; the rest is as in the present rules."""

    version: int = NOTATION_VERSION
    game: Game | None = None
    rules: str | None = None
    cards: str | None = None
    options: dict[str, OptionValue] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    given: set[str] = field(default_factory=set)

    def takes(self, key: str, line: int, *, is_pair: bool) -> bool:
        """Whether a line belongs to the header, by the word before the colon. Raise NotationError if misspelt."""
        if self.game is not None or (is_pair and key in HEADER_KEYS):
            return key in HEADER_KEYS
        near = get_close_matches(key, HEADER_KEYS, n=1)
        hint = f"did you mean “{near[0].capitalize()}:”?" if near else "begin it with: Game: Lords of Scotland"
        raise notation_error(f"The head of the record does not say yet which game it is; {hint}", line, 1)

    def settled(self, line: int) -> Record:
        """Return a record without events from a complete header. Raise EngineError if it is not complete."""
        if self.game is None:
            raise notation_error("The record does not say which game it is; add: Game: Lords of Scotland", line, 1)
        if not self.seats:
            raise notation_error("The record does not say who played; add: Seats: Morag, Hamish", line, 1)
        record = new_record(self.game, self.options, self.seats, (), None)
        return replace(
            record,
            rules_version=self.rules or record.rules_version,
            components_hash=self.cards or record.components_hash,
            notation_version=self.version,
        )

    def read(self, key: str, what: str, line: int, column: int) -> None:
        """Parse one line of the header. Raise EngineError with line and column."""
        if key in self.given:
            raise notation_error(f"The head says “{key.capitalize()}:” twice; once is enough.", line, 1)
        self.given.add(key)
        try:
            self._read(key, what, line, column)
        except EngineError as refusal:
            raise with_position(refusal, line, column) from refusal

    def _read(self, key: str, what: str, line: int, column: int) -> None:
        if key == "game":
            self.game = registry.game(truncate("-".join(_APOSTROPHE.sub("", what.lower()).split())))
        elif key == "rules":
            self.rules = what.lower()
        elif key == "cards":
            self.cards = what.lower()
        elif key == "options":
            self._read_options(what, line, column)
        else:
            self._read_seats(what, line, column)

    def _read_options(self, what: str, line: int, column: int) -> None:
        if self.game is None:
            raise notation_error("Name the game before its options, as in: Game: Lords of Scotland", line, column)
        for written in what.split(","):
            name, *value = _OPTION_SEPARATOR.split(truncate(written.strip()), maxsplit=1)
            if not value:
                raise notation_error("Write each option with its value, as in: Options: bruce on", line, column)
            known, option = written_option(self.game, name, value[0])
            if known in self.options:
                raise notation_error(f"The option “{known}” is given twice; once is enough.", line, column)
            self.options[known] = option
        self.options = settle_options(self.game, self.options)

    def _read_seats(self, what: str, line: int, column: int) -> None:
        labels: list[str] = []
        at = 0
        while at <= len(what):
            found = _LABEL.match(what, at)
            if found is None or (found.end() < len(what) and what[found.end()] != ","):
                sentence = 'A seat is missing here; write the names with commas between: Seats: Morag, "Ann, the elder"'
                raise notation_error(sentence, line, column + at)
            label = parse_text(found[0].strip(), line, column + at)
            if not is_label(label):
                raise notation_error(INVALID_LABEL, line, column + at)
            labels.append(label)
            at = found.end() + 1
        self.seats = tuple(labels)


def header_lines(record: Record) -> list[str]:
    """Return the lines of a record's header."""
    game = registry.game(record.game)
    options = ", ".join(
        f"{name} {value if isinstance(value, str) else 'on' if value else 'off'}"
        for name, value in written_options(record.game, record.options).items()
    )
    return [
        f"Moothill record {record.notation_version}",
        f"Game: {game.name}",
        f"Rules: {record.rules_version}",
        f"Cards: {record.components_hash}",
        *([f"Options: {options}"] if options else []),
        f"Seats: {write_labels(record.seats)}",
    ]


def write_labels(seats: Sequence[str]) -> str:
    """Return the names of the players as the header lists them."""
    return ", ".join(label if is_plain(label) else json.dumps(label) for label in seats)


class ResultParser:
    """The result and the faults at the end of a record, as far as they are parsed."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._seats = seats
        self._given: set[str] = set()
        self._points: tuple[int, ...] = ()
        self._places: tuple[int, ...] = ()
        self._reason = ""
        self.faults: list[Fault] = []

    def read(self, key: str, what: str, line: int, column: int) -> None:
        """Parse one line; `key` is one of RESULT_KEYS. Raise NotationError."""
        if key in self._given and key != "fault":
            raise notation_error(f"{key.capitalize()} is given twice; once is enough.", line, 1)
        self._given.add(key)
        if key == "points":
            self._points = self._numbers(what, line, column)
        elif key == "places":
            self._places = self._numbers(what, line, column)
        elif key == "reason":
            self._reason = parse_text(what, line, column)
        else:
            self.faults.append(self._fault(what, line, column))

    @classmethod
    def stated(cls, outcome: Outcome | None, faults: Sequence[Fault]) -> ResultParser:
        """Return the result of a record in another form."""
        ending = cls(())
        ending.faults = list(faults)
        if outcome is not None:
            ending._given = {"points", "places", "reason"}
            ending._points, ending._places, ending._reason = outcome.points, outcome.places, outcome.reason
        return ending

    @property
    def is_there(self) -> bool:
        """Whether any part of the outcome is stated."""
        return bool(self._given - {"fault"})

    def outcome(self, played: Outcome | None) -> Outcome | None:
        """Return the stated outcome; without a reason it has that of the outcome played. Raise RecordError."""
        stated = self._given - {"fault"}
        if not stated:
            return None
        if missing := sorted({"points", "places"} - stated):
            given, wanted = " and ".join(sorted(stated)).capitalize(), " and ".join(missing).capitalize()
            raise RecordError(f"{given} alone cannot say how the game ended: {wanted} should stand there too.")
        return Outcome(self._points, self._places, self._reason or (played.reason if played else ""))

    def _numbers(self, what: str, line: int, column: int) -> tuple[int, ...]:
        parts = what.split(",")
        if len(parts) != len(self._seats) or not all(map(_WHOLE_NUMBER.fullmatch, parts)):
            sentence = (
                f"Here stand {len(self._seats)} whole numbers with commas between, one a seat, not “{truncate(what)}”."
            )
            raise notation_error(sentence, line, column)
        return tuple(map(int, parts))

    def _fault(self, what: str, line: int, column: int) -> Fault:
        found = _FAULT_EVENT.search(what)
        seat = find_seat(self._seats, what[: found.start()]) if found else None
        if found is None or seat is None:
            raise notation_error("A fault is written like this: Fault: seat 2 at event 17: timeout", line, column)
        return Fault(seat, int(found["event"]), parse_text(what[found.end() :].strip(), line, column))


def result_lines(record: Record) -> list[str]:
    """Return the lines of a record's faults and outcome; none for an unfinished game without faults."""
    lines = [
        f"Fault: {seat_name(record.seats, fault.seat)} at event {fault.event}: {write_text(fault.reason)}"
        for fault in record.faults
    ]
    if record.outcome is not None:
        lines.append(f"Points: {', '.join(map(str, record.outcome.points))}")
        lines.append(f"Places: {', '.join(map(str, record.outcome.places))}")
        lines.append(f"Reason: {write_text(record.outcome.reason)}")
    return lines
