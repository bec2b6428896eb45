"""What an organiser may ask of every format: byes, fixed tables, pairs kept apart, fields of any size."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.byes import REQUESTED
from league.competition.format import UNCONDITIONAL, Bye, Conditions, Entry, Finished, Forbidden, Format, Pairing, Round
from league.competition.formats import formats
from league.competition.formats.round_robin import BYE_ASKED, MUST_MEET
from league.competition.pairing_reasons import AVOIDED, BROUGHT_TOGETHER
from league.competition.stages import as_knockout
from league.competition.table_numbers import STAYS, number_tables
from tests.league.competition.simulation import decide, field, in_full

every_format = pytest.mark.parametrize("format_", formats().values(), ids=list(formats()))
LASTING = {slug: one for slug, one in formats().items() if as_knockout(one) is None}
every_format_without_a_knockout = pytest.mark.parametrize("format_", LASTING.values(), ids=list(LASTING))
KNOCKOUTS = {slug: one for slug, one in formats().items() if slug not in LASTING}
every_knockout = pytest.mark.parametrize("format_", KNOCKOUTS.values(), ids=list(KNOCKOUTS))


def rounds_of(
    format_: Format,
    entries: Sequence[Entry],
    conditions: Conditions = UNCONDITIONAL,
    options: dict[str, int | str] | None = None,
    most: int = 60,
) -> list[Pairing]:
    """The first rounds of an event, played one after the other; an evening for each round where there are evenings."""
    chosen = in_full(format_, options)
    pairings: list[Pairing] = []
    for number in range(1, most + 1):
        evening = number if format_.by_evenings and number <= int(chosen["evenings"]) else None
        here = Conditions(conditions.forbidden, conditions.here, evening)
        answer = format_.pair(entries, pairings, chosen, 3, here)
        if not isinstance(answer, Round):
            assert isinstance(answer, Finished)
            break
        pairings += [decide(pairing) for pairing in answer.pairings]
    return pairings


def met_in(pairings: Sequence[Pairing], one: int, other: int) -> set[int]:
    return {pairing.round for pairing in pairings if {one, other} <= set(pairing.seats)}


@every_format_without_a_knockout
def test_nobody_sits_in_a_round_they_asked_to_miss(format_: Format) -> None:
    entries = [Entry(1, byes=((1, Bye.HALF), (3, Bye.ZERO))), Entry(2, byes=((2, Bye.ZERO),)), *field(9, 3)]
    pairings = rounds_of(format_, entries)
    for entry, missed in [(1, 1), (1, 3), (2, 2)]:
        (own,) = (pairing for pairing in pairings if pairing.round == missed and entry in pairing.seats)
        assert own.seats == (entry,)
        assert own.bye in {Bye.HALF, Bye.ZERO, Bye.REST}
        assert any(reason.template in {REQUESTED, BYE_ASKED} for reason in own.reasons)


@every_format_without_a_knockout
def test_a_round_that_most_asked_to_miss_is_no_end(format_: Format) -> None:
    if format_.by_evenings:
        return  # an evening waits for players, however long it takes
    entries = [Entry(1), *(Entry(number, byes=((1, Bye.ZERO),)) for number in range(2, 7))]
    pairings = rounds_of(format_, entries)
    assert any(len(pairing.seats) > 1 for pairing in pairings if pairing.round > 1)
    assert not any(len(pairing.seats) > 1 for pairing in pairings if pairing.round == 1)


@every_format
def test_who_cannot_move_has_the_same_table_in_every_round(format_: Format) -> None:
    entries = [Entry(1, fixed_table=2), *field(11, 2)]
    pairings = rounds_of(format_, entries)
    assert {pairing.table for pairing in pairings if 1 in pairing.seats and not pairing.bye} == {2}
    for number in {pairing.round for pairing in pairings}:
        tables = [pairing.table for pairing in pairings if pairing.round == number]
        assert len(tables) == len(set(tables))
        assert any(r.template == STAYS for p in pairings if 1 in p.seats and not p.bye for r in p.reasons)


def test_who_gives_way_at_a_fixed_table_takes_none_that_another_has_fixed() -> None:
    entries = [Entry(1, fixed_table=3), Entry(2, fixed_table=3), Entry(3, fixed_table=4), *field(3, 4)]
    pairings = [Pairing(1, 0, (1, 4)), Pairing(1, 0, (2, 5)), Pairing(1, 0, (3, 6))]
    numbered = number_tables(pairings, entries)
    assert {pairing.seats[0]: pairing.table for pairing in numbered} == {1: 3, 3: 4, 2: 5}


@every_format
def test_those_without_a_table_come_after_the_tables(format_: Format) -> None:
    for size in (5, 7, 9):
        pairings = rounds_of(format_, [*field(size), Entry(50, byes=((1, Bye.ZERO),))])
        for number in {pairing.round for pairing in pairings}:
            own = [pairing.bye is not None for pairing in pairings if pairing.round == number]
            assert own == sorted(own)


@every_format
def test_two_who_must_not_meet_yet_meet_later_or_not_at_all(format_: Format) -> None:
    conditions = Conditions(forbidden=(Forbidden(1, 2, until=2), Forbidden(3, 4, until=2)))
    pairings = rounds_of(format_, field(12), conditions)
    assert all(number > 2 for number in met_in(pairings, 1, 2) | met_in(pairings, 3, 4))
    if format_.everyone_meets:
        assert met_in(pairings, 1, 2)


@every_format
def test_two_who_must_never_meet_do_not_or_are_told_why(format_: Format) -> None:
    conditions = Conditions(forbidden=(Forbidden(1, 2),))
    pairings = rounds_of(format_, field(13), conditions)
    for pairing in pairings:
        if {1, 2} <= set(pairing.seats):
            assert any(reason.template in {AVOIDED, BROUGHT_TOGETHER, MUST_MEET} for reason in pairing.reasons)
    if format_.table_sizes({})[1] > 2 and as_knockout(format_) is None:
        assert not met_in(pairings, 1, 2)


@pytest.mark.long
@every_format_without_a_knockout
@pytest.mark.parametrize("size", [2, 3, 5, 9, 31, 64, 97, 150])
def test_the_first_rounds_of_a_field_of_any_size_seat_everybody(format_: Format, size: int) -> None:
    smallest, largest = format_.table_sizes({})
    options: dict[str, int | str] = {} if largest == 2 else {"smallest": 2, "rounds": 2}
    if format_.by_evenings:
        options = {"smallest": 2}
    late = [Entry(500, joined=2), Entry(501, joined=2, left=3)]
    pairings = rounds_of(format_, [*field(size - 1), Entry(size, left=2), *late], options=options, most=2)
    first = sorted(seat for pairing in pairings if pairing.round == 1 for seat in pairing.seats)
    second = [seat for pairing in pairings if pairing.round == 2 for seat in pairing.seats]
    assert first == list(range(1, size + 1))
    assert len(second) == len(set(second))
    assert not second or {*range(1, size), 500, 501} <= {*second}
    assert all(pairing.bye or 2 <= len(pairing.seats) <= max(largest, smallest) for pairing in pairings)


@pytest.mark.long
@every_format
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_tables_of_every_size_can_be_asked_for(format_: Format, size: int) -> None:
    largest = [option.choices for option in format_.options if option.name == "largest"]
    if not largest:
        return
    most = size if size in largest[0] else size + 1
    options: dict[str, int | str] = {"table_size": size, "smallest": size, "largest": most}
    pairings = rounds_of(format_, field(20), options=options, most=5)
    assert {len(pairing.seats) for pairing in pairings if not pairing.bye} == {size}


@pytest.mark.long
@every_format_without_a_knockout
@settings(max_examples=15, derandomize=True)
@given(
    size=st.integers(4, 14),
    byes=st.dictionaries(
        st.integers(1, 14), st.tuples(st.integers(1, 5), st.sampled_from([Bye.HALF, Bye.ZERO])), max_size=4
    ),
    apart=st.lists(st.tuples(st.integers(1, 14), st.integers(1, 14), st.none() | st.integers(1, 3)), max_size=3),
)
def test_whatever_is_asked_everybody_has_one_place(
    format_: Format, size: int, byes: dict[int, tuple[int, Bye]], apart: list[tuple[int, int, int | None]]
) -> None:
    entries = [Entry(number, byes=(byes[number],) if number in byes else ()) for number in range(1, size + 1)]
    forbidden = tuple(Forbidden(one, other, until) for one, other, until in apart if one != other)
    options: dict[str, int | str] = {"smallest": 2} if format_.table_sizes({})[1] > 2 else {}
    pairings = rounds_of(format_, entries, Conditions(forbidden), options)
    for number in {pairing.round for pairing in pairings}:
        own = [pairing for pairing in pairings if pairing.round == number]
        assert sorted(seat for pairing in own for seat in pairing.seats) == list(range(1, size + 1))


@every_knockout
@settings(max_examples=15, derandomize=True)
@given(
    size=st.integers(4, 14),
    apart=st.lists(st.tuples(st.integers(1, 14), st.integers(1, 14), st.none() | st.integers(1, 3)), max_size=3),
)
def test_a_knockout_says_where_it_brings_two_together_who_were_to_be_kept_apart(
    format_: Format, size: int, apart: list[tuple[int, int, int | None]]
) -> None:
    forbidden = tuple(Forbidden(one, other, until) for one, other, until in apart if one != other)
    options: dict[str, int | str] = {"smallest": 2} if format_.table_sizes({})[1] > 2 else {}
    pairings = rounds_of(format_, field(size), Conditions(forbidden), options)
    for number in {pairing.round for pairing in pairings}:
        own = [seat for pairing in pairings if pairing.round == number for seat in pairing.seats]
        assert len(own) == len(set(own))
    for pairing in pairings:
        together = [
            one for one in forbidden if one.holds_in(pairing.round) and {one.one, one.other} <= {*pairing.seats}
        ]
        told = [reason for reason in pairing.reasons if reason.template == BROUGHT_TOGETHER]
        assert len(told) == len({frozenset((one.one, one.other)) for one in together})
