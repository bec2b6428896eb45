"""Promotion and relegation between divisions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.promotion import Finished, Finisher, Move, MoveKind, moves_between


def division(players: Sequence[int], up: int = 0, down: int = 0, left: Sequence[int] = ()) -> Finished:
    return Finished(tuple(Finisher(one, one not in left) for one in players), up, down)


def after(moves: Sequence[Move]) -> dict[int, list[int]]:
    levels: dict[int, list[int]] = {}
    for move in moves:
        levels.setdefault(move.after or 0, []).append(move.player)
    return levels


UP, DOWN, SPARED, CALLED_UP = MoveKind.UP, MoveKind.DOWN, MoveKind.SPARED, MoveKind.CALLED_UP
CASES = {
    "the last change places with the first of the next": (
        [division([1, 2, 3, 4], down=2), division([5, 6, 7, 8], up=2)],
        {1: [1, 2, 5, 6], 2: [3, 4, 7, 8]},
        {3: DOWN, 4: DOWN, 5: UP, 6: UP},
    ),
    "nobody leaves the highest upwards or the lowest downwards": (
        [division([1, 2, 3], up=1, down=1), division([4, 5, 6], up=1, down=1)],
        {1: [1, 2, 4], 2: [3, 5, 6]},
        {3: DOWN, 4: UP},
    ),
    "one alone stays as it is": ([division([1, 2, 3], up=2, down=2)], {1: [1, 2, 3]}, {}),
    "none": ([], {}, {}),
    "who leaves makes room for the best of those who would go down": (
        [division([1, 2, 3, 4, 5], down=2, left=[1]), division([6, 7, 8], up=2)],
        {0: [1], 1: [2, 3, 4, 6, 7], 2: [5, 8]},
        {4: SPARED, 5: DOWN, 6: UP, 7: UP},
    ),
    "then the next best below are called up": (
        [division([1, 2, 3, 4], down=1, left=[1, 2, 3]), division([5, 6, 7, 8], up=1)],
        {0: [1, 2, 3], 1: [4, 5, 6, 7], 2: [8]},
        {4: SPARED, 5: UP, 6: CALLED_UP, 7: CALLED_UP},
    ),
    "what is missing is missing in the lowest": (
        [division([1, 2, 3], down=1, left=[2]), division([4, 5, 6], up=1, down=1), division([7, 8, 9], up=1)],
        {0: [2], 1: [1, 3, 4], 2: [5, 6, 7], 3: [8, 9]},
        None,
    ),
    "where more go down than up the higher one grows smaller": (
        [division([1, 2, 3, 4], down=2), division([5, 6, 7, 8], up=1)],
        {1: [1, 2, 5], 2: [3, 4, 6, 7, 8]},
        {3: DOWN, 4: DOWN, 5: UP},
    ),
    "in one that is too small those who go up are counted first": (
        [division([1, 2, 3], down=2), division([4, 5], up=2, down=2), division([6, 7, 8], up=2)],
        {1: [1, 4, 5], 2: [2, 3, 6, 7], 3: [8]},
        {2: DOWN, 3: DOWN, 4: UP, 5: UP, 6: UP, 7: UP},
    ),
}


@pytest.mark.parametrize(("divisions", "levels", "ways"), CASES.values(), ids=CASES)
def test_players_move_between_divisions(
    divisions: list[Finished], levels: dict[int, list[int]], ways: dict[int, MoveKind] | None
) -> None:
    """The level of each player, 0 for those who left, and the ways of all who do not just stay."""
    moves = moves_between(divisions)
    assert after(moves) == levels
    if ways is not None:
        assert {move.player: move.kind for move in moves if move.after and move.kind != MoveKind.STAYS} == ways


@st.composite
def leagues(draw: st.DrawFn) -> list[Finished]:
    sizes = draw(st.lists(st.integers(0, 7), min_size=1, max_size=5))
    first, found = 1, []
    for size in sizes:
        players = range(first, first + size)
        left = draw(st.sets(st.sampled_from(players))) if size else set()
        found.append(division(players, draw(st.integers(0, 4)), draw(st.integers(0, 4)), tuple(left)))
        first += size
    return found


@pytest.mark.long
@settings(max_examples=300, derandomize=True)
@given(leagues())
def test_everybody_has_one_place_and_nobody_passes_somebody_better_of_their_division(divisions: list[Finished]) -> None:
    moves = moves_between(divisions)
    assert [move.player for move in moves] == [one.player for each in divisions for one in each.table]
    for level, each in enumerate(divisions, start=1):
        own = [move for move in moves if move.before == level]
        assert [move.after is None for move in own] == [not one.goes_on for one in each.table]
        on = [move.after for move in own if move.after is not None]
        assert on == sorted(on)
        assert all(abs(to - level) <= 1 and 1 <= to <= len(divisions) for to in on)


@pytest.mark.long
@settings(max_examples=300, derandomize=True)
@given(leagues())
def test_nobody_goes_down_from_a_division_that_has_a_place_for_them(divisions: list[Finished]) -> None:
    equal = [Finished(one.table, 1, 1) for one in divisions]
    moves = moves_between(equal)
    for level, each in enumerate(equal, start=1):
        if any(move.before == level and move.kind == MoveKind.DOWN for move in moves):
            assert sum(move.after == level for move in moves) >= len(each.table)
