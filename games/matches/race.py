"""The points of every seat by step of a record, for the plot of a replay.

They are read while the record is played once more: 0.4 to 1.2 ms for 150 events, where parsing it takes 4 to 8 (27
November 2026). So they are not cached.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.record import Record, start
from games.matches.boards import scale_of


@dataclass(frozen=True, slots=True)
class Race:
    """The points of the seats over a whole record."""

    steps: int
    changes: tuple[tuple[tuple[int, int], ...], ...]  # by seat: (step, points) wherever they change, the first at 0
    goal: int | None  # points at which the game ends or may end
    clans: tuple[str, ...]  # by seat, where the game gives each a clan


def race_of(record: Record) -> Race | None:
    """Return the points by step; None for a game whose table has no points before the end."""
    scale = scale_of(record.game)
    if scale is None:
        return None
    state = start(record)
    before = tuple(scale.points(state))
    changes = [[(0, mine)] for mine in before]
    for step, event in enumerate(record.events, 1):
        state.advance(event)
        now = tuple(scale.points(state))
        if now != before:
            _note(changes, step, now)
            before = now
    return Race(len(record.events), tuple(tuple(seat) for seat in changes), scale.goal, scale.clans)


def _note(changes: Sequence[list[tuple[int, int]]], step: int, now: Sequence[int]) -> None:
    for seat, mine in zip(changes, now, strict=True):
        if seat[-1][1] != mine:
            seat.append((step, mine))
