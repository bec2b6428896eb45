"""Round robins of tables: even meetings, even seats, designs where they exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from league.competition.block_designs import Design, all_designs
from league.competition.errors import ImpossibleTables
from league.competition.format import Entry, Finished, Pairing, seats_in_leg
from league.competition.formats import format_named
from league.competition.formats.table_round_robin import DESIGN
from league.competition.options import Value
from league.competition.seating import table_sizes
from tests.league.competition.annealed_tables import ANNEALED, ANNEALED_FREELY
from tests.league.competition.simulation import field, meetings, play_out, seat_counts

pytestmark = pytest.mark.slow

TABLES = format_named("table-round-robin")


def options(size: int, exactly: bool = False) -> dict[str, Value]:
    limits: dict[str, Value] = {"smallest": size, "largest": size} if exactly else {}
    return {"table_size": size, **limits}


DESIGNS = all_designs()
EVEN = [(9, 3), (15, 3), (21, 3), (27, 3), (33, 3), (39, 3), (45, 3), (51, 3), (57, 3), (16, 4), (28, 4), (25, 5)]


def again(pairings: Sequence[Pairing]) -> int:
    """Return how often two players meet again, over all pairs."""
    return sum(times - 1 for times in meetings(pairings).values())


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: f"{design.players} at {design.size}, {design.length}")
def test_a_design_seats_each_player_once_a_round(design: Design) -> None:
    rounds = design.rounds()
    assert len(rounds) == design.length
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == list(range(design.players))
        assert {len(table) for table in tables} == {design.size}


@pytest.mark.parametrize(("size", "table"), EVEN)
def test_everybody_meets_everybody_exactly_where_a_design_exists(size: int, table: int) -> None:
    pairings = play_out(TABLES, field(size), options(table, exactly=True))
    assert set(meetings(pairings).values()) == {1}
    assert len(meetings(pairings)) == size * (size - 1) // 2
    assert pairings[0].reasons[0].template == DESIGN


@pytest.mark.parametrize(("size", "table"), [(9, 3), (16, 4), (25, 5)])
def test_a_design_is_repeated_where_more_rounds_are_chosen(size: int, table: int) -> None:
    full = TABLES.rounds(field(size), options(table))
    pairings = play_out(TABLES, field(size), {"table_size": table, "rounds": full + 2})
    assert set(meetings(pairings).values()) == {1, 2}
    assert pairings[0].reasons[0].template != DESIGN
    pairings = play_out(TABLES, field(size), {"table_size": table, "cycles": 2})
    assert set(meetings(pairings).values()) == {2}
    assert pairings[0].reasons[0].template == DESIGN


def test_a_part_of_a_design_is_not_called_equal() -> None:
    pairings = play_out(TABLES, field(16), {"rounds": 3})
    assert again(pairings) == 0
    assert pairings[0].reasons[0].template != DESIGN


@pytest.mark.long
@pytest.mark.parametrize(("case", "annealed"), ANNEALED.items(), ids=str)
def test_players_meet_again_no_more_often_than_annealing_finds(case: tuple[int, int, int], annealed: int) -> None:
    for seed in (1, 7):
        assert again(played_fairly(*case, seed)) <= annealed


@pytest.mark.long
@pytest.mark.parametrize(("case", "annealed"), ANNEALED_FREELY.items(), ids=str)
def test_a_free_plan_has_at_most_a_tenth_more_than_annealing(case: tuple[int, int, int], annealed: int) -> None:
    assert again(played_fairly(*case, 7)) <= annealed * 1.1


def played_fairly(players: int, size: int, rounds: int, seed: int) -> list[Pairing]:
    """Return the pairings; all play once a round, with seats and small tables that differ by one at most."""
    pairings = play_out(TABLES, field(players), {"table_size": size, "rounds": rounds}, seed)
    for number in range(1, rounds + 1):
        seats = [seat for pairing in pairings if pairing.round == number for seat in pairing.seats]
        assert sorted(seats) == list(range(1, players + 1))
    for at in (3, 4, 5):
        own = seat_counts(pairings, at).values()
        assert all(max(count.values()) - min(count.values()) <= 1 for count in own)
        sat = Counter(seat for pairing in pairings if len(pairing.seats) == at for seat in pairing.seats)
        assert max(sat[entry] for entry in range(1, players + 1)) <= 1 + min(sat[e] for e in range(1, players + 1))
    return pairings


LONGEST = {
    3: {9: 4, 12: 4, 15: 7, 18: 8, 21: 10, 24: 11, 27: 13, 30: 14, 33: 16, 36: 17, 39: 19, 42: 20, 45: 22, 48: 23},
    4: {16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 10, 40: 11, 44: 13, 48: 13},
    5: {25: 6, 30: 6, 35: 7, 40: 7, 45: 8},
}
"""The rounds without a second meeting that `docs/organising-files.md` promises, by size of table and players."""


@pytest.mark.parametrize("table", LONGEST)
def test_nobody_meets_twice_in_the_promised_rounds(table: int) -> None:
    for players, rounds in LONGEST[table].items():
        for chosen in (rounds, rounds - 1):
            assert again(play_out(TABLES, field(players), {"table_size": table, "rounds": chosen})) == 0, players


@pytest.mark.parametrize(("players", "table"), [(n, t) for t in (3, 4, 5) for n in (30, 36, 42, 48, 60) if n % t == 0])
def test_nobody_meets_again_in_half_of_the_rounds(players: int, table: int) -> None:
    rounds = TABLES.rounds(field(players), options(table)) // 2
    assert again(play_out(TABLES, field(players), {"table_size": table, "rounds": rounds})) == 0


FREELY = (*range(3, 16), 18, 19, 22, 29, 40)
EXACTLY = (5, 7, 8, 10, 11, 13, 14, 17, 23)
"""Of the fields that tables of one size do not fill; those that they fill have the same tables either way."""


@pytest.mark.long
@pytest.mark.parametrize("table", [3, 4, 5])
@pytest.mark.parametrize(("exactly", "sizes"), [(False, FREELY), (True, EXACTLY)])
def test_meetings_seats_and_small_tables_stay_within_the_stated_bounds(
    table: int, exactly: bool, sizes: Sequence[int]
) -> None:
    for size in sizes:
        if size < table or (exactly and size % table == 0):
            continue
        pairings = play_out(TABLES, field(size), options(table, exactly))
        met = meetings(pairings)
        counts = [met[frozenset(pair)] for pair in combinations(range(1, size + 1), 2)]
        assert max(counts) - min(counts) <= (2 if size > 10 else 3), size
        seated = Counter((pairing.round, seat) for pairing in pairings for seat in pairing.seats)
        rounds = range(1, TABLES.rounds(field(size), options(table, exactly)) + 1)
        assert seated == Counter((number, entry) for number in rounds for entry in range(1, size + 1)), size
        for seats in (1, 2, 3, 4, 5):
            own = seat_counts(pairings, seats).values()
            assert all(max(count.values()) - min(count.values()) <= 1 for count in own), size
            sat = [sum(e in p.seats and len(p.seats) == seats for p in pairings) for e in range(1, size + 1)]
            assert max(sat) - min(sat) <= 1, size


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
    with pytest.raises(ImpossibleTables, match="7 players cannot sit at tables of 5 to 3"):
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
