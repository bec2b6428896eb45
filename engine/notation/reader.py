"""Reads records in words. Each event is replayed as it is read, so that the first bad line is the one that is named."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.errors import EngineError
from engine.core.record import Record
from engine.core.words import placed, unreadable
from engine.notation.body import Body
from engine.notation.ending import Ending
from engine.notation.head import Head
from engine.notation.labels import ENDINGS
from engine.notation.quoting import without_comment

_FIRST_LINE = re.compile(r"moothill\s+record(?:\s+(?P<version>\d{1,4}))?", re.IGNORECASE)


def from_text(text: str) -> Record:
    """The one record in `text`. Raises EngineError; `line` and `column` are among its facts."""
    records = records_in(text)
    record = next(records, None)
    if record is None:
        raise unreadable("There is no record here; a record begins with the line: Moothill record 1", 1, 1)
    if next(records, None) is not None:
        raise unreadable("There is more than one record here, and only one is wanted.", 1, 1)
    return record


def records_in(text: str) -> Iterator[Record]:
    """The records of `text`, one after the other. Raises EngineError as `from_text` does."""
    reader: _Reader | None = None
    number = 0
    for number, written in enumerate(text.split("\n"), start=1):
        line = without_comment(written)
        if not line.strip():
            continue
        if begins := _FIRST_LINE.fullmatch(line.strip()):
            if reader is not None:
                yield reader.record()
            reader = _Reader(int(begins["version"] or 1))
        elif reader is None:
            raise unreadable("A record begins with the line: Moothill record 1", number, 1)
        else:
            reader.read(line, number)
    if reader is not None:
        yield reader.record()


class _Reader:
    """One record being read: its head, then its body with the state it has come to, then its ending."""

    def __init__(self, version: int) -> None:
        self._head = Head(version)
        self._body: Body | None = None
        self._ending: Ending | None = None
        self._line = 1

    def read(self, line: str, number: int) -> None:
        """Take in one line that is not empty."""
        self._line = number
        before, colon, after = line.partition(":")
        key, what = before.strip().lower(), after.strip()
        column = len(before) + 2 + len(after) - len(after.lstrip())
        if colon and key in ENDINGS:
            self._end(number).read(key, what, number, column)
        elif self._ending is not None:
            raise unreadable("Nothing but Points, Places, Reason and Fault follows the end of a game.", number, 1)
        elif self._body is None and self._head.takes(key, number, is_pair=bool(colon)):
            self._head.read(key, what, number, column)
        else:
            self._begin(number).read(line, number)

    def record(self) -> Record:
        """The record, complete. Raises EngineError when its ending is not where its events lead."""
        try:
            return self._end(self._line).record(self._begin(self._line))
        except EngineError as refusal:
            raise _placed_once(refusal, self._line) from refusal

    def _begin(self, number: int) -> Body:
        if self._body is None:
            try:
                self._body = Body(self._head.settled(number))
            except EngineError as refusal:
                raise _placed_once(refusal, number) from refusal
        return self._body

    def _end(self, number: int) -> Ending:
        if self._ending is None:
            self._ending = Ending(self._begin(number).seats)
        return self._ending


def _placed_once(refusal: EngineError, line: int) -> EngineError:
    """The refusal with a place; the one it already names if it does."""
    return refusal if "line" in refusal.facts else placed(refusal, line, 1)
