"""How the evenings of a season count: the best of them added up, or the average of all games.

Players who came to no evening, or to fewer than were asked for, and guests where they are not ranked have no place.
Their points are computed like everybody's. An evening counts as attended when somebody played or rested in it. An
evening on which they only had zero-point byes or lost by forfeit is no evening of theirs: they did not
come. Of evenings with as many points the later one is dropped. All numbers are units of
`league.competition.points`; an average is rounded down to a unit, a 720th of a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from league.competition.format import Format, Reason
from league.competition.options import Settled, number, settled

SUM, AVERAGE = "sum of best evenings", "average per game"
RANKED, UNRANKED = "ranked", "not ranked"

TOO_FEW = "club nights: {came}; needed for a place: {needed}"
GUEST = "guest"
ABSENT = "no result yet"


@dataclass(frozen=True, slots=True)
class Counting:
    """What was agreed: `best_of` 0 is every evening, and says nothing about an average."""

    average: bool = False
    best_of: int = 0
    attendance: int = 0
    guests_ranked: bool = False


class Part(NamedTuple):
    """A round of a player: in which evening, what it paid, for how many games, and whether they were there."""

    evening: int
    units: int
    games: int
    came: bool = True


class EveningScore(NamedTuple):
    """One evening of a player."""

    evening: int
    units: int
    games: int
    counts: bool
    """False where it is dropped."""


class Season(NamedTuple):
    """A player's season: `total` is the sum of the evenings that count, divided by `divisor` and rounded down."""

    evenings: tuple[EveningScore, ...]
    divisor: int
    unranked: Reason | None
    """Why it has no place; None where it has one."""

    @property
    def total(self) -> int:
        """What the standings go by."""
        return sum(one.units for one in self.evenings if one.counts) // self.divisor


def counting_of(chosen: Format, options: Settled) -> Counting | None:
    """How a season of this format counts; None for a format that knows no evenings."""
    if not chosen.by_evenings:
        return None
    agreed = settled(chosen.name, chosen.options, options)
    return Counting(
        average=agreed["counting"] == AVERAGE,
        best_of=number(agreed, "best_of"),
        attendance=number(agreed, "attendance"),
        guests_ranked=agreed["guests"] == RANKED,
    )


def season_of(parts: Iterable[Part], counting: Counting, *, guest: bool) -> Season:
    """The season of one player from their rounds."""
    evenings: dict[int, list[Part]] = {}
    for part in parts:
        evenings.setdefault(part.evening, []).append(part)
    scored = [
        EveningScore(evening, sum(part.units for part in own), sum(part.games for part in own), counts=True)
        for evening, own in sorted(evenings.items())
        if any(part.came for part in own)
    ]
    unranked = _unranked(len(scored), counting, guest)
    if counting.average:
        return Season(tuple(scored), max(1, sum(one.games for one in scored)), unranked)
    return Season(_best(scored, counting.best_of), 1, unranked)


def _best(scored: Sequence[EveningScore], best_of: int) -> tuple[EveningScore, ...]:
    """The evenings in their order, those beyond the best dropped."""
    if not best_of:
        return tuple(scored)
    kept = {one.evening for one in sorted(scored, key=lambda one: (-one.units, one.evening))[:best_of]}
    return tuple(one._replace(counts=one.evening in kept) for one in scored)


def _unranked(came: int, counting: Counting, guest: bool) -> Reason | None:
    if guest and not counting.guests_ranked:
        return Reason(GUEST)
    if came < counting.attendance:
        return Reason(TOO_FEW, (("came", came), ("needed", counting.attendance)))
    return None if came else Reason(ABSENT)
