"""Snake seeding into groups: players to be kept apart are, wherever the order allows it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

import pytest

from league.competition.brackets.groups import fill_in_turns, snake_groups
from league.competition.format import Forbidden


def of_clubs(rng: Random, count: int, size: int) -> dict[int, str]:
    """A field of two clubs with as many players as there are groups, and others who belong to none."""
    labels = (["Glen"] * count + ["Strath"] * count + [""] * size)[:size]
    rng.shuffle(labels)
    return dict(enumerate(labels, start=1))


def two_of_a_club(clubs: dict[int, str]) -> list[Forbidden]:
    return [Forbidden(one, other, until=1) for one, other in combinations(clubs, 2) if clubs[one] == clubs[other] != ""]


def clashes(groups: Sequence[Sequence[int]], clubs: dict[int, str]) -> int:
    return sum(clubs[one] == clubs[other] != "" for group in groups for one, other in combinations(group, 2))


def can_be_kept_apart(turns: Sequence[Sequence[int]], groups: list[set[str]], clubs: dict[int, str]) -> bool:
    """By every order of everybody within their turn."""
    if not turns:
        return True
    for order in permutations(turns[0]):
        names = [clubs[one] for one in order]
        if all(not name or name not in group for name, group in zip(names, groups, strict=False)):
            after = [group | {name} for group, name in zip(groups, names, strict=False)]
            if can_be_kept_apart(turns[1:], after, clubs):
                return True
    return False


@pytest.mark.parametrize("seed", range(200))
def test_two_of_a_club_are_in_two_groups_wherever_the_turns_allow_it(seed: int) -> None:
    chance = Random(seed)
    count = chance.choice([2, 3, 4])
    clubs = of_clubs(chance, count, count * chance.choice([2, 3, 4]))
    groups = snake_groups(list(clubs), count, two_of_a_club(clubs))
    turns = [range(first, first + count) for first in range(1, len(clubs) + 1, count)]
    assert all(len(set(group) & set(turn)) == 1 for turn in turns for group in groups)
    assert clashes(groups, clubs) == 0 or not can_be_kept_apart(turns, [set() for _ in range(count)], clubs)


def test_without_anybody_to_keep_apart_it_is_the_plain_snake() -> None:
    assert snake_groups(range(1, 9), 3) == [[1, 6, 7], [2, 5, 8], [3, 4]]


@pytest.mark.parametrize("size", [60, 400, 1000])
def test_where_nothing_helps_everybody_has_a_place_all_the_same(size: int) -> None:
    everybody = range(1, size + 1)
    groups = fill_in_turns(everybody, [size] * 20, lambda one, other: int((one + other) % 3 == 0))
    assert sorted(one for group in groups for one in group) == list(everybody)
    assert {len(group) for group in groups} == {size // 20}
