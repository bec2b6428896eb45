"""What a game says of its events, so that the notation can write and read them.

A record's body is made of lines, a line of clauses set off by semicolons, a clause of a verb and its object:

    Morag: turn Wemyss 8; recruit face-down; is Scott 3
    Supporters: Scott 9, Forsyth 4
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal, Protocol
from unicodedata import category

from engine.core.errors import EngineError, NotationError
from engine.core.event import Event

Place = Literal["leads", "opens", "follows"]


@dataclass(frozen=True, slots=True)
class Said:
    """An event in words.

    `place` says how it joins its neighbours: it `opens` a line, `leads` into the line of whoever moves next, or
    `follows` in the line at hand. Neighbours of one listing verb in one line share the verb, with commas between.
    """

    verb: str
    what: str = ""
    place: Place = "follows"


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb and its object as somebody wrote them, and where (lines and columns count from 1)."""

    verb: str
    what: str
    line: int
    column: int
    seat: int | None = None  # whose line it is, where the line says so
    seats: tuple[str, ...] = ()  # the names at the table, as far as they are known

    def unreadable(self, sentence: str) -> NotationError:
        """The refusal of this clause, for the reader to raise."""
        return unreadable(sentence, self.line, self.column)

    def check_alone(self) -> None:
        """Raise NotationError if something follows a verb that takes no object."""
        if self.what:
            found = shortened(self.what)
            raise self.unreadable(f"After “{self.verb}” the line must end or have a semicolon. Found: “{found}”.")


class Words(Protocol):
    """The vocabulary of one game. `state` is the game's own, as it stands before the event.

    For its moves, a seat's view has to do in place of the state.
    """

    @property
    def verbs(self) -> Mapping[str, str]:
        """Each spelling of a verb, in lower case, and the verb it stands for."""

    @property
    def listing(self) -> frozenset[str]:
        """The verbs that take several objects in a row."""

    def heading(self, state: Any) -> str | None:
        """The heading above the event that comes next, such as `Round 2`; None when the section goes on."""

    def say(self, state: Any, event: Event) -> Said:
        """The event in words."""

    def read(self, state: Any, clause: Clause) -> Event:
        """The event that a clause means. Raises NotationError; whether it is legal is the state's business."""


def unreadable(sentence: str, line: int, column: int) -> NotationError:
    """A refusal that begins with the place it is about."""
    return NotationError(f"Line {line}, column {column}: {sentence}", line=line, column=column)


def one_of(clause: Clause, written: str, kind: str, names: Sequence[str], also: Mapping[str, int] | None = None) -> int:
    """The number of the name that somebody wrote: in any case, shortened as far as it stays plain.

    `kind` is what a name is of, such as `clan`; `also` has other spellings, in lower case. Raises NotationError, with
    the names it may be, the nearest, or all of them.
    """
    spellings = {**{name.lower(): number for number, name in enumerate(names)}, **(also or {})}
    folded = written.strip().lower()
    if not folded:
        raise clause.unreadable(f"A {kind} is missing here; write its name, such as {names[0]}.")
    found = {number for spelling, number in spellings.items() if spelling.startswith(folded)}
    if len(found) == 1:
        return found.pop()
    if found:
        listed = ", ".join(sorted(names[number] for number in found))
        raise clause.unreadable(f"“{written.strip()}” is several {kind}s: {listed}.")
    near = get_close_matches(folded, list(spellings), n=1)
    hint = f"Did you mean {names[spellings[near[0]]]}?" if near else f"The {kind}s are {', '.join(sorted(names))}."
    raise clause.unreadable(f"There is no {kind} “{shortened(written.strip())}”. {hint}")


def shortened(text: str, most: int = 60) -> str:
    """What somebody wrote, cut to what a sentence can hold."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def counted(number: int, noun: str) -> str:
    """Return such as `1 event` and `2 events`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def is_text(text: str) -> bool:
    """Whether it can be kept: JSON can name halves of characters, which no file holds, and NUL, which no table does."""
    return not any("\ud800" <= character <= "\udfff" or character == "\0" for character in text)


def is_label(text: str) -> bool:
    """Whether somebody at a table can be called that: text without control characters."""
    return is_text(text) and not any(category(character) == "Cc" for character in text)


def placed(refusal: EngineError, line: int, column: int) -> EngineError:
    """The same refusal, beginning with the place in the text where it was caused."""
    facts = {**refusal.facts, "line": line, "column": column}
    return type(refusal)(f"Line {line}, column {column}: {refusal.sentence}", **facts)
