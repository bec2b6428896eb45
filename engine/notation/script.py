"""A record as somebody wrote it, before anything is played: its head, its items in order, its ending.

What cannot be read ends the items: it is told once everything before it has been found to be in order, so that the
first bad line is always the one that is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.record import Record, start
from engine.core.vocabulary import notation_error, with_position
from engine.notation.clauses import Item, Slip, items_of, leaves_open
from engine.notation.ending import Ending
from engine.notation.head import Head
from engine.notation.labels import ENDINGS
from engine.notation.quoting import without_comment

MOST_ITEMS: Final = 20_000  # many times as many as the longest game has

_FIRST_LINE = re.compile(r"moothill\s+record(?:\s+(?P<version>\d{1,4}))?", re.IGNORECASE)


@dataclass(slots=True)
class Script:
    """One record: `head` has neither events nor outcome; `unread` is what could not be read behind the items."""

    head: Record
    items: list[Item] = field(default_factory=list)
    ending: Ending = field(default_factory=lambda: Ending(()))
    unread: EngineError | None = None
    last_line: int = 1
    closed: bool = False  # the last item cannot be read, so that nothing behind it counts

    @property
    def has_unknowns(self) -> bool:
        """Whether anything is left open."""
        return any(leaves_open(item) for item in self.items)


def scripts_in(text: str) -> Iterator[Script]:
    """The records of `text`, one after the other. Raises EngineError where a head cannot be read."""
    reader: _Reader | None = None
    for number, written in enumerate(text.split("\n"), start=1):
        line = without_comment(written)
        if not line.strip():
            continue
        if begins := _FIRST_LINE.fullmatch(line.strip()):
            if reader is not None:
                yield reader.script()
            reader = _Reader(int(begins["version"] or 1))
        elif reader is None:
            raise notation_error("A record begins with the line: Moothill record 1", number, 1)
        else:
            reader.read(line, number)
    if reader is not None:
        yield reader.script()


class _Reader:
    """One record being read: its head, then its items, then its ending."""

    def __init__(self, version: int) -> None:
        self._head = Head(version)
        self._script: Script | None = None
        self._ends = False
        self._line = 1

    def read(self, line: str, number: int) -> None:
        """Take in one line that is not empty. Raises EngineError while the head is not complete."""
        if self._script is None:
            self._line = number
            self._read(line, number)
        elif self._script.unread is None and not self._script.closed:
            self._line = number
            try:
                self._read(line, number)
            except EngineError as refusal:
                self._script.unread = refusal

    def script(self) -> Script:
        """All of it. Raises EngineError when there is not even a head."""
        script = self._begun(self._line)
        script.last_line = self._line
        return script

    def _read(self, line: str, number: int) -> None:
        before, colon, after = line.partition(":")
        key, what = before.strip().lower(), after.strip()
        column = len(before) + 2 + len(after) - len(after.lstrip())
        if colon and key in ENDINGS:
            self._ends = True
            self._begun(number).ending.read(key, what, number, column)
        elif self._ends:
            raise notation_error("Nothing but Points, Places, Reason and Fault follows the end of a game.", number, 1)
        elif self._script is None and self._head.takes(key, number, is_pair=bool(colon)):
            self._head.read(key, what, number, column)
        else:
            script = self._begun(number)
            if len(script.items) > MOST_ITEMS:
                raise notation_error("No game is as long as this; leave out what does not belong to it.", number, 1)
            words = registry.game(script.head.game).words
            script.items += items_of(line, number, script.head.seats, words)
            if script.items and isinstance(script.items[-1], Slip):
                script.closed = True

    def _begun(self, number: int) -> Script:
        if self._script is None:
            try:
                head = self._head.settled(number)
                start(head)
            except EngineError as refusal:
                raise refusal if "line" in refusal.facts else with_position(refusal, number, 1) from refusal
            self._script = Script(head, ending=Ending(head.seats))
        return self._script
