"""How a game's events are written in records.

The body of a record is lines, a line is clauses with semicolons between, a clause is a verb and its object:

    Morag: turn Wemyss 8; recruit face-down; is Scott 3
    Supporters: Scott 9, Forsyth 4
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, Protocol

from engine.core.errors import EngineError, NotationError
from engine.core.text import truncate

if TYPE_CHECKING:
    from engine.core.game import Event


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
    return NotationError(_at(sentence, line, column), line=line, column=column)


def index_of_name(
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


def with_position(refusal: EngineError, line: int, column: int) -> EngineError:
    """Return the same error with its position in the text, unless it has one."""
    if "line" in refusal.facts:
        return refusal
    facts = {**refusal.facts, "line": line, "column": column}
    return type(refusal)(_at(refusal.sentence, line, column), **facts)


def _at(sentence: str, line: int, column: int) -> str:
    return f"Line {line}, column {column}: {sentence}"
