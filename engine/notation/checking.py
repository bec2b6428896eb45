"""Checks a record: replays it by the rules or says what is wrong, and decides what it can where cards are unknown."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Final

from engine.core.errors import EngineError
from engine.core.record import PartialRecord, Record, replay
from engine.core.vocabulary import Clause, is_complete, with_position
from engine.notation.advice import advice_for, no_mover
from engine.notation.clauses import Numbers, leaves_open
from engine.notation.completing import Completion, complete
from engine.notation.files import read_scripts
from engine.notation.reader import ended, the_script
from engine.notation.replaying import Replaying
from engine.notation.script import Script
from engine.notation.verdict import Flaw, Verdict, flaw_of

UNFINISHED: Final = "unfinished"


def check(text: str, *, seconds: float) -> Verdict:
    """The verdict on the one record in `text`, in either form, found within about so many seconds. Raises nothing."""
    try:
        script = the_script(read_scripts(text))
    except EngineError as refusal:
        return Verdict("refused", flaw=flaw_of(refusal))
    return check_script(script, seconds=seconds)


def check_script(script: Script, *, seconds: float) -> Verdict:
    """The verdict on a record that has been read, but not replayed."""
    return _completed(script, monotonic() + seconds) if script.has_unknowns else _replayed(script)


def _completed(script: Script, deadline: float) -> Verdict:
    """Of a record with unknowns."""
    try:
        is_unfinished = not script.ending.is_there and script.unread is None
        found = complete(script, deadline, whole=not is_unfinished)
        frame = replace(script.head, outcome=script.ending.outcome(None), faults=tuple(script.ending.faults))
    except EngineError as refusal:
        return Verdict("refused", flaw=_at_end(script, refusal))
    if found.decided is None:
        return _undecided(script, found, frame)
    unknown = sum(not is_complete(pattern) for pattern in found.patterns)
    verdict = Verdict(
        "refused",
        written=PartialRecord(frame, tuple(found.patterns)),
        flaw=flaw_of(found.refusal) if found.refusal else None,
        at=found.at,
        stated=len(found.patterns) - unknown,
        unknown=unknown,
        position=found.state,
    )
    return _vouched(script, found, verdict) if found.decided else verdict


def _undecided(script: Script, found: Completion, frame: Record) -> Verdict:
    """Of a record for which time was up: what would help."""
    events = [item for item in script.items if isinstance(item, Clause | Numbers)]
    unknown = sum(map(leaves_open, events))
    flaw = no_mover(script, found) or (flaw_of(found.refusal) if found.refusal else None)
    return Verdict(
        "undecided",
        written=PartialRecord(frame, tuple(found.patterns)),
        flaw=flaw,
        at=found.at,
        stated=len(events) - unknown,
        unknown=unknown,
        position=found.state,
        advice=advice_for(script, found),
    )


def _vouched(script: Script, found: Completion, verdict: Verdict) -> Verdict:
    """Of a record for which a completion was found: it is replayed once more, by the one function that counts."""
    state, at = found.state, len(found.events)
    if state is None:
        return verdict
    try:
        record = ended(script, state, found.events)
        replay(record)
        flaw = unfinished(script, record)
    except EngineError as refusal:
        flaw = _at_end(script, refusal)
    if flaw is not None:
        return replace(verdict, kind="refused", flaw=flaw, at=at)
    searched = verdict.unknown - found.settled
    return replace(
        verdict, kind="verified", record=record, flaw=None, at=at, back_filled=found.settled, searched=searched
    )


def _at_end(script: Script, refusal: EngineError) -> Flaw:
    return flaw_of(refusal if "line" in refusal.facts else with_position(refusal, script.last_line, 1))


def _replayed(script: Script) -> Verdict:
    """Of a record that is stated in full."""
    replaying = Replaying(script)
    record: Record | None = None
    flaw: Flaw | None = None
    try:
        replaying.to_the_end()
        record = ended(script, replaying.state, replaying.events)
        flaw = unfinished(script, record)
    except EngineError as refusal:
        flaw = flaw_of(refusal)
    at = len(replaying.events)
    frame = replace(record, events=()) if record else script.head
    return Verdict(
        "refused" if flaw else "verified",
        record=None if flaw else record,
        written=PartialRecord(frame, tuple(replaying.events)),
        flaw=flaw,
        at=at,
        stated=at,
        position=replaying.state,
    )


def unfinished(script: Script, record: Record) -> Flaw | None:
    """Return the flaw of a record without errors that ends before the game is over."""
    if record.outcome is not None:
        return None
    sentence = (
        f"The record has no error up to event {len(record.events)}, but it ends before the game is over, so it proves "
        "no result."
    )
    return Flaw(script.last_line, 1, UNFINISHED, f"Line {script.last_line}, column 1: {sentence}")
