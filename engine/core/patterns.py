"""Events with unknown numbers, and how a game handles records that have them.

A `State` never holds unknown numbers: a record with unknowns is verified by finding a completion of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from engine.core.game import Event, Outcome
    from engine.core.vocabulary import Clause, Phrase

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
