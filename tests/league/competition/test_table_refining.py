"""Points at the tables of a Swiss: as near as a long annealing brings them, with every rule kept as well as before."""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import mean, median
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.seating import misfits, misfits_with
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import AGAIN, FORBIDDEN, UNEVEN, UNFAIR, Field, sizes_by_points
from league.competition.table_refining import refine_tables
from tests.league.competition.annealing import annealed, event, squares

pytestmark = pytest.mark.slow

Tables = list[list[int]]


def a_field(sizes: list[int], rng: Random) -> Field:
    """Players with made-up points, seats, meetings and sittings at smaller tables."""
    players = range(sum(sizes))
    pair_costs: list[dict[int, int]] = [{} for _ in players]
    for one, other in combinations(players, 2):
        if rng.random() < 0.3:
            pair_costs[one][other] = pair_costs[other][one] = rng.choice([AGAIN, AGAIN, 2 * AGAIN, FORBIDDEN])
    fair = {size: [rng.randrange(1, 1 << size) for _ in players] for size in sizes}
    even = {size: [mask | rng.randrange(1 << size) for mask in masks] for size, masks in fair.items()}
    return Field([4 * rng.randrange(8) for _ in players], pair_costs, fair, even, [rng.randrange(3) for _ in players])


def rules_of(tables: Tables, field: Field) -> tuple[int, int]:
    """What broken rules cost, and how often the same people are at smaller tables once more."""
    hard = sum(field.pair_costs[one].get(other, 0) for table in tables for one, other in combinations(table, 2))
    for table in tables:
        for masks, cost in ((field.fair, UNFAIR), (field.even, UNEVEN)):
            hard += cost * misfits(tuple(sorted(masks[len(table)][one] for one in table)))
    largest = max(map(len, tables))
    return hard, sum(field.short[one] for table in tables if len(table) < largest for one in table)


def points_of(tables: Tables, field: Field) -> int:
    return sum(squares([field.scores[one] for one in table]) for table in tables)


@given(
    sizes=st.one_of(
        *(st.lists(st.sampled_from(of), min_size=1, max_size=8) for of in [(2,), (3, 4), (4,), (4, 5), (2, 3)])
    ),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=20, derandomize=True)
def test_no_rule_is_kept_worse_than_before(sizes: list[int], seed: int) -> None:
    field = a_field(sizes, Random(seed))
    players = iter(Random(seed).sample(range(sum(sizes)), sum(sizes)))
    tables = [[next(players) for _ in range(size)] for size in sizes]
    after = refine_tables(tables, field, UNEVEN, SeededRandom(seed, "refine"))
    assert sorted(one for table in after for one in table) == list(range(sum(sizes)))
    assert sorted(map(len, after)) == sorted(sizes)
    assert (*rules_of(after, field), points_of(after, field)) <= (*rules_of(tables, field), points_of(tables, field))
    assert after == refine_tables(tables, field, UNEVEN, SeededRandom(seed, "refine"))


@given(size=st.integers(1, 5), data=st.data())
@settings(max_examples=60, derandomize=True)
def test_misfits_with_one_more_are_those_of_the_whole_table(size: int, data: st.DataObject) -> None:
    masks = data.draw(st.lists(st.integers(1, (1 << size) - 1), min_size=size - 1, max_size=size - 1))
    counted = misfits_with(tuple(masks), size)
    assert counted[1:] == tuple(misfits((*masks, one)) for one in range(1, 1 << size))


def test_where_points_are_level_nothing_changes() -> None:
    field = a_field([4, 4, 4], Random(1))
    level = Field([8] * 12, field.pair_costs, field.fair, field.even, field.short)
    tables = [[0, 5, 9, 3], [1, 2, 4, 6], [7, 8, 10, 11]]
    assert refine_tables(tables, level, UNEVEN, SeededRandom(1, "refine")) == tables


def test_the_sizes_of_tables_follow_the_points() -> None:
    assert sizes_by_points([12, 12, 12, 8, 8, 8, 8, 4, 4, 4], [4, 3, 3]) == ([3, 4, 3], 0)
    assert sizes_by_points([0] * 10, [3, 4, 3]) == ([4, 3, 3], 0)
    order, least = sizes_by_points([9, 7, 5, 5, 2], [2, 3])
    assert (order, least) == ([2, 3], 4 + 9 + 9)


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [
        (60, 4, 4),
        (61, 4, 4),
        pytest.param(60, 3, 5, marks=pytest.mark.long),
        pytest.param(60, 5, 4, marks=pytest.mark.long),
        pytest.param(100, 4, 5, marks=pytest.mark.long),
    ],
)
def test_points_at_a_table_are_as_near_as_an_annealing_brings_them(players: int, size: int, rounds: int) -> None:
    ratios = [
        (drawn.squares() + 1) / (annealed(drawn, 30_000, 1) + 1)
        for drawn in event(players, rounds, 1, table_size=size, smallest=3, largest=5)
    ]
    assert mean(ratios) <= 1.05, ratios
    assert max(ratios) <= 1.2, ratios


@pytest.mark.long
def test_a_draw_of_sixty_takes_no_longer_than_a_short_annealing() -> None:
    """Both are of the processor, in turns on the same machine."""
    ratios = []
    for drawn in event(60, 5, 3, table_size=4, smallest=3, largest=5):
        begun = process_time()
        annealed(drawn, 20_000, 1)
        ratios.append(drawn.seconds / (process_time() - begun))
    assert median(ratios) <= 6, ratios
