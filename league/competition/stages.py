"""Knockout formats, and what pages show of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Conditions,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Round,
    Wait,
)
from league.competition.options import Options
from league.competition.pairing_reasons import BROUGHT_TOGETHER, NOT_DECIDED, avoided_reasons
from league.competition.table_numbers import number_tables
from league.competition.tournament_state import TournamentState, check_entries

DECIDED = "All matches of the bracket are finished."


@dataclass(frozen=True, slots=True)
class Reached:
    """How far an entry came. A smaller `order` is better; equal ones share a place."""

    order: tuple[int, ...]
    words: Reason
    is_in: bool = False  # whether it may still play on


@dataclass(frozen=True, slots=True)
class Contender:
    """A seat of a match: an entry, or where it will come from; neither if nobody will ever sit there."""

    entry: int | None = None
    source: Reason | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a bracket, played or not."""

    slot: str
    number: int  # its number in the bracket, from 1, as other matches name it
    contenders: tuple[Contender, ...]
    title: Reason | None = None  # its name, if it is the only one of its kind
    pairings: tuple[Pairing, ...] = ()  # its pairings; several if it was tied and played again
    order: tuple[int, ...] | None = None  # its entries, best first; None while it is open
    goes_on: int = 1  # how many of them go on; 0 in a last match
    leads_to: str = ""  # the next match of its winner

    @property
    def is_free(self) -> bool:
        """Whether there is nothing to play: one entry alone, or nobody."""
        return sum(contender.entry is not None or contender.source is not None for contender in self.contenders) < 2


@dataclass(frozen=True, slots=True)
class Column:
    """Matches of one round of a bracket, top to bottom."""

    name: Reason
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class GroupLine:
    """An entry in a group: place, points in units, games played, and whether it qualifies; None while that is open."""

    entry: int
    place: int
    units: int
    played: int
    goes_on: bool | None


@dataclass(frozen=True, slots=True)
class Tie:
    """Entries with equal points, in the order of the standings, and what decided that order."""

    entries: tuple[int, ...]
    decided_by: tuple[str, ...]  # the tie-breaks, by slug, that separated some of them, in order
    level: tuple[tuple[int, ...], ...]  # those whom no tie-break separated, group by group; they share a place


@dataclass(frozen=True, slots=True)
class Group:
    """A group and its standings."""

    number: int
    lines: tuple[GroupLine, ...]
    ties: tuple[Tie, ...] = ()  # entries with equal points, and what decided their order


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a tournament: a bracket of columns, or groups."""

    name: Reason
    columns: tuple[Column, ...] = ()
    groups: tuple[Group, ...] = ()
    seeded: tuple[int, ...] = ()  # the entries of a bracket in the order of their seeds


class KnockoutState(TournamentState):
    """A knockout at one moment, as it follows from the pairings so far."""

    def next_round(self) -> Answer:
        """Return all matches that can be played next."""
        check_entries([entry for entry in self.entries if entry.joined <= 1], needed=2)
        if self.is_waiting:
            return Wait(Reason(NOT_DECIDED))
        matches = [
            replace(match, reasons=(*match.reasons, *avoided_reasons(match.seats, self.avoided, BROUGHT_TOGETHER)))
            for match in self.next_pairings()
        ]
        return Round(self.upcoming, number_tables(matches, self.entries)) if matches else Finished(Reason(DECIDED))

    @property
    def is_waiting(self) -> bool:
        """Whether the next round needs results that are not there yet."""
        return not self.is_decided

    @property
    def rounds_left(self) -> int:
        """How many rounds of a bracket are still to be paired, so far as that is known."""
        return 0

    @abstractmethod
    def next_pairings(self) -> list[Pairing]:
        """Return the next matches, without table numbers; none if the tournament is over."""

    @property
    @abstractmethod
    def stages(self) -> tuple[Stage, ...]:
        """Everything that was and will be played, in order."""

    @property
    @abstractmethod
    def outdated(self) -> Sequence[tuple[Pairing, tuple[int, ...]]]:
        """Pairings whose players changed when an earlier result was corrected, with the players they should have.

        Also pairings that somebody changed by hand, which the caller knows.
        """

    @property
    def void(self) -> Sequence[Pairing]:
        """Pairings that were played, or reported, and do not count: others play their match again."""
        return ()

    @property
    def counted_pairings(self) -> Sequence[Pairing]:
        """The pairings whose points count, without annulled results in groups."""
        return self.pairings

    @property
    @abstractmethod
    def reached(self) -> Mapping[int, Reached]:
        """How far every entry came: this orders the standings, before points."""


class Knockout(Format):
    """A format in which players can be out before its end. Nobody joins once it has begun."""

    state_class: ClassVar[type[KnockoutState]]
    pays_points: ClassVar[bool] = False  # whether points are paid in a part of it, as in groups

    def state(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> KnockoutState:
        """Return the knockout as it stands after these pairings. Raise `WrongOption`."""
        return self.state_class(self, entries, pairings, self.chosen(options), seed, conditions)


def pays_points(chosen: Format) -> bool:
    """Return whether points count anywhere in the format."""
    knockout = as_knockout(chosen)
    return knockout is None or knockout.pays_points


def as_knockout(chosen: Format) -> Knockout | None:
    """Return the format as a knockout; None if everybody plays to the end."""
    return chosen if isinstance(chosen, Knockout) else None
