"""Verifies records by replaying them, or by completing them where cards are unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final, Literal

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import State
from engine.core.messages import enumeration
from engine.core.patterns import Pattern, is_complete
from engine.core.record import PartialRecord, Record, replay
from engine.core.text import quantity
from engine.core.vocabulary import Clause, with_position
from engine.notation.completion import Completion, complete
from engine.notation.files import read_parsed
from engine.notation.parsed_record import ParsedRecord
from engine.notation.replay import Replay, finish_record, only_record
from engine.notation.syntax import Item, Numbers, has_unknowns

NO_MOVER: Final = "no-mover"  # the code of a record that does not say who moved where that has to be known

Kind = Literal["verified", "refused", "undecided"]
_MOST_NAMED: Final = 8
UNFINISHED: Final = "unfinished"


@dataclass(frozen=True, slots=True)
class Problem:
    """The first error and its position; lines and columns count from 1. The sentence begins with the position."""

    line: int
    column: int
    code: str  # that of the EngineError, or "unfinished"
    sentence: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The result for one record. `stated`, `unknown`, `back_filled` and `searched` count events.

    The last two add up to `unknown`. `record` is set only if it is verified: complete, and replayed to the stated
    outcome. `position` is the state after `at` events; of a record with unknowns, one possible state.
    """

    kind: Kind
    record: Record | None = None
    written: PartialRecord | None = None  # the part that could be parsed
    problem: Problem | None = None  # refused: why; undecided: where the search got no further
    at: int = 0  # events replayed before it stopped
    stated: int = 0  # events without unknowns
    unknown: int = 0  # events with unknowns
    back_filled: int = 0  # of these, settled from what was seen later
    searched: int = 0  # of these, found by trying
    position: State | None = None
    advice: str = ""  # undecided: what would help

    def sentence(self) -> str:
        """Return the result in English, with what was checked."""
        if self.kind == "verified":
            return f"Verified: {self._checks_text()}."
        if self.kind == "undecided":
            return self._undecided_text()
        return self.problem.sentence if self.problem else "Refused."

    def _undecided_text(self) -> str:
        if self.problem and self.problem.code == NO_MOVER:
            return f"Not decided: {self.problem.sentence}"
        return (
            f"Not decided: no error in the events with known cards ({self.stated}). The search ran out of time before "
            f"it found cards for the other events ({self.unknown}). {self.advice}"
        ).rstrip()

    def _checks_text(self) -> str:
        if not self.unknown:
            every = "its only event was" if self.stated == 1 else f"all {self.stated} events were"
            return f"{every} replayed by the rules, to the result stated"
        ways = ((self.back_filled, "from what was seen later"), (self.searched, "by trying"))
        filled = [(count, way) for count, way in ways if count]
        how = filled[0][1] if len(filled) == 1 else ", ".join(f"{count} {way}" for count, way in filled)
        verb = "was" if self.stated == 1 else "were"
        return (
            f"the {quantity(self.stated, 'event')} stated {verb} replayed by the rules, to the result stated, and the "
            f"{self.unknown} left open filled {how}"
        )


def verify(text: str, *, seconds: float) -> Verification:
    """Verify the one record in `text`, in either form, within about `seconds`. Raise nothing."""
    try:
        parsed = only_record(read_parsed(text))
    except EngineError as refusal:
        return Verification("refused", problem=problem_of(refusal))
    return verify_parsed(parsed, seconds=seconds)


def verify_parsed(parsed: ParsedRecord, *, seconds: float) -> Verification:
    """Verify a parsed record."""
    return _verify_partial(parsed, monotonic() + seconds) if parsed.has_unknowns else _verify_full(parsed)


def _verify_full(parsed: ParsedRecord) -> Verification:
    """Verify a record without unknowns."""
    replaying = Replay(parsed)
    record: Record | None = None
    problem: Problem | None = None
    try:
        replaying.to_the_end()
        record = finish_record(parsed, replaying.state, replaying.events)
        problem = unfinished_problem(parsed, record)
    except EngineError as refusal:
        problem = problem_of(refusal)
    at = len(replaying.events)
    frame = replace(record, events=()) if record else parsed.head
    return Verification(
        "refused" if problem else "verified",
        record=None if problem else record,
        written=PartialRecord(frame, tuple(replaying.events)),
        problem=problem,
        at=at,
        stated=at,
        position=replaying.state,
    )


def _verify_partial(parsed: ParsedRecord, deadline: float) -> Verification:
    """Verify a record with unknowns."""
    try:
        is_unfinished = not parsed.result.is_there and parsed.unread is None
        found = complete(parsed, deadline, whole=not is_unfinished)
        frame = replace(parsed.head, outcome=parsed.result.outcome(None), faults=tuple(parsed.result.faults))
    except EngineError as refusal:
        return Verification("refused", problem=_problem_at_end(parsed, refusal))
    if found.decided is None:
        return _undecided_verification(parsed, found, frame)
    unknown = sum(not is_complete(pattern) for pattern in found.patterns)
    verdict = Verification(
        "refused",
        written=PartialRecord(frame, tuple(found.patterns)),
        problem=problem_of(found.refusal) if found.refusal else None,
        at=found.at,
        stated=len(found.patterns) - unknown,
        unknown=unknown,
        position=found.state,
    )
    return _verify_completion(parsed, found, verdict) if found.decided else verdict


def _verify_completion(parsed: ParsedRecord, found: Completion, verdict: Verification) -> Verification:
    """Verify a completion by replaying it."""
    state, at = found.state, len(found.events)
    if state is None:
        return verdict
    try:
        record = finish_record(parsed, state, found.events)
        replay(record)
        problem = unfinished_problem(parsed, record)
    except EngineError as refusal:
        problem = _problem_at_end(parsed, refusal)
    if problem is not None:
        return replace(verdict, kind="refused", problem=problem, at=at)
    searched = verdict.unknown - found.settled
    return replace(
        verdict, kind="verified", record=record, problem=None, at=at, back_filled=found.settled, searched=searched
    )


def _undecided_verification(parsed: ParsedRecord, found: Completion, frame: Record) -> Verification:
    """Return the result for a record that was not decided in time, with advice."""
    events = [item for item in parsed.items if isinstance(item, Clause | Numbers)]
    unknown = sum(map(has_unknowns, events))
    problem = missing_mover(parsed, found) or (problem_of(found.refusal) if found.refusal else None)
    return Verification(
        "undecided",
        written=PartialRecord(frame, tuple(found.patterns)),
        problem=problem,
        at=found.at,
        stated=len(events) - unknown,
        unknown=unknown,
        position=found.state,
        advice=advice_for(parsed, found),
    )


def unfinished_problem(parsed: ParsedRecord, record: Record) -> Problem | None:
    """Return the problem of a correct record that ends before the game is over, else None."""
    if record.outcome is not None:
        return None
    sentence = (
        f"The record has no error up to event {len(record.events)}, but it ends before the game is over, so it proves "
        "no result."
    )
    return Problem(parsed.last_line, 1, UNFINISHED, f"Line {parsed.last_line}, column 1: {sentence}")


def _problem_at_end(parsed: ParsedRecord, refusal: EngineError) -> Problem:
    return problem_of(with_position(refusal, parsed.last_line, 1))


def problem_of(refusal: EngineError) -> Problem:
    """Return an error as a problem; one without a position is at the beginning."""
    line, column = refusal.facts.get("line", 1), refusal.facts.get("column", 1)
    at_line, at_column = (place if isinstance(place, int) else 1 for place in (line, column))
    return Problem(at_line, at_column, refusal.code, refusal.sentence)


def missing_mover(parsed: ParsedRecord, found: Completion) -> Problem | None:
    """Return the problem of a record that had to say who moved and did not, else None."""
    if found.no_mover is None:
        return None
    item = parsed.items[found.no_mover]
    if isinstance(item, Numbers):
        sentence = (
            f"Event {item.number} does not say who moved, and hidden cards decide that. Add “movers”: for each event "
            f"the seat that moved, counted from 0, or null where a card came up."
        )
        return Problem(item.line, item.column, NO_MOVER, sentence)
    sentence = (
        f"Line {item.line} does not say who moved, and hidden cards decide that. Begin each line with the name of the "
        f"player who moved."
    )
    return Problem(item.line, 1, NO_MOVER, sentence)


def advice_for(parsed: ParsedRecord, found: Completion) -> str:
    """Return which unknowns are best stated, for a record that was not decided in time."""
    advice = "State more of what was seen."
    if 0 <= found.reached < len(parsed.items):
        advice += f" The search got no further than {_item_numbers([parsed.items[found.reached]])}."
    helpful = _shown_later(parsed, found.patterns)
    if helpful:
        advice += (
            f" Cards that were turned up later help most: put them in place of the unknown in {_item_numbers(helpful)}."
        )
    return advice


def _shown_later(parsed: ParsedRecord, patterns: Sequence[Pattern]) -> list[Item]:
    """Return the unknowns whose card everybody sees later."""
    unknowns = registry.partial_records(parsed.head.game)
    kinds = unknowns.turned_up if unknowns else frozenset()
    events = [item for item in parsed.items if isinstance(item, Clause | Numbers)]
    pairs = zip(events, patterns, strict=False)  # time may have been up before all was read
    return [item for item, pattern in pairs if None in pattern and pattern[0] in kinds]


def _item_numbers(items: Sequence[Item]) -> str:
    """Return such as `line 7` and `events 3, 5 and 8`; of many only the first."""
    is_numbered = isinstance(items[0], Numbers)
    places = list(dict.fromkeys(item.number if isinstance(item, Numbers) else item.line for item in items))
    what = ("event" if is_numbered else "line") + ("" if len(places) == 1 else "s")
    named = [str(place) for place in places[:_MOST_NAMED]]
    if len(places) > _MOST_NAMED:
        named.append(f"{len(places) - _MOST_NAMED} more")
    return f"{what} {enumeration(named)}"
