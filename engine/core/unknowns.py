"""What a record may leave open: numbers of events that nobody at the table could know.

Unknowns are the notation's business alone. A `State` never holds one: whoever checks a record with unknowns looks for
a completion, in which every event is stated in full.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from engine.core.event import Event
from engine.core.words import Clause, Said

if TYPE_CHECKING:
    from engine.core.game import Outcome

Pattern: TypeAlias = tuple[int | None, ...]  # an event, kind first, with None in place of each unknown number


def is_stated(pattern: Pattern) -> bool:
    """Whether the event is stated in full."""
    return None not in pattern


def stated(pattern: Pattern) -> Event:
    """The event of a pattern without unknowns. Raises ValueError where there is one."""
    event = tuple([number for number in pattern if number is not None])
    if len(event) != len(pattern):
        raise ValueError(f"{pattern} leaves something open.")
    return event


def fits(pattern: Pattern, event: Event, unordered: Collection[int] = ()) -> bool:
    """Whether the event is what the pattern says.

    `unordered` are kinds of events whose numbers stand in no order: of these the known ones are somewhere among them.
    """
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
class Filling:
    """A proposal of how the unknowns of a record are to be filled, or why nothing fits.

    `events` are those of the whole record, None where nothing is proposed; `settled` are the indices of those that
    follow from what was seen later. `impossible` is the index of an event that cannot have happened, whatever the
    unknowns are, and the reason as a sentence; only what is proved may stand there.
    """

    events: Sequence[Event | None] = ()
    settled: frozenset[int] = frozenset()
    impossible: tuple[int, str] | None = None


class Outline(Protocol):
    """A record with unknowns, followed by what everybody at the table sees."""

    @property
    def state(self) -> Any:
        """The table: right in all that everybody sees and that clauses are read by, a guess in what is hidden."""

    def turn_to(self, seat: int) -> None:
        """The record says that this seat moves now: where only what is hidden decides that, let it be so."""

    def take(self, pattern: Pattern, seat: int | None) -> bool:
        """Follow one more event; `seat` is who moves, if the record says so.

        False where the game does not foresee such an unknown: then only a search can help. Raises EngineError when
        the event is impossible whatever lies hidden.
        """

    def fill(self, outcome: Outcome | None, deadline: float) -> Filling:
        """How the unknowns so far may be filled; `outcome` is what the record states. `deadline` is of `monotonic`."""


class Unknowns(Protocol):
    """What a game knows of records with unknowns: `UNKNOWNS` in its `unknowns.py`."""

    @property
    def unordered(self) -> frozenset[int]:
        """The kinds of events whose numbers stand in no order."""

    @property
    def turned_up(self) -> frozenset[int]:
        """The kinds of events with hidden cards that everybody sees later."""

    def read(self, state: Any, clause: Clause) -> Pattern:
        """The pattern that a clause with `?` means. Raises NotationError."""

    def say(self, state: Any, pattern: Pattern) -> Said:
        """A pattern with unknowns in words."""

    def hide(self, state: Any, event: Event) -> Pattern:
        """The event, which is about to happen in `state`, as far as everybody at the table sees it."""

    def outline(self, start: Any) -> Outline:
        """An outline that begins with this state, and changes it."""
