"""Reads records in words. Each event is replayed as it is read, so that the first bad line is the one that is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core.errors import EngineError
from engine.core.game import Event, State
from engine.core.record import Record, check_faults, check_outcome
from engine.core.vocabulary import notation_error, with_position
from engine.notation.replaying import Replaying
from engine.notation.script import Script, scripts_in


def from_text(text: str) -> Record:
    """The one record in `text`. Raises EngineError; `line` and `column` are among its facts."""
    return record_of(the_script(scripts_in(text)))


def records_in(text: str) -> Iterator[Record]:
    """The records of `text`, one after the other. Raises EngineError as `from_text` does."""
    return map(record_of, scripts_in(text))


def the_script(scripts: Iterator[Script]) -> Script:
    """The only one. Raises NotationError when there is none, or more than one."""
    script = next(scripts, None)
    if script is None:
        raise notation_error("There is no record here; a record begins with the line: Moothill record 1", 1, 1)
    if next(scripts, None) is not None:
        raise notation_error("There is more than one record here, and only one is wanted.", 1, 1)
    return script


def record_of(script: Script) -> Record:
    """The record that a script without unknowns is. Raises EngineError with its place."""
    replaying = Replaying(script)
    replaying.to_the_end()
    return ended(script, replaying.state, replaying.events)


def ended(script: Script, state: State, events: Sequence[Event]) -> Record:
    """The record, complete. Raises EngineError when its ending is not where its events lead."""
    try:
        outcome = script.ending.outcome(state.outcome)
        faults = tuple(script.ending.faults)
        record = replace(script.head, events=tuple(events), outcome=outcome, faults=faults)
        check_faults(record)
        check_outcome(record, state)
    except EngineError as refusal:
        raise refusal if "line" in refusal.facts else with_position(refusal, script.last_line, 1) from refusal
    return record
