"""Promotion and relegation between the divisions of a league, from the final tables of a season.

1. Players who do not continue are left out, at any place; those behind them move up in what follows.

2. The first `up` of every division but the highest go up one, the last `down` of every division but the lowest go down
one. Nobody does both: if a division is too small for it, those who go up are counted first.

3. A division keeps its size, changed by the difference between its `up` and `down` and those of its neighbours. From
the highest to the lowest, a free place goes to the best of those who would go down, who is spared; when none of them is
left, to the next best of the division below, who is called up. So missing players are missing in the lowest division,
where newcomers begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class MoveKind(StrEnum):
    """What happens to a player."""

    UP = "up"
    CALLED_UP = "called-up"
    STAYS = "stays"
    SPARED = "spared"
    DOWN = "down"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player in the final table of a division."""

    player: int
    goes_on: bool = True


@dataclass(frozen=True, slots=True)
class Finished:
    """A division whose season is over: its table, best first, and how many go up and down from it."""

    table: tuple[Finisher, ...]
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A move from one level to another, the highest being 1; to None for a player who does not continue."""

    player: int
    before: int
    after: int | None
    kind: MoveKind


def moves_between(divisions: Sequence[Finished]) -> tuple[Move, ...]:
    """Return everybody's move, the highest division first; within a division in the order of its table."""
    levels = [_Level(division, at == 0, at == len(divisions) - 1) for at, division in enumerate(divisions)]
    for above, below in pairwise(levels):
        above.size += below.wanted_up - above.wanted_down
        below.size += above.wanted_down - below.wanted_up
    for at, level in enumerate(levels[:-1]):
        coming = levels[at - 1].falling if at else []
        _fill(level, levels[at + 1], len(coming))
    return tuple(move for at, level in enumerate(levels, start=1) for move in level.moves(at))


def _fill(level: _Level, below: _Level, coming: int) -> None:
    """Give free places of a level first to those who would leave it, then to the next best of the level below."""
    while coming + len(level.staying) + len(below.rising) < level.size:
        if level.falling:
            replacement = level.falling.pop(0)
            level.staying.append(replacement)
            level.spared.add(replacement)
        elif below.staying or below.falling:
            replacement = (below.staying or below.falling).pop(0)
            below.rising.append(replacement)
            below.called.add(replacement)
        else:
            return


class _Level:
    """A division while moves are decided: who rises, stays, falls; `size` is its size next season."""

    def __init__(self, division: Finished, is_highest: bool, is_lowest: bool) -> None:
        self.division = division
        self.wanted_up = 0 if is_highest else division.up
        self.wanted_down = 0 if is_lowest else division.down
        self.size = len(division.table)
        players = [finisher.player for finisher in division.table if finisher.goes_on]
        self.rising, rest = players[: self.wanted_up], players[self.wanted_up :]
        cut = len(rest) - min(self.wanted_down, len(rest))
        self.staying, self.falling = rest[:cut], rest[cut:]
        self.called: set[int] = set()
        self.spared: set[int] = set()

    def moves(self, level: int) -> Iterator[Move]:
        """Yield the moves of its players, in the order of its table."""
        rising, falling = frozenset(self.rising), frozenset(self.falling)
        for finisher in self.division.table:
            if not finisher.goes_on:
                yield Move(finisher.player, level, None, MoveKind.OUT)
            elif finisher.player in rising:
                yield Move(
                    finisher.player,
                    level,
                    level - 1,
                    MoveKind.CALLED_UP if finisher.player in self.called else MoveKind.UP,
                )
            elif finisher.player in falling:
                yield Move(finisher.player, level, level + 1, MoveKind.DOWN)
            else:
                yield Move(
                    finisher.player, level, level, MoveKind.SPARED if finisher.player in self.spared else MoveKind.STAYS
                )
