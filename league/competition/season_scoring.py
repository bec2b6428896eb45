"""How the club nights of a season count: the sum of the best, or the average of all games.

Players with no club night, or fewer than required, and guests unless they are ranked, have no place. Their points are
computed like everybody's. A club night counts as attended if the player played or had a bye in it; with only zero-point
byes or forfeit losses it does not count. Of club nights with equal points the later one is dropped. All numbers are
units of `points`; an average is rounded down to a unit, a 720th of a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from league.competition.format import Format, Reason
from league.competition.options import Options, full_options, number

SUM, AVERAGE = "sum of best evenings", "average per game"
RANKED, UNRANKED = "ranked", "not ranked"

TOO_FEW = "club nights: {came}; needed for a place: {needed}"
GUEST = "guest: no place"
ABSENT = "no result yet"


@dataclass(frozen=True, slots=True)
class Counting:
    """The agreed rule: with `best_of` 0 every club night counts; it has no effect on an average."""

    average: bool = False
    best_of: int = 0
    attendance: int = 0
    guests_ranked: bool = False


class Part(NamedTuple):
    """A round of a player: its club night, what it paid, for how many games, and whether they were there."""

    evening: int
    units: int
    games: int
    present: bool = True


class EveningScore(NamedTuple):
    """One club night of a player."""

    evening: int
    units: int
    games: int
    counts: bool  # whether it is not dropped


class Season(NamedTuple):
    """A player's season: `total` is the sum of the club nights that count, divided by `divisor` and rounded down."""

    evenings: tuple[EveningScore, ...]
    divisor: int
    unranked: Reason | None  # why it has no place; None if it has one

    @property
    def total(self) -> int:
        """The total for the standings."""
        return sum(score.units for score in self.evenings if score.counts) // self.divisor


def counting_of(chosen: Format, options: Options) -> Counting | None:
    """Return how a season of this format counts; None for a format without club nights."""
    if not chosen.by_evenings:
        return None
    agreed = full_options(chosen.name, chosen.options, options)
    return Counting(
        average=agreed["counting"] == AVERAGE,
        best_of=number(agreed, "best_of"),
        attendance=number(agreed, "attendance"),
        guests_ranked=agreed["guests"] == RANKED,
    )


def season_of(parts: Iterable[Part], counting: Counting, *, guest: bool) -> Season:
    """Return the season of one player from their rounds."""
    evenings: dict[int, list[Part]] = {}
    for part in parts:
        evenings.setdefault(part.evening, []).append(part)
    scored = [
        EveningScore(evening, sum(part.units for part in own), sum(part.games for part in own), counts=True)
        for evening, own in sorted(evenings.items())
        if any(part.present for part in own)
    ]
    unranked = _why_unranked(len(scored), counting, guest)
    if counting.average:
        return Season(tuple(scored), max(1, sum(score.games for score in scored)), unranked)
    return Season(_best(scored, counting.best_of), 1, unranked)


def _best(scored: Sequence[EveningScore], best_of: int) -> tuple[EveningScore, ...]:
    """Return the club nights in their order, those beyond the best dropped."""
    if not best_of:
        return tuple(scored)
    kept = {score.evening for score in sorted(scored, key=lambda score: (-score.units, score.evening))[:best_of]}
    return tuple(score._replace(counts=score.evening in kept) for score in scored)


def _why_unranked(nights: int, counting: Counting, guest: bool) -> Reason | None:
    if guest and not counting.guests_ranked:
        return Reason(GUEST)
    if nights < counting.attendance:
        return Reason(TOO_FEW, (("came", nights), ("needed", counting.attendance)))
    return None if nights else Reason(ABSENT)
