"""How a game's events are written in records, and which of their numbers a record may leave open.

The body of a record is lines, a line is clauses with semicolons between, a clause is a verb and its object:

    Morag: turn Wemyss 8; recruit face-down; is Scott 3
    Supporters: Scott 9, Forsyth 4

A `State` never holds unknown numbers: a record with unknowns is verified by finding a completion of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias
from unicodedata import category

from engine.core.errors import EngineError, NotationError

if TYPE_CHECKING:
    from engine.core.game import Event, Outcome


Place = Literal["leads", "opens", "follows"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """An event in words.

    `place` says how it joins its neighbours: it `opens` a line, `leads` into the line of the next move, or `follows`
    in the current line. Consecutive events with one listing verb share the verb, with commas between.
    """

    verb: str
    what: str = ""
    place: Place = "follows"


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb and its object as written, with the position of the verb; lines and columns count from 1."""

    verb: str
    what: str
    line: int
    column: int
    seat: int | None = None  # whose line it is, if the line says so
    seats: tuple[str, ...] = ()  # the known names of the players
    heading: str = ""  # the whole line, if it can also be a heading: `Deal 2`

    def unreadable(self, sentence: str) -> NotationError:
        """Return an error at the position of this clause."""
        return notation_error(sentence, self.line, self.column)

    def check_alone(self) -> None:
        """Raise NotationError if something follows a verb that takes no object."""
        if self.what:
            found = truncate(self.what)
            raise self.unreadable(f"After “{self.verb}” the line must end or have a semicolon. Found: “{found}”.")


class Vocabulary(Protocol):
    """The vocabulary of one game. `state` is the game's own, as it stands before the event.

    For its moves, a seat's view has to do in place of the state.
    """

    @property
    def verbs(self) -> Mapping[str, str]:
        """Each spelling of a verb, in lower case, and the verb itself."""

    @property
    def listing(self) -> frozenset[str]:
        """The verbs that take several objects in a row."""

    def heading(self, state: Any) -> str | None:
        """Return a word and a number as the heading above the next event, such as `Round 2`; None without one."""

    def say(self, state: Any, event: Event) -> Phrase:
        """Return the event in words."""

    def read(self, state: Any, clause: Clause) -> Event:
        """Return the event that a clause means, without checking that it is legal. Raise NotationError."""


def with_spellings(verbs: Iterable[str], others: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return each spelling of a verb, in lower case, and the verb itself; `others` are those beside the verbs."""
    return {verb: verb for verb in verbs} | {other: verb for verb, written in others.items() for other in written}


def notation_error(sentence: str, line: int, column: int) -> NotationError:
    """Return an error whose message begins with the position."""
    return NotationError(f"Line {line}, column {column}: {sentence}", line=line, column=column)


def find_name(
    clause: Clause, written: str, kind: str, names: Sequence[str], also: Mapping[str, int] | None = None
) -> int:
    """Return the index of a written name, in any case or an unambiguous prefix.

    `kind` is what is named, such as `clan`; `also` has other spellings, in lower case. Raise NotationError with the
    ambiguous names, the nearest, or all of them.
    """
    spellings = {**{name.lower(): number for number, name in enumerate(names)}, **(also or {})}
    folded = written.strip().lower()
    if not folded:
        raise clause.unreadable(f"A {kind} is missing here; write its name, such as {names[0]}.")
    if folded in spellings:
        return spellings[folded]
    found = {number for spelling, number in spellings.items() if spelling.startswith(folded)}
    if len(found) == 1:
        return found.pop()
    if found:
        listed = ", ".join(sorted(names[number] for number in found))
        raise clause.unreadable(f"“{written.strip()}” is several {kind}s: {listed}.")
    near = get_close_matches(folded, list(spellings), n=1)
    hint = f"Did you mean {names[spellings[near[0]]]}?" if near else f"The {kind}s are {', '.join(sorted(names))}."
    raise clause.unreadable(f"There is no {kind} “{truncate(written.strip())}”. {hint}")


def truncate(text: str, most: int = 60) -> str:
    """Return the text, cut to at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def quantity(number: int, noun: str) -> str:
    """Return such as `1 event` and `2 events`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def is_text(text: str) -> bool:
    """Whether a text can be stored: JSON can hold lone surrogates, as no file does, and NUL, as no table does."""
    return not any("\ud800" <= character <= "\udfff" or character == "\0" for character in text)


def is_label(text: str) -> bool:
    """Whether a player can have that name: text without control characters."""
    return is_text(text) and not any(category(character) == "Cc" for character in text)


def with_position(refusal: EngineError, line: int, column: int) -> EngineError:
    """Return the same error with its position in the text, unless it has one."""
    if "line" in refusal.facts:
        return refusal
    facts = {**refusal.facts, "line": line, "column": column}
    return type(refusal)(f"Line {line}, column {column}: {refusal.sentence}", **facts)


Pattern: TypeAlias = tuple[int | None, ...]  # an event, kind first, with None in place of each unknown number


def is_complete(pattern: Pattern) -> bool:
    """Whether the event has no unknowns."""
    return None not in pattern


def complete_event(pattern: Pattern) -> Event:
    """Return a pattern without unknowns as an event. Raise ValueError for one with unknowns."""
    event = tuple([number for number in pattern if number is not None])
    if len(event) != len(pattern):
        raise ValueError(f"{pattern} leaves something open.")
    return event


def fits(pattern: Pattern, event: Event, unordered: Collection[int] = ()) -> bool:
    """Whether the event matches the pattern. `unordered` are kinds of events whose numbers have no order."""
    if len(pattern) != len(event) or pattern[:1] != event[:1]:
        return False
    if event[0] not in unordered:
        return all(known in (None, number) for known, number in zip(pattern, event, strict=True))
    left = list(event[1:])
    for known in pattern[1:]:
        if known is not None:
            if known not in left:
                return False
            left.remove(known)
    return True


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal for the unknowns of a record, or why there is none.

    `events` are those of the whole record, None where nothing is proposed; `settled` are the indices of those that
    follow from later events. `impossible` is the index of an event that is proved impossible for all values of the
    unknowns, and the reason as a sentence.
    """

    events: Sequence[Event | None] = ()
    settled: frozenset[int] = frozenset()
    impossible: tuple[int, str] | None = None


class PartialReplay(Protocol):
    """A replay of what all players see of a record with unknowns."""

    @property
    def state(self) -> Any:
        """The state: correct in everything that all players see, a guess in everything hidden."""

    def turn_to(self, seat: int) -> None:
        """Set the seat to move as the record states it, if only hidden cards decide that."""

    def take(self, pattern: Pattern, seat: int | None) -> bool:
        """Play one more event; `seat` is the player, if the record names one.

        Return False for an unknown that the game does not support: then only a search can help. Raise EngineError
        when the event is impossible for all hidden cards.
        """

    def fill(self, outcome: Outcome | None, deadline: float) -> Proposal:
        """Propose values of the unknowns so far; `outcome` is the stated one. `deadline` is a `monotonic` time."""


class PartialRecords(Protocol):
    """How a game handles records with unknowns: `UNKNOWNS` in its `partial_records.py`."""

    @property
    def unordered(self) -> frozenset[int]:
        """The kinds of events whose numbers have no order."""

    @property
    def turned_up(self) -> frozenset[int]:
        """The kinds of events with hidden cards that all players see later."""

    def read(self, state: Any, clause: Clause) -> Pattern:
        """Return the pattern that a clause with `?` means. Raise NotationError."""

    def say(self, state: Any, pattern: Pattern) -> Phrase:
        """Return a pattern with unknowns in words."""

    def hide(self, state: Any, event: Event) -> Pattern:
        """Return what all players see of an event about to happen in `state`."""

    def outline(self, start: Any) -> PartialReplay:
        """Return a partial replay that begins with this state, and changes it."""
