"""What a clause means at the table as it stands."""

from __future__ import annotations

from typing import Any

from engine.core import registry
from engine.core.errors import EngineError, RecordError
from engine.core.game import CHANCE, State
from engine.core.record import Record
from engine.core.vocabulary import Clause, Pattern, Vocabulary, notation_error, truncate, with_position
from engine.notation.clauses import UNKNOWN, Heading, Item, Numbers, Slip
from engine.notation.guessing import read_by_saying
from engine.notation.hints import why_no_clause
from engine.notation.labels import name_of_seat


class Meaning:
    """Reads the items of one record, given the state before each of them."""

    def __init__(self, head: Record) -> None:
        self.seats = head.seats
        self.words: Vocabulary = registry.game(head.game).words
        self.unknowns = registry.partial_records(head.game)

    def of(self, state: State, item: Item) -> Pattern | None:
        """The event that the item stands for; None for a heading in its place. Raises EngineError with its place."""
        if isinstance(item, Clause):
            return self._of_clause(state, item)
        if isinstance(item, Numbers):
            self.check_turn(state, item)
            return item.pattern
        if isinstance(item, Heading):
            self._check_heading(state, item)
            return None
        raise self._why_slip(state, item)

    def check_turn(self, state: State, item: Item) -> None:
        """Raises NotationError where the item says of somebody that he moves, and it is not his turn."""
        seat = item.seat if isinstance(item, Clause | Numbers) else None
        if seat is None or state.turn is None or state.turn in (seat, CHANCE):
            return
        mover, named = name_of_seat(self.seats, state.turn), name_of_seat(self.seats, seat)
        raise at_item(RecordError(f"It is the turn of {mover}, not of {named}."), item)

    def _of_clause(self, state: State, clause: Clause) -> Pattern:
        self.check_turn(state, clause)
        if UNKNOWN not in clause.what:
            return self.words.read(state, clause)
        if self.unknowns is not None:
            return self.unknowns.read(state, clause)
        return read_by_saying(state, clause, self.words)

    def _check_heading(self, state: Any, item: Heading) -> None:
        heading = self.words.heading(state)
        if heading is None or " ".join(item.text.split()).casefold() != heading.casefold():
            stands = f"here stands {heading}" if heading else "nothing new begins here"
            raise notation_error(f"The heading “{truncate(item.text)}” is out of place: {stands}.", item.line, 1)

    def _why_slip(self, state: State, slip: Slip) -> EngineError:
        hint = why_no_clause(slip.text, self.seats, self.words, self.words.heading(state))
        return notation_error(hint, slip.line, slip.column)


def at_item(refusal: EngineError, item: Item) -> EngineError:
    """The refusal of an event with the place where it is written: a line and a column, or its number."""
    if isinstance(item, Numbers):
        if "line" in refusal.facts and "number" in refusal.facts:
            return refusal
        numbered = refusal.at_event(item.number)
        return type(numbered)(numbered.sentence, **{**numbered.facts, "line": item.line, "column": item.column})
    return refusal if "line" in refusal.facts else with_position(refusal, item.line, item.column)
