"""What everybody at a table has seen of the cards, as a record with unknowns tells it. Times are indices of events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Draw(NamedTuple):
    """A card came into a hand that only its owner saw: dealt, drawn, or a face-down Recruit."""

    at: int
    seat: int
    lot: int  # it came from that shuffle of the pile, counted from 0
    card: int | None  # where the record states it


class Opening(NamedTuple):
    """A face-up Recruit went into a hand."""

    at: int
    seat: int
    card: int


class TurnedUp(NamedTuple):
    """A card from that shuffle of the pile was laid open."""

    at: int
    card: int
    lot: int


class Shuffle(NamedTuple):
    """The discards became the pile; `known` are those of them that everybody had seen there, as a bit mask."""

    at: int
    lot: int
    known: int


@dataclass(eq=False, slots=True)
class Release:
    """A card went from a hand into an army; None where it lies face-down and the record does not state it."""

    at: int
    seat: int
    card: int | None
    out: int | None = None  # when it came among the discards, if it lay face-down


@dataclass(slots=True)
class RoundEnd:
    """The armies at the end of a round, each card with its lasting power, and the seats that claimed, in order."""

    round: int
    armies: list[list[tuple[int | Release, int]]]
    order: list[int]

    @property
    def is_unsure(self) -> bool:
        """Whether anything is left open that decides the order."""
        return any(isinstance(card, Release) for army in self.armies for card, _ in army)


@dataclass(slots=True)
class Sightings:
    """All of it, each list in order."""

    seats: int
    deck: int  # as a bit mask
    draws: list[Draw] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    turned_up: list[TurnedUp] = field(default_factory=list)
    releases: list[Release] = field(default_factory=list)
    shuffles: list[Shuffle] = field(default_factory=list)
    rounds: list[RoundEnd] = field(default_factory=list)

    def shuffled_at(self, lot: int) -> int:
        """When that lot became the pile; the first one before everything."""
        return self.shuffles[lot - 1].at if lot else -1
