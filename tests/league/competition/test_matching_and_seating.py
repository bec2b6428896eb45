"""Matching, random numbers and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.matching import max_matching
from league.competition.seating import seat_evenly
from league.competition.seeded_random import SeededRandom


@st.composite
def graphs(draw: st.DrawFn) -> tuple[dict[int, list[int]], list[int]]:
    size = draw(st.integers(2, 8))
    pairs = [pair for pair in combinations(range(size), 2) if draw(st.booleans())]
    graph = {
        one: [other for other in range(size) if (min(one, other), max(one, other)) in pairs] for one in range(size)
    }
    return graph, draw(st.permutations(range(size)))


def best_cover(graph: dict[int, list[int]], order: list[int]) -> list[int]:
    """By trying everything: the ranks covered, as many as can be, and of those the most urgent."""

    @cache
    def covers(left: frozenset[int]) -> frozenset[frozenset[int]]:
        if not left:
            return frozenset([frozenset[int]()])
        one, rest = min(left), left - {min(left)}
        pairs = {cover | {one, other} for other in graph[one] if other in rest for cover in covers(rest - {other})}
        return covers(rest) | pairs

    ranked = (sorted(order.index(one) for one in cover) for cover in covers(frozenset(graph)))
    return min(ranked, key=lambda ranks: (-len(ranks), ranks))


@given(graphs())
@settings(max_examples=150, derandomize=True)
def test_a_matching_covers_the_most_and_the_most_urgent(drawn: tuple[dict[int, list[int]], list[int]]) -> None:
    graph, order = drawn
    partner = max_matching(graph, order)
    assert all(partner[other] == one and other in graph[one] for one, other in partner.items())
    assert sorted(order.index(one) for one in partner) == best_cover(graph, order)


def test_luck_is_the_same_on_every_machine() -> None:
    assert [SeededRandom(7, "tables").randrange(1000) for _ in range(2)] == [
        SeededRandom(7, "tables").randrange(1000)
    ] * 2
    assert SeededRandom(7, "tables").shuffled(range(6)) == [0, 4, 2, 5, 1, 3]
    assert SeededRandom(7, "tables").shuffled(range(6)) != SeededRandom(7, "seats").shuffled(range(6))


def test_luck_is_fair_enough() -> None:
    rng = SeededRandom(1, "fair")
    counts = Counter(rng.randrange(6) for _ in range(6000))
    assert all(880 < counts[face] < 1120 for face in range(6))


@pytest.mark.long
@given(st.lists(st.sets(st.integers(0, 11), min_size=2, max_size=5).map(sorted), max_size=30))
@settings(max_examples=300, derandomize=True)
def test_seats_differ_by_at_most_one_among_tables_of_a_size_and_among_all(tables: list[list[int]]) -> None:
    result = seat_evenly(tables)
    assert [sorted(table) for table in result] == [sorted(table) for table in tables]
    for one in range(12):
        own = [table for table in result if one in table]
        for size in range(2, 6):
            of_the_size = [table for table in own if len(table) == size]
            at_least = [table for table in own if len(table) >= size]
            assert spread(one, of_the_size, size) <= 1
            assert spread(one, at_least, size) <= 1


def spread(player: int, tables: Iterable[Sequence[int]], seats: int) -> int:
    """How much more often a player has one of the first seats than another."""
    times = Counter(table.index(player) for table in tables)
    own = [times[seat] for seat in range(seats)]
    return max(own) - min(own)
