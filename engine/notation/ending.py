"""The ending of a record: points, places, the reason, and whose faults there were."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.core.errors import RecordError
from engine.core.game import Outcome
from engine.core.record import Fault, Record, check_faults, check_outcome
from engine.core.words import shortened, unreadable
from engine.notation.body import Body
from engine.notation.labels import name_of_seat, seat_named
from engine.notation.quoting import free_text, text_from

_AT_EVENT = re.compile(r"\sat\s+event\s+(?P<event>\d{1,9})\s*:", re.IGNORECASE)


class Ending:
    """What has been read of how a record ends."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._seats = seats
        self._given: set[str] = set()
        self._points: tuple[int, ...] = ()
        self._places: tuple[int, ...] = ()
        self._reason = ""
        self._faults: list[Fault] = []

    def read(self, key: str, what: str, line: int, column: int) -> None:
        """Take in one line; `key` is one of ENDINGS. Raises NotationError."""
        if key in self._given and key != "fault":
            raise unreadable(f"{key.capitalize()} is given twice; once is enough.", line, 1)
        self._given.add(key)
        if key == "points":
            self._points = self._numbers(what, line, column)
        elif key == "places":
            self._places = self._numbers(what, line, column)
        elif key == "reason":
            self._reason = text_from(what, line, column)
        else:
            self._faults.append(self._fault(what, line, column))

    def record(self, body: Body) -> Record:
        """The whole record. Raises RecordError when the game did not end like this."""
        outcome = self._outcome(body)
        record = replace(body.record(), outcome=outcome, faults=tuple(self._faults))
        check_faults(record)
        check_outcome(record, body.state)
        return record

    def _outcome(self, body: Body) -> Outcome | None:
        stated = self._given - {"fault"}
        if not stated:
            return None
        if missing := sorted({"points", "places"} - stated):
            told, wanted = " and ".join(sorted(stated)).capitalize(), " and ".join(missing).capitalize()
            raise RecordError(f"{told} alone cannot say how the game ended: {wanted} should stand there too.")
        return Outcome(self._points, self._places, self._reason or _reason_of(body))

    def _numbers(self, what: str, line: int, column: int) -> tuple[int, ...]:
        try:
            numbers = tuple(int(part) for part in what.split(","))
        except ValueError:
            numbers = ()
        if len(numbers) != len(self._seats):
            sentence = (
                f"Here stand {len(self._seats)} whole numbers with commas between, one a seat, not “{shortened(what)}”."
            )
            raise unreadable(sentence, line, column)
        return numbers

    def _fault(self, what: str, line: int, column: int) -> Fault:
        found = _AT_EVENT.search(what)
        seat = seat_named(self._seats, what[: found.start()]) if found else None
        if found is None or seat is None:
            raise unreadable("A fault is written like this: Fault: seat 2 at event 17: timeout", line, column)
        return Fault(seat, int(found["event"]), text_from(what[found.end() :].strip(), line, column))


def ending_lines(record: Record) -> list[str]:
    """The ending of a record, a line each; nothing for an unfinished game without faults."""
    lines = [f"Fault: {_fault_text(record.seats, fault)}" for fault in record.faults]
    if record.outcome is not None:
        lines.append(f"Points: {', '.join(map(str, record.outcome.points))}")
        lines.append(f"Places: {', '.join(map(str, record.outcome.places))}")
        lines.append(f"Reason: {free_text(record.outcome.reason)}")
    return lines


def _fault_text(seats: Sequence[str], fault: Fault) -> str:
    return f"{name_of_seat(seats, fault.seat)} at event {fault.event}: {free_text(fault.reason)}"


def _reason_of(body: Body) -> str:
    """The game's own reason, which a person at a table need not write."""
    outcome = body.state.outcome
    return outcome.reason if outcome else ""
