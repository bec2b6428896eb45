"""Round robins of two: Berger tables, late entries, withdrawals."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.format import Bye, Entry, How, Pairing
from league.competition.formats import format_named
from league.competition.formats.round_robin import berger_cycles, berger_round
from tests.league.competition.simulation import field, meetings, play_out, seat_counts

ROUND_ROBIN = format_named("round-robin")
LIST = {"order": "list"}

# FIDE Handbook C.05, Annex 1: the Berger tables for 3 or 4, 5 or 6, and 7 or 8 players.
FIDE_TABLES = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
    "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize(("size", "published"), FIDE_TABLES.items())
def test_the_tables_are_those_of_the_fide_handbook(size: int, published: str) -> None:
    rounds = [" ".join(f"{one}-{other}" for one, other in berger_round(size, number)) for number in range(1, size)]
    assert " / ".join(rounds) == published


def test_the_last_two_rounds_of_a_first_cycle_change_places() -> None:
    assert berger_cycles(6, 2)[3:5] == [berger_round(6, 5), berger_round(6, 4)]


@pytest.mark.long
@pytest.mark.parametrize("size", range(2, 41))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody_and_seats_are_even(size: int, cycles: int) -> None:
    pairings = play_out(ROUND_ROBIN, field(size), {"cycles": cycles})
    met = meetings(pairings)
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {cycles}
    leads = {abs(seats[0] - seats[1]) for seats in seat_counts(pairings, 2).values()}
    assert leads == ({1} if cycles == 1 and size % 2 == 0 else {0})


@pytest.mark.long
@pytest.mark.parametrize("size", range(3, 41))
def test_nobody_has_the_same_seat_three_times_running(size: int) -> None:
    pairings = play_out(ROUND_ROBIN, field(size), {"cycles": 2})
    for entry in range(1, size + 1):
        seats = "".join(str(p.seats.index(entry)) for p in pairings if entry in p.seats and not p.bye)
        assert "000" not in seats
        assert "111" not in seats


def test_the_list_gives_the_numbers_where_no_lot_is_drawn() -> None:
    pairings = play_out(ROUND_ROBIN, field(6), LIST)
    assert [pairing.seats for pairing in pairings[:3]] == [(1, 6), (2, 5), (3, 4)]


@pytest.mark.parametrize("size", [4, 5, 8, 11, 16])
@pytest.mark.parametrize("joined", [[2], [2, 2, 4], [3, 5, 5]])
@pytest.mark.parametrize("hidden", [False, True])
def test_late_entries_still_meet_everybody_once(size: int, joined: list[int], hidden: bool) -> None:
    late = [Entry(100 + index, joined=number) for index, number in enumerate(joined)]
    pairings = play_out(ROUND_ROBIN, [*field(size), *late], hidden_until_joined=hidden)
    known = {seat for pairing in pairings for seat in pairing.seats}
    assert set(meetings(pairings).values()) == {1}
    assert len(meetings(pairings)) == len(known) * (len(known) - 1) // 2
    last_joined = max(entry.joined for entry in late if entry.id in known)
    assert max(pairing.round for pairing in pairings) <= (last_joined - 1) + (len(known) - 1) + 2
    assert all(abs(seats[0] - seats[1]) <= 3 for seats in seat_counts(pairings, 2).values())


def left_in(number: int) -> list[Pairing]:
    return play_out(ROUND_ROBIN, [*field(5), Entry(6, left=number)], LIST)


def test_who_leaves_before_half_is_a_free_round_for_the_others() -> None:
    after = [pairing for pairing in left_in(3) if pairing.round >= 3]
    assert all(6 not in pairing.seats for pairing in after)
    assert Counter(pairing.bye for pairing in after)[Bye.REST] == 3
    assert all(pairing.decided for pairing in after if pairing.bye)
    assert any("before playing half" in pairing.reasons[0].sentence for pairing in after)


def test_who_leaves_after_half_forfeits_the_games_left() -> None:
    walkovers = [pairing for pairing in left_in(4) if pairing.round >= 4 and 6 in pairing.seats]
    assert len(walkovers) == 2
    for pairing in walkovers:
        (leg,) = pairing.results
        assert leg.how is How.FORFEIT
        assert leg.places[leg.seats.index(6)] == 2
        assert pairing.decided


def test_two_who_left_leave_nothing_behind_them() -> None:
    entries = [*field(4), Entry(5, left=4), Entry(6, left=4)]
    pairings = play_out(ROUND_ROBIN, entries, LIST)
    assert not any({5, 6} == set(pairing.seats) for pairing in pairings if pairing.round >= 4)
    assert all(len(pairing.seats) == 2 for pairing in pairings)


def test_who_never_came_is_not_in_the_table() -> None:
    entries = [*field(4), Entry(5, left=1)]
    pairings = play_out(ROUND_ROBIN, entries)
    assert ROUND_ROBIN.rounds(entries, {}) == max(pairing.round for pairing in pairings) == 3
    assert {seat for pairing in pairings for seat in pairing.seats} == {1, 2, 3, 4}


@given(
    size=st.integers(2, 12),
    cycles=st.integers(1, 2),
    lefts=st.lists(st.integers(2, 20), max_size=4),
    joins=st.lists(st.integers(2, 9), max_size=3),
)
@settings(max_examples=80, derandomize=True)
def test_those_who_stay_meet_as_often_as_said(size: int, cycles: int, lefts: list[int], joins: list[int]) -> None:
    leaving = [Entry(50 + index, left=number) for index, number in enumerate(lefts)]
    coming = [Entry(90 + index, joined=number) for index, number in enumerate(joins)]
    met = meetings(play_out(ROUND_ROBIN, [*field(size), *leaving, *coming], {"cycles": cycles}))
    staying = [entry.id for entry in [*field(size), *coming]]
    assert all(met[frozenset((one, other))] == cycles for one in staying for other in staying if one < other)
    assert max(met.values()) == cycles
