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


def way_of(moves: Sequence[Move], player: int) -> MoveKind:
    return next(move.way for move in moves if move.player == player)


def test_the_last_of_one_division_change_places_with_the_first_of_the_next() -> None:
    moves = moves_between([division([1, 2, 3, 4], down=2), division([5, 6, 7, 8], up=2)])
    assert after(moves) == {1: [1, 2, 5, 6], 2: [3, 4, 7, 8]}
    assert [move.way for move in moves] == [
        *[MoveKind.STAYS] * 2,
        *[MoveKind.DOWN] * 2,
        *[MoveKind.UP] * 2,
        *[MoveKind.STAYS] * 2,
    ]


def test_from_the_highest_nobody_goes_up_and_from_the_lowest_nobody_down() -> None:
    moves = moves_between([division([1, 2, 3], up=1, down=1), division([4, 5, 6], up=1, down=1)])
    assert after(moves) == {1: [1, 2, 4], 2: [3, 5, 6]}


def test_one_division_alone_stays_as_it_is() -> None:
    assert after(moves_between([division([1, 2, 3], up=2, down=2)])) == {1: [1, 2, 3]}
    assert moves_between([]) == ()


def test_whoever_leaves_makes_room_for_the_best_of_those_who_would_go_down() -> None:
    moves = moves_between([division([1, 2, 3, 4, 5], down=2, left=[1]), division([6, 7, 8], up=2)])
    assert after(moves) == {0: [1], 1: [2, 3, 4, 6, 7], 2: [5, 8]}
    assert way_of(moves, 4) == MoveKind.SPARED


def test_when_nobody_is_left_to_be_spared_the_next_best_below_are_called_up() -> None:
    moves = moves_between([division([1, 2, 3, 4], down=1, left=[1, 2, 3]), division([5, 6, 7, 8], up=1)])
    assert after(moves) == {0: [1, 2, 3], 1: [4, 5, 6, 7], 2: [8]}
    assert [way_of(moves, one) for one in (4, 5, 6, 7)] == [
        MoveKind.SPARED,
        MoveKind.UP,
        MoveKind.CALLED_UP,
        MoveKind.CALLED_UP,
    ]


def test_what_is_missing_is_missing_in_the_lowest_division() -> None:
    divisions = [division([1, 2, 3], down=1, left=[2]), division([4, 5, 6], up=1, down=1), division([7, 8, 9], up=1)]
    assert after(moves_between(divisions)) == {0: [2], 1: [1, 3, 4], 2: [5, 6, 7], 3: [8, 9]}


def test_where_more_go_down_than_up_the_higher_division_grows_smaller() -> None:
    moves = moves_between([division([1, 2, 3, 4], down=2), division([5, 6, 7, 8], up=1)])
    assert after(moves) == {1: [1, 2, 5], 2: [3, 4, 6, 7, 8]}


def test_in_a_division_that_is_too_small_those_who_go_up_are_counted_first() -> None:
    moves = moves_between([division([1, 2, 3], down=2), division([4, 5], up=2, down=2), division([6, 7, 8], up=2)])
    assert after(moves)[1] == [1, 4, 5]


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
        if any(move.before == level and move.way == MoveKind.DOWN for move in moves):
            assert sum(move.after == level for move in moves) >= len(each.table)
