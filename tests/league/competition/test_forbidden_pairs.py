"""Players to keep apart: if not all pairs can be avoided, as few as possible meet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from league.competition.brackets.structure import seeding_order
from league.competition.format import Conditions, Forbidden, Pairing, Round
from league.competition.formats import format_named
from tests.league.competition.simulation import decide, field
from tests.league.competition.swiss_events import fewest_repeats

SWISS = format_named("swiss")


def clubs(size: int, count: int, rng: Random) -> tuple[Forbidden, ...]:
    """Members of one club, everybody's by lot, are to be kept apart."""
    club = [rng.randrange(count) for _ in range(size)]
    return tuple(Forbidden(a + 1, b + 1) for a, b in combinations(range(size), 2) if club[a] == club[b])


def given_up(pairings: Sequence[Pairing], forbidden: Sequence[Forbidden]) -> int:
    wishes = {frozenset((pair.one, pair.other)) for pair in forbidden}
    return sum(frozenset(pair) in wishes for p in pairings for pair in combinations(p.seats, 2))


def fewest_of_two(size: int, met: set[frozenset[int]], forbidden: Sequence[Forbidden]) -> int:
    """By trying every pairing in which nobody meets again."""
    wishes = {frozenset((pair.one, pair.other)) for pair in forbidden}

    @cache
    def fewest(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, *others = left
        new = [other for other in others if frozenset((first, other)) not in met]
        ways = ((frozenset((first, one)) in wishes) + fewest(tuple(o for o in others if o != one)) for one in new)
        return min(ways, default=size)

    return fewest(tuple(range(1, size + 1)))


@pytest.mark.parametrize("seed", range(20))
def test_a_swiss_for_two_gives_up_as_few_wishes_as_possible(seed: int) -> None:
    rng = Random(seed)
    size = rng.choice((6, 8, 10))
    forbidden = clubs(size, 2, rng)
    pairings: list[Pairing] = []
    for _ in range(2):
        answer = SWISS.pair(field(size), pairings, {"rounds": 3}, seed, Conditions(forbidden=forbidden))
        assert isinstance(answer, Round)
        met = {frozenset(pairing.seats) for pairing in pairings}
        assert given_up(answer.pairings, forbidden) == fewest_of_two(size, met, forbidden)
        pairings += [decide(pairing, lambda _: rng.randrange(1000)) for pairing in answer.pairings]


def test_one_wish_that_cannot_be_kept_leaves_the_others_kept() -> None:
    forbidden = (*(Forbidden(1, other) for other in range(2, 7)), Forbidden(2, 3), Forbidden(4, 5))
    answer = SWISS.pair(field(6), [], {"rounds": 3}, 1, Conditions(forbidden=forbidden))
    assert isinstance(answer, Round)
    assert given_up(answer.pairings, forbidden) == 1


@pytest.mark.parametrize("seed", range(20))
def test_a_bracket_gives_up_as_few_wishes_as_exchanges_of_its_lower_half_allow(seed: int) -> None:
    rng = Random(seed)
    forbidden = tuple(Forbidden(a, b) for a, b in combinations(range(1, 9), 2) if rng.random() < 0.5)
    wishes = {frozenset((pair.one, pair.other)) for pair in forbidden}

    def clashes(order: Sequence[int]) -> int:
        return sum(frozenset((order[at], order[7 - at])) in wishes for at in range(4))

    seeded = seeding_order(field(8), forbidden=forbidden)
    assert sorted(seeded) == list(range(1, 9))
    assert clashes(seeded) == min(clashes((1, 2, 3, 4, *lower)) for lower in permutations((5, 6, 7, 8)))


@pytest.mark.parametrize(("name", "sizes"), [("table-swiss", 4), ("table-round-robin", 4), ("club-evenings", 4)])
@pytest.mark.parametrize("seed", range(4))
def test_tables_give_up_as_few_wishes_as_possible(name: str, sizes: int, seed: int) -> None:
    rng = Random(seed)
    forbidden = clubs(12, 2, rng)
    options = {"table_size": sizes, "smallest": 3, "largest": 5} | ({"evenings": 3} if name == "club-evenings" else {})
    answer = format_named(name).pair(field(12), [], options, seed, Conditions(forbidden=forbidden, evening=1))
    assert isinstance(answer, Round)
    wishes = {frozenset((pair.one, pair.other)): 1 for pair in forbidden}
    assert given_up(answer.pairings, forbidden) == fewest_repeats([p.seats for p in answer.pairings], wishes)
