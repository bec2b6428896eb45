"""A record as it is written: events of which some numbers may be unknown, and its fingerprint."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from engine.core import registry
from engine.core.record import Record, steps, written_options
from engine.core.unknowns import Pattern


@dataclass(frozen=True, slots=True)
class Written:
    """`frame` is the record without its events: who played what, and how it ended."""

    frame: Record
    events: tuple[Pattern, ...]

    @property
    def unknown(self) -> int:
        """How many events leave something open."""
        return sum(None in pattern for pattern in self.events)


def seen_by_all(record: Record) -> tuple[Pattern, ...]:
    """The events as everybody at the table saw them happen. Raises EngineError if the record cannot be replayed."""
    unknowns = registry.unknowns(record.game)
    return tuple([unknowns.hide(state, event) for state, event in steps(record)]) if unknowns else record.events


def fingerprint(record: Record | Written) -> str:
    """The same for two records of one game, however they were spelt: 64 hexadecimal digits.

    It is made of the game, its options as records name them, how many sat at the table, and the events, unknowns as
    such. Names, faults and the stated result do not matter.
    """
    frame = record.frame if isinstance(record, Written) else record
    told = [
        frame.game,
        sorted(written_options(frame.game, frame.options).items()),
        len(frame.seats),
        _sorted(frame.game, record.events),
    ]
    return sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()


def _sorted(game: str, events: tuple[Pattern, ...]) -> list[list[int | None]]:
    """The events, numbers that stand in no order from the lowest to the highest, unknown ones last."""
    unknowns = registry.unknowns(game)
    unordered = unknowns.unordered if unknowns else frozenset()
    return [
        [event[0], *sorted(event[1:], key=lambda number: (number is None, number))]
        if event[0] in unordered
        else [*event]
        for event in events
    ]  # fmt: skip
