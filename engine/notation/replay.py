"""Replays parsed records: finds the meaning of each clause in the state before it, and plays it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from engine.core import registry
from engine.core.errors import EngineError, RecordError
from engine.core.game import CHANCE, Event, State
from engine.core.patterns import Pattern, complete_event, is_complete
from engine.core.record import Record, check_faults, check_outcome, start
from engine.core.text import truncate
from engine.core.vocabulary import Clause, Phrase, Vocabulary, notation_error, with_position
from engine.notation.parsed_record import HEADER_KEYS, ParsedRecord, parse_records
from engine.notation.syntax import UNKNOWN, Heading, Item, Numbers, UnknownWord, seat_name, seats_with_label

_SEAT = re.compile(r"seat(?![^\W\d_])\s*(?P<number>[0-9]*)", re.IGNORECASE)
_WORD_END = re.compile(r"[\s:,]")


def from_text(text: str) -> Record:
    """Parse and replay the one record in `text`. Raise EngineError with `line` and `column`."""
    return replay_parsed(only_record(parse_records(text)))


def records_in(text: str) -> Iterator[Record]:
    """Parse and replay the records of `text`. Raise EngineError as `from_text` does."""
    return map(replay_parsed, parse_records(text))


def only_record(parsed_records: Iterator[ParsedRecord]) -> ParsedRecord:
    """Return the only record. Raise NotationError when there is none, or more than one."""
    parsed = next(parsed_records, None)
    if parsed is None:
        raise notation_error("There is no record here; a record begins with the line: Moothill record 1", 1, 1)
    if next(parsed_records, None) is not None:
        raise notation_error("There is more than one record here, and only one is wanted.", 1, 1)
    return parsed


def replay_parsed(parsed: ParsedRecord) -> Record:
    """Replay a parsed record without unknowns. Raise EngineError with the position."""
    replaying = Replay(parsed)
    replaying.to_the_end()
    return finish_record(parsed, replaying.state, replaying.events)


def finish_record(parsed: ParsedRecord, state: State, events: Sequence[Event]) -> Record:
    """Return the complete record. Raise EngineError if the stated result differs from the played one."""
    try:
        outcome = parsed.result.outcome(state.outcome)
        faults = tuple(parsed.result.faults)
        record = replace(parsed.head, events=tuple(events), outcome=outcome, faults=faults)
        check_faults(record)
        check_outcome(record, state)
    except EngineError as refusal:
        raise with_position(refusal, parsed.last_line, 1) from refusal
    return record


class Replay:
    """A replay of a record without unknowns: the events so far and the state after them."""

    def __init__(self, parsed: ParsedRecord) -> None:
        self.state: State = start(parsed.head)
        self.events: list[Event] = []
        self._parsed = parsed
        self._reader = ItemReader(parsed.head)

    def to_the_end(self) -> None:
        """Play all items. Raise EngineError with the position of the first one that cannot be played."""
        for item in self._parsed.items:
            self._take(item)
        if self._parsed.unread is not None:
            raise self._parsed.unread

    def _take(self, item: Item) -> None:
        pattern = self._reader.of(self.state, item)
        if pattern is None:
            return
        try:
            if not is_complete(pattern):
                raise RecordError("Somebody wrote ? here, and only a record stated in full can be replayed.")
            event = complete_event(pattern)
            self.state.apply(event)
        except EngineError as refusal:
            raise error_at(refusal, item) from refusal
        self.events.append(event)


class ItemReader:
    """Finds the events of a record's items, given the state before each of them."""

    def __init__(self, head: Record) -> None:
        self.seats = head.seats
        self.words: Vocabulary = registry.game(head.game).words
        self.unknowns = registry.partial_records(head.game)

    def of(self, state: State, item: Item) -> Pattern | None:
        """Return the event of an item; None for a heading. Raise EngineError with the position."""
        if isinstance(item, Clause):
            return None if self._is_heading(state, item.heading) else self._of_clause(state, item)
        if isinstance(item, Numbers):
            self.check_turn(state, item)
            return item.pattern
        if isinstance(item, Heading):
            self._check_heading(state, item)
            return None
        raise self._unknown_word_error(state, item)

    def check_turn(self, state: State, item: Item) -> None:
        """Raise RecordError if the item names a seat that is not to move."""
        seat = item.seat if isinstance(item, Clause | Numbers) else None
        if seat is None or state.turn is None or state.turn in (seat, CHANCE):
            return
        mover, named = seat_name(self.seats, state.turn), seat_name(self.seats, seat)
        raise error_at(RecordError(f"It is the turn of {mover}, not of {named}."), item)

    def _of_clause(self, state: State, clause: Clause) -> Pattern:
        self.check_turn(state, clause)
        if UNKNOWN not in clause.what:
            return self.words.read(state, clause)
        if self.unknowns is not None:
            return self.unknowns.read(state, clause)
        return read_wildcard(state, clause, self.words)

    def _check_heading(self, state: Any, item: Heading) -> None:
        if not self._is_heading(state, item.text):
            heading = self.words.heading(state)
            stands = f"here stands {heading}" if heading else "nothing new begins here"
            raise notation_error(f"The heading “{truncate(item.text)}” is out of place: {stands}.", item.line, 1)

    def _is_heading(self, state: Any, line: str) -> bool:
        heading = self.words.heading(state) if line else None
        return heading is not None and " ".join(line.split()).casefold() == heading.casefold()

    def _unknown_word_error(self, state: State, slip: UnknownWord) -> EngineError:
        hint = explain_unknown_word(slip.text, self.seats, self.words, self.words.heading(state))
        return notation_error(hint, slip.line, slip.column)


def error_at(refusal: EngineError, item: Item) -> EngineError:
    """Return the error with the position of the item: line and column, or the number of the event."""
    if isinstance(item, Numbers):
        if "line" in refusal.facts and "number" in refusal.facts:
            return refusal
        numbered = refusal.at_event(item.number)
        return type(numbered)(numbered.sentence, **{**numbered.facts, "line": item.line, "column": item.column})
    return with_position(refusal, item.line, item.column)


def read_wildcard(state: Any, clause: Clause, words: Vocabulary) -> Pattern:
    """Return the numbers shared by all possible events of that verb, None where they differ.

    For games without PartialRecords. Only a lone `?` is allowed: the whole object is unknown. Raise NotationError.
    """
    found = [event for event in _possible_events(state) if words.say(state, event).verb == clause.verb]
    lengths = {len(event) for event in found}
    if clause.what != "?" or len(lengths) != 1:
        raise clause.unreadable(f"A ? can stand alone behind a verb that may be used now, as in: {clause.verb} ?")
    return tuple([column[0] if len({*column}) == 1 else None for column in zip(*found, strict=True)])


def say_wildcard(state: Any, pattern: Pattern, words: Vocabulary) -> Phrase:
    """Return a pattern in words: `?` for the whole object."""
    phrase = words.say(state, next(event for event in _possible_events(state) if event[0] == pattern[0]))
    return Phrase(phrase.verb, "?", phrase.place)


def _possible_events(state: State) -> list[Event]:
    return list(state.legal_moves()) or [event for event, _ in state.chance_outcomes()]


def explain_unknown_word(part: str, seats: Sequence[str], words: Vocabulary, heading: str | None) -> str:
    """Return a sentence for `part`, which begins with no verb; `heading` is the one possible here."""
    before, colon, _ = part.strip().partition(":")
    named = truncate(before.strip() if colon else _WORD_END.split(part.strip(), maxsplit=1)[0])
    folded = named.lower()
    if seat := _SEAT.match(part.strip()):
        return _explain_seat(seat, part.strip()[seat.end() :].lstrip(), seats)
    if len(seats_with_label(seats, named)) > 1:
        return f"Several seats are called {named}; write seat 1, seat 2 and so on."
    if colon and seats_with_label(seats, named):
        return f"The turn of {named} begins a line of its own."
    if label := _missing_colon(part, seats):
        return f"A colon is missing behind {label}; write for instance “{label}: pass”."
    if folded in HEADER_KEYS:
        return f"“{named}” belongs into the head of the record, before anything is dealt."
    if heading and heading.lower().startswith(f"{folded} "):
        return f"The heading that may stand here is “{heading}”."
    return _explain_unknown(named, seats, words)


def _explain_seat(seat: re.Match[str], rest: str, seats: Sequence[str]) -> str:
    """Return a sentence for a part that begins with `seat`, but with no seat's name."""
    number = seat["number"]
    if not number:
        return (
            f"A number is missing behind “{seat[0].strip()}”. Write seat 1 to seat {len(seats)}, or the player's name."
        )
    if not 1 <= int(number[:9]) <= len(seats):
        return f"There is no seat {truncate(number)} at this table; its seats go from 1 to {len(seats)}."
    if rest.startswith(":"):
        return f"The turn of seat {number} begins a line of its own."
    return f"A colon is missing behind seat {number}; write for instance “seat {number}: pass”."


def _missing_colon(part: str, seats: Sequence[str]) -> str | None:
    """Return the name of a seat that the clause begins with, if a blank follows it."""
    folded = part.strip().casefold()
    return next((label for label in seats if label and folded.startswith(f"{label.casefold()} ")), None)


def _explain_unknown(named: str, seats: Sequence[str], words: Vocabulary) -> str:
    near = _nearest(named, [*seats, *words.verbs])
    if near:
        return f"“{named}” begins no clause. Did you mean “{near}”?"
    names, verbs = ", ".join(map(truncate, seats)), ", ".join(sorted(set(words.verbs.values())))
    return f"“{named}” is neither a seat ({names}) nor one of the words a clause begins with: {verbs}."


def _nearest(written: str, known: Iterable[str]) -> str | None:
    """Return the known word nearest to the written one, in any case."""
    spelling = {word.casefold(): word for word in known}
    near = get_close_matches(written.casefold(), list(spelling), n=1)
    return spelling[near[0]] if near else None
