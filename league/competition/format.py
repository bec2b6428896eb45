"""The contract of a format: a pure function from the tournament so far to the next round.

(entries with the rounds they joined and left, pairings so far, options, seed, conditions) -> a round of pairings | wait
| finished.

The caller keeps every `Round` it is given, has it played, and comes back with the same pairings, now with their
results. The same arguments always give the same answer. A `Format` has the options, and its `TournamentState` pairs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from league.competition.options import Option, Options, Value, full_options
from league.competition.points import as_text

if TYPE_CHECKING:
    from league.competition.tournament_state import TournamentState

UNNUMBERED = 0  # the table of a pairing that has no number yet

Seated = TypeVar("Seated")  # what sits at a table: an entry, its number, or a player


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of a tournament. The order of the entries in a list is their order of seeding."""

    id: int
    joined: int = 1  # the first round it can be paired in
    left: int | None = None  # the first round without it; None while it stays
    byes: tuple[tuple[int, Bye], ...] = ()  # rounds it asked to miss, and what each pays: `Bye.HALF` or `Bye.ZERO`
    fixed_table: int | None = None  # the table of a player who cannot move
    guest: bool = False  # whether it has no place in the standings of a season

    def bye_in(self, round_number: int) -> Bye | None:
        """Return the bye it asked for in that round."""
        return next((bye for number, bye in self.byes if number == round_number), None)

    @property
    def took_part(self) -> bool:
        """Whether it did not leave before it joined."""
        return self.left is None or self.joined < self.left

    def plays_in(self, round_number: int) -> bool:
        """Return whether it is there in that round."""
        return self.joined <= round_number and (self.left is None or round_number < self.left)


class How(StrEnum):
    """How a game was decided; the ledger has the same words."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    ARBITER = "arbiter"


class Bye(StrEnum):
    """Why an entry has no table in a round."""

    REST = "rest"  # the free round of an odd field: everybody has one, it pays nothing
    FULL = "full"  # allocated by the pairing; scores as a win (FIDE C.07 16.2.1)
    HALF = "half"  # requested; scores half a point (FIDE C.07 16.1.1)
    ZERO = "zero"  # requested; scores nothing (FIDE C.07 16.1.1)


@dataclass(frozen=True, slots=True)
class Leg:
    """One decided game of a pairing. `seats` are entry ids, first seat first; places count 1, 2, 2, 4."""

    number: int
    seats: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...] = ()  # points in the game itself, seat by seat; empty if nobody noted them
    how: How = How.PLAYED


def in_words(facts: Iterable[tuple[str, int]]) -> dict[str, int | str]:
    """Return facts as they are written: `points` as points (2⅓), a `group` by its letter, the others as numbers."""
    return {name: _in_words(name, value) for name, value in facts}


def _in_words(name: str, value: int) -> int | str:
    if name.endswith("points"):
        return as_text(value)
    return letter_of(value) if name == "group" else value


def letter_of(group: int) -> str:
    """Return the letter of a group, counted from 1: A, B, ... Z, AA."""
    more, rest = divmod(group - 1, 26)
    return (letter_of(more) if more else "") + chr(ord("A") + rest)


@dataclass(frozen=True, slots=True)
class Reason:
    """An explanation: an English `template`, translated by pages, and the facts that fill it."""

    template: str
    facts: tuple[tuple[str, int], ...] = ()

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return self.template.format(**in_words(self.facts))

    def as_json(self) -> dict[str, Any]:
        """Return the reason as it is stored; `from_json` reads it."""
        return {"template": self.template, "facts": dict(self.facts)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Reason:
        """Return the reason that `as_json` stored."""
        return cls(stored["template"], tuple(stored["facts"].items()))


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round, or one entry's bye. `(round, table)` names it within its tournament.

    `seats` are entry ids, first seat first, in the first game; `seats_in_leg` gives the others. A bye, and a table
    without other players, is decided from the start.
    """

    round: int
    table: int
    seats: tuple[int, ...]
    legs: int = 1  # number of games
    bye: Bye | None = None
    evening: int = 0  # the club night it belongs to, from 1; 0 if there are none
    reasons: tuple[Reason, ...] = ()
    results: tuple[Leg, ...] = ()
    decided: bool = False
    slot: str = ""  # its place in a bracket or group; see `league.competition.brackets`
    by_hand: bool = False  # whether the organiser changed its players: then no format changes them
    is_reported: bool = False  # whether somebody has reported a result that does not count yet

    @property
    def was_played(self) -> bool:
        """Whether anybody sat down, as far as is known: not for a bye, nor if all is forfeited (FIDE C.07 15.1)."""
        return self.bye is None and not (self.decided and all(leg.how is How.FORFEIT for leg in self.results))


def seats_in_leg(seats: Sequence[Seated], leg: int) -> tuple[Seated, ...]:
    """Return the seats in a game of a pairing, counted from 1: everybody moves one seat on after each game.

    After as many games as there are seats everybody has had every seat.
    """
    shift = (leg - 1) % len(seats)
    return tuple(seats[shift:]) + tuple(seats[:shift])


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Two entries that must not meet, up to and including round `until`; None means always."""

    one: int
    other: int
    until: int | None = None

    def holds_in(self, round_number: int) -> bool:
        """Return whether it holds in that round."""
        return self.until is None or round_number <= self.until


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the organiser sets for the next round, besides the entries.

    `here` are the entries that are present; None is everybody who plays in the round. `evening` is the number of the
    open club night, None if there is none. `scoring` is the scoring rule, for formats that pair by points. With
    `repeats` two may meet again if a Swiss would otherwise end.
    """

    forbidden: tuple[Forbidden, ...] = ()
    here: frozenset[int] | None = None
    evening: int | None = None
    scoring: str = "share"
    repeats: bool = False

    def avoided_in(self, round_number: int) -> frozenset[frozenset[int]]:
        """Return the pairs that must not meet in that round."""
        return frozenset(frozenset((pair.one, pair.other)) for pair in self.forbidden if pair.holds_in(round_number))


UNCONDITIONAL = Conditions()


@dataclass(frozen=True, slots=True)
class Round:
    """The next round: every entry that plays in it sits in exactly one of its pairings."""

    number: int
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing can be paired before some of the pairings so far are decided."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Finished:
    """Every pairing there will be is decided."""

    reason: Reason


Answer = Round | Wait | Finished


def field_size(entries: Iterable[Entry]) -> int:
    """Return the number of entries, without those who left before they joined."""
    return sum(entry.took_part for entry in entries)


class Format(ABC):
    """How a tournament is paired."""

    slug: ClassVar[str]  # the word in addresses and in the database
    name: ClassVar[str]  # the name on pages, in English
    summary: ClassVar[str]  # a sentence or two for the tournament's page
    options: ClassVar[tuple[Option, ...]]  # what an organiser may choose
    # Whether it is a round robin; then an unplayed game counts as played (FIDE C.07 15.3).
    everyone_meets: ClassVar[bool] = False
    # Whether rounds are paired among the players present at a club night, and standings count club nights.
    by_evenings: ClassVar[bool] = False
    state_class: ClassVar[type[TournamentState]]

    def chosen(self, options: Options, /) -> dict[str, Value]:
        """Return all options, with defaults for those left out. Raise `WrongOption` for a wrong one."""
        return full_options(self.name, self.options, options)

    def table_sizes(self, options: Options, /) -> tuple[int, int]:
        """Return the smallest and the largest table with these options; 2 if the options have no sizes."""
        chosen = self.chosen(options)
        return int(chosen.get("smallest", 2)), int(chosen.get("largest", 2))

    @abstractmethod
    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return how many rounds it takes for these entries; late entries can make it more."""

    def games(self, entries: Sequence[Entry], options: Options) -> int:
        """Return how many pairings a full part in the tournament is; see `league.competition.withdrawals`."""
        return self.rounds(entries, options)

    def meetings(self, _entries: Sequence[Entry], _options: Options) -> int:
        """Return how often any two are to meet at most."""
        return 1

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """Return the next round. `pairings` are all those of earlier rounds, decided or not.

        Options left out have their defaults. If a condition cannot be kept, the reasons say so.
        Raise `WrongOption` or `ImpossibleTournament`.
        """
        return self.state_class(self, entries, pairings, self.chosen(options), seed, conditions).next_round()
