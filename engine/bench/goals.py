"""What the house wants of its engine: ratios to other engines in the same run, and bounds for single calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final, NamedTuple

from engine.bench.measuring import Sample, Table
from engine.bench.peers import CHESS, HEARTS, UNO


class Goal(NamedTuple):
    """A figure of the `Figures`, at least `bound` times that of `peer`; without a peer, at most `bound` µs."""

    figure: str
    words: str
    bound: float
    peer: str | None = None


class Verdict(NamedTuple):
    """What a table reached of a goal: a ratio or microseconds."""

    goal: Goal
    table: Table
    reached: float

    @property
    def is_met(self) -> bool:
        """Whether it is enough."""
        return self.reached >= self.goal.bound if self.goal.peer else self.reached <= self.goal.bound


GOALS: Final = (
    Goal("full", "with view and record", 2.0, UNO),
    Goal("full", "with view and record", 4.0, CHESS),
    Goal("rules_only", "rules only", 0.5, HEARTS),
    Goal("copy", "copy", 3.0),
    Goal("legal_moves", "legal moves", 4.0),
    Goal("view", "view", 5.0),
)


def judged(samples: Sequence[Sample]) -> Iterator[Verdict]:
    """Every goal for every table, by the median of the runs; goals against a peer that was not measured are left out.

    A ratio is taken within each run, so that a machine that slows down between two runs does not shift it.
    """
    rates, tables = samples[0].rates, samples[0].figures
    for goal in GOALS:
        if goal.peer is None or goal.peer in rates:
            for table in tables:
                yield Verdict(goal, table, median(_reached(goal, sample, table) for sample in samples))


def _reached(goal: Goal, sample: Sample, table: Table) -> float:
    value: float = getattr(sample.figures[table], goal.figure)
    return value / sample.rates[goal.peer] if goal.peer else value
