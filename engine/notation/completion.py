"""Completes records with unknowns: first from later events, then by a depth-first search through the engine.

Every event of the search is checked by the rules as it is played, so each completion can be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from time import monotonic
from typing import Final

from engine.core import registry
from engine.core.errors import EngineError, IllegalMove, RecordError
from engine.core.game import CHANCE, Event, State
from engine.core.patterns import PartialReplay, Pattern, Proposal, complete_event, fits, is_complete
from engine.core.record import start
from engine.core.text import quantity
from engine.core.vocabulary import Clause, with_position
from engine.notation.parsed_record import ParsedRecord
from engine.notation.replay import ItemReader, error_at, finish_record
from engine.notation.syntax import Item, Numbers

_PROPOSAL_SHARE: Final = 0.7  # of the time; the rest is for the search
_CLOCK_STEPS: Final = 16  # steps of the search between two looks at the clock


@dataclass(slots=True)
class Completion:
    """The result. `decided`: True, a completion was found; False, there is none; None, time ran out.

    `patterns` are the events that could be parsed. Of a completion `events` and `state` are complete; otherwise they
    are one way in which the events before the refused one may have happened, if one was found in time.
    """

    decided: bool | None
    patterns: list[Pattern]
    events: list[Event] = field(default_factory=list)
    state: State | None = None
    settled: int = 0  # unknown events that follow from later events
    refusal: EngineError | None = None
    at: int = 0  # events before the one that is refused
    reached: int = -1  # index of the item at which the best attempt stopped
    no_mover: int | None = None  # index of an item that had to say who moves, and does not
    outline: State | None = None  # the state as everybody sees it, if the game has a partial replay


def complete(parsed: ParsedRecord, deadline: float, *, whole: bool = True) -> Completion:
    """Look for a completion of the record until `deadline`, a `monotonic` time.

    With `whole` the stated result is required and checked; without, the record may stop anywhere.
    """
    public = _PublicReplay(parsed)
    if not public.is_supported:
        found = _search(parsed, deadline, Proposal(), None, whole=whole)
        found.no_mover = public.no_mover
        return found
    outcome = parsed.result.outcome(None) if whole and public.refusal is None and parsed.result.is_there else None
    end = len(public.patterns)
    if outcome is not None and public.replay.state.turn is not None:
        why = f"The record states an outcome, but after its {quantity(end, 'event')} the game is not over."
        return _refuse(parsed, public, end, public.error_at(end, why), deadline, whole=whole)
    now = monotonic()
    proposal = public.replay.fill(outcome, now + _PROPOSAL_SHARE * (deadline - now))
    if proposal.impossible is not None:
        index, why = proposal.impossible
        return _refuse(parsed, public, index, public.error_at(index, why), deadline, whole=whole)
    if public.refusal is not None:
        return _refuse(parsed, public, end, public.refusal, deadline, whole=whole)
    found = _search(parsed, deadline, proposal, dict(zip(public.item_at, public.patterns, strict=True)), whole=whole)
    found.outline, found.patterns = public.replay.state, public.patterns
    return found


class _PublicReplay:
    """A replay of what all players see, as far as the game supports it."""

    def __init__(self, parsed: ParsedRecord) -> None:
        self.parsed = parsed
        self.patterns: list[Pattern] = []
        self.item_at: list[int] = []  # by event, the index of its item
        self.refusal: EngineError | None = None  # of an event that is impossible for all values of the unknowns
        self.no_mover: int | None = None  # index of the item that is not supported because it does not say who moves
        unknowns = registry.partial_records(parsed.head.game)
        self.is_supported = unknowns is not None
        if unknowns is not None:
            self.replay: PartialReplay = unknowns.outline(start(parsed.head))
            self._run()

    def error_at(self, index: int, sentence: str) -> EngineError:
        """Return an error at the position of an event; an index after the last event means the result."""
        if index < len(self.item_at):
            return error_at(RecordError(sentence), self.parsed.items[self.item_at[index]])
        return with_position(RecordError(sentence), self.parsed.last_line, 1)

    def _run(self) -> None:
        reader = ItemReader(self.parsed.head)
        for at, item in enumerate(self.parsed.items):
            try:
                seat = item.seat if isinstance(item, Clause | Numbers) else None
                if seat is not None and self.replay.state.turn not in (seat, CHANCE, None):
                    self.replay.turn_to(seat)
                pattern = reader.of(self.replay.state, item)
                if pattern is None:
                    continue
                is_decided = self.replay.state.turn not in (CHANCE, None)
                if not self.replay.take(pattern, seat):
                    self.is_supported = False
                    self.no_mover = at if is_decided and seat is None else None
                    return
            except EngineError as refusal:
                self.refusal = error_at(refusal, item)
                return
            self.patterns.append(pattern)
            self.item_at.append(at)
        self.refusal = self.parsed.unread


def _search(
    parsed: ParsedRecord, deadline: float, proposal: Proposal, patterns: Mapping[int, Pattern] | None, *, whole: bool
) -> Completion:
    search = Search(parsed, proposal.events, patterns, whole=whole)
    decided = search.run(deadline)
    if decided:
        settled = sum(search.events[index] == proposal.events[index] for index in proposal.settled)
        return Completion(True, search.patterns, search.events, search.state, settled)
    events, state = search.furthest
    return Completion(
        decided, search.patterns, events, state, refusal=search.why, at=len(events), reached=search.reached
    )


def _refuse(
    parsed: ParsedRecord, public: _PublicReplay, index: int, refusal: EngineError, deadline: float, *, whole: bool
) -> Completion:
    """Refuse that event; the events before it are completed, so that a position can be shown."""
    items = parsed.items[: public.item_at[index - 1] + 1] if index else []
    prefix = replace(parsed, items=items, unread=None)
    if not whole and prefix == parsed:  # no shorter prefix is known whose position could be shown
        return Completion(None, public.patterns, refusal=refusal, at=index)
    before = complete(prefix, max(deadline, monotonic()), whole=False)
    if before.decided is False:
        return before
    events, state = (before.events, before.state) if before.decided else ([], None)
    return Completion(False, public.patterns, events, state, refusal=refusal, at=index)


@dataclass(slots=True)
class _Choice:
    """An unknown being tried: the state before it, and the remaining candidates."""

    item: int
    events: int
    state: State
    untried: Iterator[Event]


class Search:
    """A search for one record. `hints` are the first candidates by index of the event, None where there is none.

    `patterns` are the events by index of their items, if they are parsed already.
    """

    def __init__(
        self,
        parsed: ParsedRecord,
        hints: Sequence[Event | None] = (),
        patterns: Mapping[int, Pattern] | None = None,
        *,
        whole: bool = True,
    ) -> None:
        self._parsed = parsed
        self._hints = hints
        self._read = patterns
        self._whole = whole
        self._reader = ItemReader(parsed.head)
        unknowns = registry.partial_records(parsed.head.game)
        self._unordered = unknowns.unordered if unknowns else frozenset()
        self._choices: list[_Choice] = []
        self.events: list[Event] = []
        self.patterns: list[Pattern] = []
        self.state: State = start(parsed.head)
        self.reached = -1  # items that some attempt got past
        self.furthest: tuple[list[Event], State] = ([], self.state.copy())
        self.why: EngineError | None = None  # the refusal that stopped the attempt that got furthest

    def run(self, deadline: float) -> bool | None:
        """Return True: `events` and `state` are a completion. False: there is none. None: time ran out."""
        at = 0
        for step in count(1):
            if step % _CLOCK_STEPS == 0 and monotonic() > deadline:
                return None
            try:
                if at == len(self._parsed.items):
                    self._finish()
                    return True
                self._take(self._parsed.items[at], at)
                at += 1
            except EngineError as refusal:
                self._note_refusal(at, refusal)
                back = self._backtrack()
                if back is None:
                    return False
                at = back + 1
        return None

    def _take(self, item: Item, at: int) -> None:
        pattern = self._reader.of(self.state, item) if self._read is None else self._read.get(at)
        if pattern is None:
            return
        if self._read is not None:
            self._reader.check_turn(self.state, item)
        if is_complete(pattern):
            event = complete_event(pattern)
            try:
                self.state.apply(event)
            except EngineError as refusal:
                raise error_at(refusal, item) from refusal
            self.events.append(event)
            self.patterns.append(pattern)
            return
        self._choices.append(_Choice(at, len(self.events), self.state.copy(), self._candidates(pattern)))
        self.patterns.append(pattern)
        if not self._try_next():
            raise error_at(IllegalMove("Nothing that is possible now is what this leaves open."), item)

    def _candidates(self, pattern: Pattern) -> Iterator[Event]:
        """Return all events that are possible now and match, the hint first."""
        index = len(self.events)
        possible = self.state.legal_moves() or [event for event, _ in self.state.chance_outcomes()]
        hint = self._hints[index] if index < len(self._hints) else None
        ordered = [hint, *(event for event in possible if event != hint)] if hint in possible else possible
        return (event for event in ordered if event and fits(pattern, event, self._unordered))

    def _try_next(self) -> bool:
        """Play the next candidate of the last choice; if there is none, remove the choice and return False."""
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

    def _backtrack(self) -> int | None:
        """Try the last choice with a candidate left. Return its item, or None when there is none."""
        while self._choices:
            item = self._choices[-1].item
            if self._try_next():
                return item
        return None

    def _finish(self) -> None:
        if self._parsed.unread is not None:
            raise self._parsed.unread
        if self._whole:
            finish_record(self._parsed, self.state, self.events)

    def _note_refusal(self, at: int, refusal: EngineError) -> None:
        if at > self.reached:
            self.reached, self.why = at, refusal
            self.furthest = self.events[:], self.state.copy()
