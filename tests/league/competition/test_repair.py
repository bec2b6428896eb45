"""A round repaired after pairing: few players move, running tables stay, and no player is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.format import UNCONDITIONAL, Bye, Conditions, Entry, Forbidden, Pairing, Round
from league.competition.formats import format_named
from league.competition.repair import CAME_LATE, MOVED_HERE, Repaired, repair
from league.competition.violations import violations_of
from tests.league.competition.simulation import decide, field, meetings, play_out

SWISS = format_named("table-swiss")
NOBODY: frozenset[int] = frozenset()


def tables(*rows: Sequence[int], byes: Sequence[int] = ()) -> list[Pairing]:
    """A first round as somebody made it by hand."""
    made = [Pairing(1, number, tuple(row)) for number, row in enumerate(rows, start=1)]
    after = enumerate(byes, start=len(made) + 1)
    return made + [Pairing(1, number, (one,), bye=Bye.FULL, decided=True) for number, one in after]


def repaired(
    drawn: Sequence[Pairing],
    sizes: tuple[int, int] = (3, 5),
    preferred: int = 4,
    gone: frozenset[int] = NOBODY,
    arrivals: frozenset[int] = NOBODY,
    closed: frozenset[int] = NOBODY,
    conditions: Conditions = UNCONDITIONAL,
) -> Repaired:
    seated = {one for pairing in drawn for one in pairing.seats}
    entries = [Entry(one, left=1 if one in gone else None) for one in sorted(seated | arrivals)]
    return repair(drawn, entries, [], conditions, sizes, preferred, gone=gone, arrivals=arrivals, closed=closed)


def test_a_table_of_four_goes_on_as_three() -> None:
    done = repaired(tables((1, 2, 3, 4), (5, 6, 7, 8)), gone=frozenset({2}))
    assert done.changed == (1,)
    assert done.moved == ()
    assert sorted(done.pairings[0].seats) == [1, 3, 4]
    assert done.pairings[1] == tables((1, 2, 3, 4), (5, 6, 7, 8))[1]


def test_a_latecomer_takes_the_free_chair() -> None:
    done = repaired(tables((1, 2, 3, 4), (5, 6, 7)), arrivals=frozenset({9}))
    assert done.changed == (2,)
    assert done.moved == ()
    assert any(reason.template == CAME_LATE for reason in done.pairings[1].reasons)


def test_one_moves_where_a_table_would_be_too_small() -> None:
    done = repaired(tables((1, 2, 3, 4), (5, 6, 7)), gone=frozenset({6}))
    assert done.changed == (1, 2)
    assert len(done.moved) == 1
    assert sorted(len(pairing.seats) for pairing in done.pairings) == [3, 3]
    assert any(
        reason.template == MOVED_HERE and dict(reason.facts)["number"] == 1 for reason in done.pairings[1].reasons
    )


def test_who_was_without_a_table_is_seated_first() -> None:
    done = repaired(tables((1, 2, 3, 4), (5, 6, 7, 8), byes=[9]), gone=frozenset({3}), sizes=(4, 4))
    assert done.moved == (9,)
    assert all(pairing.bye is None for pairing in done.pairings)


def test_who_must_not_meet_is_kept_apart_even_if_one_more_moves() -> None:
    apart = Conditions(forbidden=(Forbidden(9, 5),))
    done = repaired(tables((1, 2, 3, 4), (5, 6, 7)), arrivals=frozenset({9}), sizes=(3, 4), conditions=apart)
    assert all(not {5, 9} <= set(pairing.seats) for pairing in done.pairings)
    assert len(done.moved) == 1


def test_a_bye_that_was_asked_for_stays() -> None:
    drawn = tables((1, 2, 3, 4), byes=[5])
    entries = [*field(4), Entry(5, byes=((1, Bye.HALF),))]
    done = repair(drawn, entries, [], UNCONDITIONAL, (3, 4), 4, gone=frozenset({4}), arrivals=NOBODY, closed=NOBODY)
    assert done.moved == ()
    assert done.pairings[1] == drawn[1]


@pytest.mark.long
@given(
    size=st.integers(6, 24),
    limits=st.sampled_from([(2, 3), (3, 5), (4, 4), (2, 5), (3, 4)]),
    gone=st.sets(st.integers(1, 24), max_size=4),
    late=st.integers(0, 3),
    shut=st.sets(st.integers(1, 8), max_size=3),
    apart=st.lists(st.tuples(st.integers(1, 27), st.integers(1, 27)), max_size=2),
)
@settings(max_examples=40, derandomize=True)
def test_a_repaired_round_is_a_round_again(
    size: int, limits: tuple[int, int], gone: set[int], late: int, shut: set[int], apart: list[tuple[int, int]]
) -> None:
    options = {"table_size": min(4, limits[1]), "smallest": limits[0], "largest": limits[1]}
    before = [p for p in play_out(SWISS, field(size), {**options, "rounds": 2}) if p.round < 3]
    drawn = SWISS.pair(field(size), before, {**options, "rounds": 3}, 7)
    assert isinstance(drawn, Round)
    come = frozenset(range(size + 1, size + 1 + late))
    gone &= set(range(1, size + 1))
    seated_shut = {one for p in drawn.pairings if p.table in shut for one in p.seats}
    entries = [Entry(one, left=3 if one in gone else None) for one in range(1, size + 1 + late)]
    conditions = Conditions(tuple(Forbidden(one, other) for one, other in apart if one != other))
    done = repair(
        drawn.pairings,
        entries,
        before,
        conditions,
        limits,
        options["table_size"],
        gone=frozenset(gone),
        arrivals=come,
        closed=frozenset(shut),
    )
    by_number = {pairing.table: pairing for pairing in done.pairings}
    for pairing in drawn.pairings:
        if pairing.table in shut or pairing.table not in done.changed:
            assert by_number[pairing.table] == pairing
    seated = sorted(one for pairing in done.pairings for one in pairing.seats)
    assert seated == sorted({entry.id for entry in entries if entry.id not in gone} | (seated_shut & gone))
    assert all(limits[0] <= len(p.seats) <= limits[1] for p in done.pairings if p.bye is None and p.table not in shut)
    was = {one: p.table for p in drawn.pairings if p.bye is None for one in p.seats}
    now = {one: p.table for p in done.pairings if p.bye is None for one in p.seats}
    assert done.moved == tuple(
        one for one in range(1, size + 1) if one in seated and was.get(one, 0) != now.get(one, 0)
    )
    kinds = {breach.kind for breach in violations_of(done.pairings, entries, before, conditions, limits)}
    assert kinds.isdisjoint({"missing", "twice", "too-large"})


def every_way(
    drawn: Sequence[Pairing], people: Sequence[int], sizes: tuple[int, int], apart: frozenset[int]
) -> Iterator[tuple[int, int, int]]:
    """By trying everything: for each round that could be, who are kept apart and meet, who is without, who moves."""
    was = {one: 0 if p.bye else p.table for p in drawn for one in p.seats}
    own = [pairing for pairing in drawn if pairing.bye is None]
    numbers = [0, *(pairing.table for pairing in own), 90]
    for places in product(numbers, repeat=len(people)):
        seats = {number: {one for one, at in zip(people, places, strict=True) if at == number} for number in numbers}
        if all(number == 0 or not s or sizes[0] <= len(s) <= sizes[1] for number, s in seats.items()):
            moved = sum(was.get(one, at) != at for one, at in zip(people, places, strict=True))
            meet = any(number and apart and apart <= s for number, s in seats.items())
            yield int(meet), len(seats[0]), moved


@pytest.mark.long
@given(
    shape=st.sampled_from([(3, 3), (4, 3), (3, 2, 2), (2, 2, 2), (5, 2)]),
    limits=st.sampled_from([(2, 3), (3, 4), (2, 5), (3, 5), (2, 2), (3, 3)]),
    gone=st.sets(st.integers(1, 7), min_size=1, max_size=3),
    late=st.integers(0, 1),
    apart=st.none() | st.sets(st.integers(1, 8), min_size=2, max_size=2),
)
@settings(max_examples=30, derandomize=True)
def test_no_repair_moves_fewer(
    shape: tuple[int, ...], limits: tuple[int, int], gone: set[int], late: int, apart: set[int] | None
) -> None:
    people = iter(range(1, 20))
    drawn = tables(*(tuple(next(people) for _ in range(size)) for size in shape))
    come = frozenset({8}) if late else NOBODY
    pair = frozenset(apart or ())
    forbidden = tuple(Forbidden(*two) for two in combinations(sorted(pair), 2))
    done = repaired(drawn, limits, min(4, limits[1]), frozenset(gone), come, conditions=Conditions(forbidden))
    still_there = sorted({one for p in drawn for one in p.seats if one not in gone} | come)
    meet = any(pair and pair <= set(p.seats) and p.bye is None for p in done.pairings)
    without = sum(p.bye is not None for p in done.pairings)
    untouched = [p for p in done.pairings if p.table not in done.changed]
    if any(pair and pair <= set(p.seats) for p in untouched):
        return
    best = min((without, meet, moved) for meet, without, moved in every_way(drawn, still_there, limits, pair))
    assert (without, int(meet), len(done.moved)) == best


def test_what_was_played_before_weighs_where_moves_are_equal() -> None:
    before = [decide(pairing) for pairing in tables((1, 2, 3, 4), (5, 6, 7, 8))]
    drawn = [Pairing(2, 1, (1, 2, 5, 6)), Pairing(2, 2, (3, 4, 7, 8))]
    entries = [*field(8), Entry(9, joined=3)]
    done = repair(drawn, entries, before, UNCONDITIONAL, (2, 4), 4, gone=frozenset({1}), arrivals=NOBODY, closed=NOBODY)
    assert done.moved == ()
    assert meetings(done.pairings)[frozenset((5, 6))] == 1
