"""Looks for a completion of a record with unknowns: depth first through the engine, as far as the time goes.

Every event is checked by the rules as it is played, so whatever is found can be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Final

from engine.core import registry
from engine.core.errors import EngineError, IllegalMove
from engine.core.game import Event, State
from engine.core.record import start
from engine.core.vocabulary import Pattern, complete_event, fits, is_complete
from engine.notation.clauses import Item
from engine.notation.meaning import Meaning, at_item
from engine.notation.reader import ended
from engine.notation.script import Script

_LOOK_AT_CLOCK: Final = 16  # steps between two looks


@dataclass(slots=True)
class _Choice:
    """An unknown being tried: the state before it, and what is still to be tried."""

    item: int
    events: int
    state: State
    untried: Iterator[Event]


class Search:
    """For one script. `hints` are what to try first, by the index of the event; None where nothing is proposed.

    `patterns` are what the items are known to mean, by index, where all have been read already.
    """

    def __init__(
        self,
        script: Script,
        hints: Sequence[Event | None] = (),
        patterns: Mapping[int, Pattern] | None = None,
        *,
        whole: bool = True,
    ) -> None:
        self._script = script
        self._hints = hints
        self._read = patterns
        self._whole = whole
        self._meaning = Meaning(script.head)
        unknowns = registry.partial_records(script.head.game)
        self._unordered = unknowns.unordered if unknowns else frozenset()
        self._choices: list[_Choice] = []
        self.events: list[Event] = []
        self.patterns: list[Pattern] = []
        self.state: State = start(script.head)
        self.reached = -1  # items that some attempt got past
        self.furthest: tuple[list[Event], State] = ([], self.state.copy())
        self.why: EngineError | None = None  # the refusal that stopped the attempt that got furthest

    def run(self, deadline: float) -> bool | None:
        """True: `events` are a completion, and `state` its last. False: there is none. None: time is up."""
        at = 0
        for step in count(1):
            if step % _LOOK_AT_CLOCK == 0 and monotonic() > deadline:
                return None
            try:
                if at == len(self._script.items):
                    self._end()
                    return True
                self._take(self._script.items[at], at)
                at += 1
            except EngineError as refusal:
                self._note(at, refusal)
                back = self._back()
                if back is None:
                    return False
                at = back + 1
        return None

    def _take(self, item: Item, at: int) -> None:
        pattern = self._meaning.of(self.state, item) if self._read is None else self._read.get(at)
        if pattern is None:
            return
        if self._read is not None:
            self._meaning.check_turn(self.state, item)
        if is_complete(pattern):
            event = complete_event(pattern)
            try:
                self.state.apply(event)
            except EngineError as refusal:
                raise at_item(refusal, item) from refusal
            self._played(pattern, event)
            return
        self._choices.append(_Choice(at, len(self.events), self.state.copy(), self._candidates(pattern)))
        self.patterns.append(pattern)
        if not self._try_next():
            raise at_item(IllegalMove("Nothing that is possible now is what this leaves open."), item)

    def _candidates(self, pattern: Pattern) -> Iterator[Event]:
        """All that may happen now and fit, what is proposed first."""
        state, index = self.state, len(self.events)
        possible = state.legal_moves() or [event for event, _ in state.chance_outcomes()]
        hint = self._hints[index] if index < len(self._hints) else None
        return self._fitting(pattern, possible, hint)

    def _fitting(self, pattern: Pattern, possible: list[Event], hint: Event | None) -> Iterator[Event]:
        if hint is not None and hint in possible and fits(pattern, hint, self._unordered):
            yield hint
        for event in possible:
            if event != hint and fits(pattern, event, self._unordered):
                yield event

    def _try_next(self) -> bool:
        """Play the next candidate of the last choice; False when none is left, and the choice is gone."""
        choice = self._choices[-1]
        event = next(choice.untried, None)
        if event is None:
            self._choices.pop()
            del self.patterns[choice.events :]
            return False
        self.state = choice.state.copy()
        self.state.advance(event)
        del self.events[choice.events :]
        del self.patterns[choice.events + 1 :]
        self.events.append(event)
        return True

    def _back(self) -> int | None:
        """Try the last choice that has something left; its item, or None when all has been tried."""
        while self._choices:
            item = self._choices[-1].item
            if self._try_next():
                return item
        return None

    def _end(self) -> None:
        if self._script.unread is not None:
            raise self._script.unread
        if self._whole:
            ended(self._script, self.state, self.events)

    def _note(self, at: int, refusal: EngineError) -> None:
        if at > self.reached:
            self.reached, self.why = at, refusal
            self.furthest = self.events[:], self.state.copy()

    def _played(self, pattern: Pattern, event: Event) -> None:
        self.events.append(event)
        self.patterns.append(pattern)
