"""A tournament at one moment: what the next round is paired from, and what all formats read of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from league.competition import byes
from league.competition.errors import DuplicateEntry, TooFewEntries
from league.competition.format import (
    UNNUMBERED,
    Answer,
    Conditions,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Wait,
    field_size,
)
from league.competition.options import Options, number
from league.competition.pairing_reasons import ALL_PLAYED, NOBODY_LEFT, NOT_DECIDED


@dataclass(frozen=True)
class TournamentState(ABC):
    """The facts, and `next_round`. The properties are of the next round."""

    format: Format
    entries: Sequence[Entry]
    pairings: Sequence[Pairing]  # all those of earlier rounds, decided or not
    options: Options  # all options of the format
    seed: int
    conditions: Conditions

    @abstractmethod
    def next_round(self) -> Answer:
        """Return the next round, or why there is none now. Raise `ImpossibleTournament`."""

    @cached_property
    def upcoming(self) -> int:
        """The number of the next round."""
        return 1 + max((pairing.round for pairing in self.pairings), default=0)

    @cached_property
    def rounds(self) -> int:
        """How many rounds are planned."""
        return self.format.rounds(self.entries, self.options)

    @property
    def legs(self) -> int:
        """Games per pairing."""
        return number(self.options, "legs")

    @property
    def is_decided(self) -> bool:
        """Whether all pairings so far have their results."""
        return all(pairing.decided for pairing in self.pairings)

    @cached_property
    def by_id(self) -> dict[int, Entry]:
        """The entries by their ids."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def here(self) -> list[Entry]:
        """The entries that are present."""
        present = self.conditions.here
        players = (entry for entry in self.entries if entry.plays_in(self.upcoming))
        return [entry for entry in players if present is None or entry.id in present]

    @cached_property
    def playing(self) -> list[Entry]:
        """The entries that are present and did not request a bye."""
        return [entry for entry in self.here if entry.bye_in(self.upcoming) is None]

    @cached_property
    def avoided(self) -> frozenset[frozenset[int]]:
        """The pairs that must not meet."""
        return self.conditions.avoided_in(self.upcoming)

    def table(self, seats: tuple[int, ...], *reasons: Reason, slot: str = "") -> Pairing:
        """Return a table without a number, for these players in the order of their seats."""
        return Pairing(self.upcoming, UNNUMBERED, seats, self.legs, reasons=reasons, slot=slot)

    def requested_byes(self) -> list[Pairing]:
        """Return the byes of those who requested one."""
        asking = (entry for entry in self.here if entry.bye_in(self.upcoming) is not None)
        return [byes.requested_bye(self.upcoming, entry, self.legs) for entry in asking]

    def why_no_swiss_round(self, smallest: int) -> Wait | Finished | None:
        """Return why a Swiss has no next round, now or at all; None if it has one. `smallest` is a table's least."""
        if not all(pairing.decided for pairing in self.pairings):
            return Wait(Reason(NOT_DECIDED))
        if self.upcoming > self.format.rounds(self.entries, self.options):
            return Finished(Reason(ALL_PLAYED, (("rounds", self.upcoming - 1),)))
        return Finished(Reason(NOBODY_LEFT)) if len(self.here) < smallest else None


def check_entries(entries: Sequence[Entry], needed: int) -> None:
    """Raise `TooFewEntries` or `DuplicateEntry`."""
    size = field_size(entries)
    if size < needed:
        raise TooFewEntries(entries=size, needed=needed)
    seen: set[int] = set()
    for entry in entries:
        if entry.id in seen:
            raise DuplicateEntry(entry=entry.id)
        seen.add(entry.id)
