"""Events in which one can be out before the end: what is asked of their formats, and what is drawn of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from league.competition.format import UNCONDITIONAL, Conditions, Entry, Format, Pairing, Reason
from league.competition.options import Settled


@dataclass(frozen=True, slots=True)
class Reached:
    """How far somebody came. Who has a smaller `order` is better; who has the same shares the place."""

    order: tuple[int, ...]
    words: Reason
    is_in: bool = False
    """Whether they may still play on."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A seat of a match: an entry, or where it will come from; neither where nobody will ever sit there."""

    entry: int | None = None
    source: Reason | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a bracket, played or not."""

    slot: str
    number: int
    """Its number in the bracket, from 1, by which others speak of it."""
    contenders: tuple[Contender, ...]
    title: Reason | None = None
    """What it is called, where it has no like in its bracket."""
    pairings: tuple[Pairing, ...] = ()
    """What was made of it; several where it was level and played again."""
    came: tuple[int, ...] | None = None
    """Who came out of it, best first; None while it is open."""
    goes_on: int = 1
    """How many of them go on; 0 in a last match."""
    leads_to: str = ""
    """The match in which its winner plays on."""

    @property
    def is_free(self) -> bool:
        """Whether there is nothing to play: one alone, or nobody."""
        return sum(one.entry is not None or one.source is not None for one in self.contenders) < 2


@dataclass(frozen=True, slots=True)
class Column:
    """Matches of one round of a bracket, from above."""

    name: Reason
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class GroupLine:
    """Somebody in a group: place, points in units, games played, and whether they go on; None while that is open."""

    entry: int
    place: int
    units: int
    played: int
    goes_on: bool | None


@dataclass(frozen=True, slots=True)
class Tie:
    """Entries with equal points, in the order of the standings, and what decided that order."""

    entries: tuple[int, ...]
    decided_by: tuple[str, ...]
    """The tie-breaks, by slug, that parted some of them, in their order."""
    level: tuple[tuple[int, ...], ...]
    """Those whom no tie-break parted, group by group; they share a place."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group and its table as it stands."""

    number: int
    lines: tuple[GroupLine, ...]
    ties: tuple[Tie, ...] = ()
    """Those with equal points, and what decided their order."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of an event: a bracket of columns, or groups."""

    name: Reason
    columns: tuple[Column, ...] = ()
    groups: tuple[Group, ...] = ()
    seeded: tuple[int, ...] = ()
    """The entries of a bracket in the order of their seeds."""


@runtime_checkable
class Knockout(Format, Protocol):
    """A format in which one can be out of it before its end. Nobody joins it once it has begun."""

    @property
    def pays_points(self) -> bool:
        """Whether points are paid in a part of it, as in groups; elsewhere only who goes on counts."""
        ...

    def stages(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Stage, ...]:
        """Everything that is, was and will be played, in the order in which it is told."""
        ...

    def outdated(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[tuple[Pairing, tuple[int, ...]], ...]:
        """Pairings that other people would sit at, had their matches before come out as they have now; with whom.

        So after a correction; and wherever somebody changed a pairing by hand, which the caller knows.
        """
        ...

    def discounted(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Pairing, ...]:
        """Pairings that were played, or reported, and do not count: their match is played again by others."""
        ...

    def that_count(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Sequence[Pairing]:
        """The pairings whose points count, without those whose results were struck out of a group."""
        ...

    def reached(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Mapping[int, Reached]:
        """How far everybody came, by which the standings go; points count where it puts them into the order."""
        ...


def pays_points(chosen: Format) -> bool:
    """Whether points count anywhere in the format."""
    knockout = as_knockout(chosen)
    return knockout is None or knockout.pays_points


def as_knockout(chosen: Format) -> Knockout | None:
    """The format as one in which one can be out; None where everybody plays to the end."""
    return chosen if isinstance(chosen, Knockout) else None
