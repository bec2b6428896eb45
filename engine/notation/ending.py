"""The ending of a record: points, places, the reason, and whose faults there were."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.errors import RecordError
from engine.core.game import Outcome
from engine.core.record import Fault, Record
from engine.core.vocabulary import notation_error, truncate
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
        self.faults: list[Fault] = []

    def read(self, key: str, what: str, line: int, column: int) -> None:
        """Take in one line; `key` is one of ENDINGS. Raises NotationError."""
        if key in self._given and key != "fault":
            raise notation_error(f"{key.capitalize()} is given twice; once is enough.", line, 1)
        self._given.add(key)
        if key == "points":
            self._points = self._numbers(what, line, column)
        elif key == "places":
            self._places = self._numbers(what, line, column)
        elif key == "reason":
            self._reason = text_from(what, line, column)
        else:
            self.faults.append(self._fault(what, line, column))

    @classmethod
    def stated(cls, outcome: Outcome | None, faults: Sequence[Fault]) -> Ending:
        """The ending of a record that came in another form."""
        ending = cls(())
        ending.faults = list(faults)
        if outcome is not None:
            ending._given = {"points", "places", "reason"}
            ending._points, ending._places, ending._reason = outcome.points, outcome.places, outcome.reason
        return ending

    @property
    def is_there(self) -> bool:
        """Whether anything of how the game ended is stated."""
        return bool(self._given - {"fault"})

    def outcome(self, played: Outcome | None) -> Outcome | None:
        """What is stated; the reason may be left out, and is then that of the game played. Raises RecordError."""
        told = self._given - {"fault"}
        if not told:
            return None
        if missing := sorted({"points", "places"} - told):
            given, wanted = " and ".join(sorted(told)).capitalize(), " and ".join(missing).capitalize()
            raise RecordError(f"{given} alone cannot say how the game ended: {wanted} should stand there too.")
        return Outcome(self._points, self._places, self._reason or (played.reason if played else ""))

    def _numbers(self, what: str, line: int, column: int) -> tuple[int, ...]:
        try:
            numbers = tuple(int(part) for part in what.split(","))
        except ValueError:
            numbers = ()
        if len(numbers) != len(self._seats):
            sentence = (
                f"Here stand {len(self._seats)} whole numbers with commas between, one a seat, not “{truncate(what)}”."
            )
            raise notation_error(sentence, line, column)
        return numbers

    def _fault(self, what: str, line: int, column: int) -> Fault:
        found = _AT_EVENT.search(what)
        seat = seat_named(self._seats, what[: found.start()]) if found else None
        if found is None or seat is None:
            raise notation_error("A fault is written like this: Fault: seat 2 at event 17: timeout", line, column)
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
