"""Tables changed by hand, as values: whatever is done, nobody sits twice and nobody is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competition.format import Bye, Pairing
from league.tournaments.errors import ChangeRefused
from league.tournaments.pairing_edits import (
    Tables,
    apply_edit,
    as_stored,
    changed_numbers,
    exchanged,
    from_stored,
    is_by_hand,
    moved,
    swapped,
    taken_out,
    with_bye,
)

ENTRIES = st.integers(1, 11)
ACTS = st.one_of(
    st.tuples(st.just(swapped), ENTRIES, ENTRIES),
    st.tuples(st.just(moved), ENTRIES, st.integers(1, 6)),
    st.tuples(st.just(exchanged), st.integers(1, 4), st.integers(1, 6)),
    st.tuples(st.just(with_bye), ENTRIES, st.sampled_from(Bye)),
)


def a_round() -> Tables:
    """Eleven entries: two tables of four, one of two, and a bye."""
    return (
        Pairing(3, 1, (1, 2, 3, 4), legs=2),
        Pairing(3, 2, (5, 6, 7, 8), legs=2),
        Pairing(3, 3, (9, 10), legs=2),
        Pairing(3, 4, (11,), bye=Bye.FULL, decided=True),
    )


def seated(tables: Tables) -> list[int]:
    return sorted(seat for table in tables for seat in table.seats)


@given(st.lists(ACTS, max_size=12))
def test_nobody_is_lost_or_sits_twice_and_no_number_comes_twice(acts: list[tuple[object, int, object]]) -> None:
    tables = a_round()
    for act, one, other in acts:
        tables = act(tables, one, other)  # type: ignore[operator]  # one of the functions above
        assert seated(tables) == list(range(1, 12))
        numbers = [table.table for table in tables]
        assert len(set(numbers)) == len(numbers)
        assert all(table.seats for table in tables)
        assert all(len(table.seats) == 1 for table in tables if table.bye is not None)
        assert {table.legs for table in tables if table.bye is None} == {2}
        last = max((table.table for table in tables if table.bye is None), default=0)
        assert all(table.table > last for table in tables if table.bye is not None)


@given(ENTRIES, ENTRIES)
def test_two_who_change_places_twice_are_where_they_were(one: int, other: int) -> None:
    again = swapped(swapped(a_round(), one, other), one, other)
    assert [table.seats for table in again] == [table.seats for table in a_round()]


@given(st.lists(ACTS, max_size=6))
def test_what_is_stored_comes_back(acts: list[tuple[object, int, object]]) -> None:
    tables = a_round()
    for act, one, other in acts:
        tables = act(tables, one, other)  # type: ignore[operator]  # one of the functions above
    assert from_stored(as_stored(tables), 3) == tuple(
        table if table.bye is None else from_stored(as_stored([table]), 3)[0] for table in tables
    )


def test_only_the_tables_that_change_are_by_hand() -> None:
    tables = moved(a_round(), 1, 2)
    assert changed_numbers(a_round(), tables) == (1, 2)
    assert [bool(table.reasons) for table in tables] == [True, True, False, False]


def test_a_bye_by_hand_says_of_no_table_that_it_changed() -> None:
    tables = with_bye(a_round(), 1, Bye.HALF)
    table, bye = (next(one for one in tables if entry in one.seats) for entry in (2, 1))
    assert is_by_hand(table.reasons)
    assert is_by_hand(bye.reasons)
    assert table.reasons != bye.reasons


def test_who_is_taken_out_has_no_place_and_an_empty_table_is_gone() -> None:
    tables = taken_out(taken_out(a_round(), 9), 10)
    assert [table.table for table in tables] == [1, 2, 3]
    assert seated(tables) == [1, 2, 3, 4, 5, 6, 7, 8, 11]


def test_a_request_names_an_entry_by_its_whole_number() -> None:
    """Of more than six digits too; what is above all entries is refused, not cut off."""
    assert apply_edit(a_round(), "entry:0000010", "out") == apply_edit(a_round(), "entry:10", "out")
    with pytest.raises(ChangeRefused):
        apply_edit(a_round(), "entry:0000019999", "out")
    with pytest.raises(ChangeRefused):
        apply_edit(a_round(), "entry:1000000000", "out")
