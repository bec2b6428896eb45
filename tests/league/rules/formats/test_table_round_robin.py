"""Round robins of tables: even meetings, even seats, designs where they exist."""

from __future__ import annotations

from itertools import combinations

import pytest

from league.rules.designs import DESIGNS, Design
from league.rules.errors import ImpossibleTables
from league.rules.formats import format_named
from league.rules.formats.format import Entry, Finished
from league.rules.options import Value
from league.rules.seating import seats_in_leg, table_sizes
from tests.league.rules.simulation import field, meetings, play_out, seat_counts

TABLES = format_named("table-round-robin")


def options(size: int, exactly: bool = False) -> dict[str, Value]:
    limits: dict[str, Value] = {"smallest": size, "largest": size} if exactly else {}
    return {"table_size": size, **limits}


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: f"{design.players} at {design.size}")
def test_a_design_seats_all_once_a_round_and_lets_all_meet_equally_often(design: Design) -> None:
    rounds = design.rounds()
    players = list(range(design.players))
    assert all(sorted(player for table in tables for player in table) == players for tables in rounds)
    met = [frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)]
    assert all(met.count(frozenset(pair)) == design.meetings for pair in combinations(players, 2))


@pytest.mark.parametrize(("size", "table"), [(9, 3), (15, 3), (21, 3), (27, 3), (39, 3), (16, 4), (28, 4), (25, 5)])
def test_everybody_meets_everybody_exactly_where_a_design_exists(size: int, table: int) -> None:
    pairings = play_out(TABLES, field(size), options(table, exactly=True))
    assert set(meetings(pairings).values()) == {1}
    assert len(meetings(pairings)) == size * (size - 1) // 2
    assert "exactly equally often" in pairings[0].reasons[0].sentence


@pytest.mark.parametrize("table", [3, 4, 5])
@pytest.mark.parametrize("exactly", [False, True])
def test_meetings_and_seats_stay_within_the_stated_bounds(table: int, exactly: bool) -> None:
    for size in [*range(table, 24), 29, 32, 40]:
        pairings = play_out(TABLES, field(size), options(table, exactly))
        met = meetings(pairings)
        counts = [met[frozenset(pair)] for pair in combinations(range(1, size + 1), 2)]
        assert max(counts) - min(counts) <= (2 if size > 10 else 3), size
        for seats in (2, 3, 4, 5):
            own = seat_counts(pairings, seats).values()
            assert all(max(count.values()) - min(count.values()) <= 1 for count in own), size


@pytest.mark.parametrize("table", [3, 4, 5])
def test_small_tables_are_shared_out(table: int) -> None:
    for size in range(table + 1, 24):
        pairings = play_out(TABLES, field(size), options(table))
        for seats in {len(pairing.seats) for pairing in pairings}:
            counts = [sum(e in p.seats and len(p.seats) == seats for p in pairings) for e in range(1, size + 1)]
            assert max(counts) - min(counts) <= 1, size


def test_late_entries_are_seated_and_the_rest_go_on() -> None:
    entries = [*field(11), Entry(50, joined=3), Entry(51, joined=3)]
    pairings = play_out(TABLES, entries)
    assert {seat for pairing in pairings if pairing.round == 3 for seat in pairing.seats} >= {50, 51}
    assert max(meetings(pairings).values()) <= 3


def test_an_organiser_may_say_how_many_rounds() -> None:
    pairings = play_out(TABLES, field(12), {"rounds": 7})
    assert max(pairing.round for pairing in pairings) == TABLES.rounds(field(12), {"rounds": 7}) == 7


def test_it_ends_when_too_few_are_left() -> None:
    entries = [Entry(number, left=2) for number in range(1, 7)] + [Entry(7)]
    pairings = play_out(TABLES, entries)
    assert max(pairing.round for pairing in pairings) == 1
    answer = TABLES.pair(entries, pairings, {}, 7)
    assert isinstance(answer, Finished)
    assert answer.reason.sentence == "Too few players are left for another table."


def test_tables_that_cannot_be_are_refused() -> None:
    with pytest.raises(ImpossibleTables, match="7 entries cannot be seated at tables of 5 to 3"):
        TABLES.pair(field(7), [], {"smallest": 5, "largest": 3}, 1)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(11, (4, 4, 3)), (9, (5, 4)), (5, (5,)), (6, (3, 3)), (10, (4, 3, 3)), (13, (5, 4, 4)), (3, (3,)), (2, ())],
)
def test_the_remainder_goes_by_rule(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, 4, 3, 5) == sizes


def test_as_few_as_possible_sit_out() -> None:
    assert table_sizes(7, 4, 4, 4) == (4,)
    assert table_sizes(11, 4, 4, 4) == (4, 4)


def test_the_legs_of_a_block_go_round_the_table() -> None:
    assert [seats_in_leg((7, 8, 9), leg) for leg in (1, 2, 3, 4)] == [(7, 8, 9), (8, 9, 7), (9, 7, 8), (7, 8, 9)]
