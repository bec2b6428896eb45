"""The body of a record: lines of clauses, each an event that is played as soon as it is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event, State
from engine.core.record import Record, start
from engine.core.words import Clause, Words, placed, shortened, unreadable
from engine.notation.hints import why_no_clause
from engine.notation.labels import name_of_seat, seat_named
from engine.notation.verbs import opening_verb

_HEADING = re.compile(r"\s*([^\W\d]+\s+\d+)\s*[.:]?\s*")  # such as `Round 2`


class Body:
    """The events read so far, and the state they have led to."""

    def __init__(self, head: Record) -> None:
        self.seats = head.seats
        self.state: State = start(head)
        self._head = head
        self._events: list[Event] = []
        self._words: Words = registry.game(head.game).words

    def record(self) -> Record:
        """What has been read, as a record without an outcome."""
        return replace(self._head, events=tuple(self._events))

    def read(self, line: str, number: int) -> None:
        """Play one line. Raises EngineError naming line and column."""
        found = _HEADING.fullmatch(line)
        if found and not self._begins_clause(line):
            self._check_heading(found[1], number)
            return
        before, colon, _ = line.partition(":")
        seat = seat_named(self.seats, before) if colon else None
        at = 0 if seat is None else len(before) + 1
        for clause in self._clauses(line, at, number):
            self._play(replace(clause, seat=seat, seats=self.seats))

    def _begins_clause(self, line: str) -> bool:
        return line.split(maxsplit=1)[0].lower() in self._words.verbs

    def _check_heading(self, line: str, number: int) -> None:
        heading = self._words.heading(self.state)
        if heading is None or " ".join(line.split()).casefold() != heading.casefold():
            stands = f"here stands {heading}" if heading else "nothing new begins here"
            raise unreadable(f"The heading “{shortened(line)}” is out of place: {stands}.", number, 1)

    def _play(self, clause: Clause) -> None:
        turn, seat = self.state.turn, clause.seat
        if seat is not None and turn is not None and turn not in (seat, CHANCE):
            mover, named = name_of_seat(self.seats, turn), name_of_seat(self.seats, seat)
            raise clause.unreadable(f"It is the turn of {mover}, not of {named}.")
        event = self._words.read(self.state, clause)
        try:
            self.state.apply(event)
        except EngineError as refusal:
            raise placed(refusal, clause.line, clause.column) from refusal
        self._events.append(event)

    def _clauses(self, line: str, at: int, number: int) -> Iterator[Clause]:
        """The clauses of a line from index `at` on, a listing verb's objects one by one."""
        for part in line[at:].split(";"):
            if part.strip():
                yield from self._objects(part, number, at)
            at += len(part) + 1

    def _objects(self, part: str, number: int, at: int) -> Iterator[Clause]:
        verb, length = self._verb(part, number, at)
        pieces = part[length:].split(",") if verb in self._words.listing else [part[length:]]
        at += length
        for piece in pieces:
            yield Clause(verb, piece.strip(), number, at + 1 + len(piece) - len(piece.lstrip()))
            at += len(piece) + 1

    def _verb(self, part: str, number: int, at: int) -> tuple[str, int]:
        if found := opening_verb(part, self._words):
            return found
        hint = why_no_clause(part, self.seats, self._words, self._words.heading(self.state))
        raise unreadable(hint, number, at + len(part) - len(part.lstrip()) + 1)
