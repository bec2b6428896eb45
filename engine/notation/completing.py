"""Completes a record with unknowns: first by what was seen later, then by a search through the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final

from engine.core import registry
from engine.core.errors import EngineError, RecordError
from engine.core.game import CHANCE, Event, State
from engine.core.record import start
from engine.core.vocabulary import Clause, PartialReplay, Pattern, Proposal, quantity
from engine.notation.clauses import Item, Numbers
from engine.notation.meaning import Meaning, at_item
from engine.notation.script import Script
from engine.notation.searching import Search

_FOR_FILLING: Final = 0.7  # of the time; the rest is for the search, which may mend what is left


@dataclass(slots=True)
class Completion:
    """What came of it. `decided`: True, a completion was found; False, there is none; None, time was up.

    `patterns` are what could be read. Of a completion `events` and `state` are all of it; else they are one way in
    which the events before the one that is refused may have happened, if one was found in time.
    """

    decided: bool | None
    patterns: list[Pattern]
    events: list[Event] = field(default_factory=list)
    state: State | None = None
    settled: int = 0  # unknown events that follow from what was seen later
    refusal: EngineError | None = None
    at: int = 0  # events before the one that is refused
    reached: int = -1  # the index of the item at which the attempt that got furthest was stopped
    no_mover: int | None = None  # the index of an item that had to say who moves, and does not
    outline: State | None = None  # the table as everybody sees it, a guess in what is hidden; if the game has such


def complete(script: Script, deadline: float, *, whole: bool = True) -> Completion:
    """Look for a completion of the script until `deadline`, of `monotonic`.

    With `whole` the stated result counts, and has to be there; without, the record may stop anywhere.
    """
    sketch = _Sketch(script)
    if not sketch.foreseen:
        found = _searched(script, deadline, Proposal(), None, whole=whole)
        found.no_mover = sketch.no_mover
        return found
    outcome = script.ending.outcome(None) if whole and sketch.is_whole and script.ending.is_there else None
    if outcome is not None and sketch.outline.state.turn is not None:
        events = quantity(len(sketch.patterns), "event")
        why = f"The record states an outcome, but after its {events} the game is not over."
        return _refused(
            script, sketch, len(sketch.patterns), sketch.placed(len(sketch.patterns), why), deadline, whole=whole
        )
    now = monotonic()
    filling = sketch.outline.fill(outcome, now + _FOR_FILLING * (deadline - now))
    if filling.impossible is not None:
        index, sentence = filling.impossible
        return _refused(script, sketch, index, sketch.placed(index, sentence), deadline, whole=whole)
    if sketch.refusal is not None:
        return _refused(script, sketch, len(sketch.patterns), sketch.refusal, deadline, whole=whole)
    found = _searched(script, deadline, filling, dict(zip(sketch.places, sketch.patterns, strict=True)), whole=whole)
    found.outline, found.patterns = sketch.outline.state, sketch.patterns
    return found


class _Sketch:
    """The script followed by what everybody sees, as far as that goes."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.patterns: list[Pattern] = []
        self.places: list[int] = []  # by event, the index of its item
        self.refusal: EngineError | None = None  # of what is impossible whatever the unknowns are
        self.foreseen = True
        self.no_mover: int | None = None  # the index of the item that was not foreseen for want of a mover
        unknowns = registry.partial_records(script.head.game)
        if unknowns is None:
            self.foreseen = False
            return
        self.outline: PartialReplay = unknowns.outline(start(script.head))
        self._follow()

    @property
    def is_whole(self) -> bool:
        """Whether all of the script was followed."""
        return self.foreseen and self.refusal is None

    def placed(self, index: int, sentence: str) -> EngineError:
        """A refusal of that event; one behind the last event is of the ending."""
        if index < len(self.places):
            return at_item(RecordError(sentence), self.script.items[self.places[index]])
        line = self.script.last_line
        return RecordError(f"Line {line}, column 1: {sentence}", line=line, column=1)

    def _follow(self) -> None:
        meaning = Meaning(self.script.head)
        for at, item in enumerate(self.script.items):
            try:
                seat = _seat_of(item)
                if seat is not None and self.outline.state.turn not in (seat, CHANCE, None):
                    self.outline.turn_to(seat)
                pattern = meaning.of(self.outline.state, item)
                if pattern is None:
                    continue
                is_decided = self.outline.state.turn not in (CHANCE, None)
                if not self.outline.take(pattern, seat):
                    self.foreseen = False
                    self.no_mover = at if is_decided and seat is None else None
                    return
            except EngineError as refusal:
                self.refusal = at_item(refusal, item)
                return
            self.patterns.append(pattern)
            self.places.append(at)
        self.refusal = self.script.unread


def _seat_of(item: Item) -> int | None:
    return item.seat if isinstance(item, Clause | Numbers) else None


def _searched(
    script: Script, deadline: float, filling: Proposal, patterns: Mapping[int, Pattern] | None, *, whole: bool
) -> Completion:
    search = Search(script, filling.events, patterns, whole=whole)
    decided = search.run(deadline)
    if decided:
        settled = sum(search.events[index] == filling.events[index] for index in filling.settled)
        return Completion(True, search.patterns, search.events, search.state, settled)
    events, state = search.furthest
    return Completion(
        decided, search.patterns, events, state, refusal=search.why, at=len(events), reached=search.reached
    )


def _refused(
    script: Script, sketch: _Sketch, index: int, refusal: EngineError, deadline: float, *, whole: bool
) -> Completion:
    """Refused at that event; what comes before it is completed to have something to show."""
    items = script.items[: sketch.places[index - 1] + 1] if index else []
    prefix = replace(script, items=items, unread=None)
    if not whole and prefix == script:  # refused as a whole: no shorter prefix is known that could be shown
        return Completion(None, sketch.patterns, [], None, refusal=refusal, at=index)
    before = complete(prefix, max(deadline, monotonic()), whole=False)
    found = before.decided is True
    if before.decided is False:
        return before
    return Completion(
        False,
        sketch.patterns,
        before.events if found else [],
        before.state if found else None,
        refusal=refusal,
        at=index,
    )
