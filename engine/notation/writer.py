"""Writes records as text: header, a line for each turn, result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core import registry
from engine.core.game import CHANCE, State
from engine.core.patterns import Pattern, complete_event, is_complete
from engine.core.record import Record, steps
from engine.core.vocabulary import Phrase
from engine.notation.parsed_record import header_lines, result_lines
from engine.notation.replay import say_wildcard
from engine.notation.syntax import seat_name


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record's body: `seat` moves in it (None: only chance), events `first` to `last`, from 1."""

    seat: int | None
    text: str
    first: int
    last: int
    heading: str | None = None


def to_text(record: Record, patterns: Sequence[Pattern] | None = None) -> str:
    """Return the record as text, ending in a newline. Raise EngineError if it cannot be replayed.

    With `patterns`, one for each event, their unknowns are written as `?`.
    """
    lines = [*header_lines(record), ""]
    for line in lines_of(record, patterns):
        if line.heading is not None:
            if lines[-1]:
                lines.append("")
            lines.append(line.heading)
        lines.append(line.text if line.seat is None else f"{seat_name(record.seats, line.seat)}: {line.text}")
    return "\n".join([*lines, "", *result_lines(record)]).rstrip("\n") + "\n"


def lines_of(record: Record, patterns: Sequence[Pattern] | None = None) -> Iterator[Line]:
    """Yield the lines of a record's body; `patterns` as in `to_text`. Raise EngineError if it cannot be replayed."""
    words = registry.game(record.game).words
    draft, above = _Draft(), ""
    written = zip(steps(record), patterns or record.events, strict=True)
    for number, ((state, _event), pattern) in enumerate(written, start=1):
        seat = None if state.turn == CHANCE else state.turn
        phrase = say(record.game, state, pattern)
        heading = words.heading(state)
        if heading == above:
            heading = None
        elif heading is not None:
            above = heading
        if draft.is_closed_by(phrase, seat, heading):
            yield draft.line()
            draft = _Draft()
        draft.add(number, seat, phrase, heading, listing=phrase.verb in words.listing)
    if draft.first:
        yield draft.line()


def say(game: str, state: State, pattern: Pattern) -> Phrase:
    """Return an event in words, with `?` for unknowns."""
    words, unknowns = registry.game(game).words, registry.partial_records(game)
    if is_complete(pattern):
        return words.say(state, complete_event(pattern))
    return unknowns.say(state, pattern) if unknowns else say_wildcard(state, pattern, words)


class _Draft:
    """A line being built."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.heading: str | None = None
        self.first = self.last = 0
        self.clauses: list[str] = []
        self.verb: str | None = None
        self.first_verb = ""
        self.waits = False  # for the move that its last phrase `leads` into

    def is_closed_by(self, phrase: Phrase, seat: int | None, heading: str | None) -> bool:
        """Whether the phrase begins a new line: below a heading, by its place, or because another seat moves."""
        if not self.first:
            return False
        if heading is not None or phrase.place == "leads":
            return True
        if phrase.place == "opens":
            return not (self.waits and seat is not None)
        return seat is not None and self.seat is not None and seat != self.seat

    def add(self, number: int, seat: int | None, phrase: Phrase, heading: str | None, *, listing: bool) -> None:
        self.waits = phrase.place == "leads"
        if not self.first:
            self.first, self.heading, self.first_verb = number, heading, phrase.verb
        self.last = number
        self.seat = seat if self.seat is None else self.seat
        if listing and self.verb == phrase.verb:
            self.clauses[-1] += f", {phrase.what}"
        else:
            self.clauses.append(f"{phrase.verb} {phrase.what}".rstrip())
        self.verb = phrase.verb

    def line(self) -> Line:
        text = "; ".join(self.clauses)
        if self.seat is None and self.verb and self.verb == self.first_verb:  # such as `Supporters: Scott 4`
            text = f"{self.first_verb.capitalize()}:{text.removeprefix(self.first_verb)}"
        return Line(self.seat, text, self.first, self.last, self.heading)
