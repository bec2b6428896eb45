"""A knockout of tables: who advances, and their next tables."""

from __future__ import annotations

import pytest

from league.competition.errors import ImpossibleTables
from league.competition.format import Entry, Pairing, Round
from league.competition.formats import format_named
from league.competition.stages import Knockout
from tests.league.competition.simulation import Options, decide, field, play_out

chosen = format_named("table-knockout")
assert isinstance(chosen, Knockout)
TABLES: Knockout = chosen


def stage(pairings: list[Pairing], number: int) -> list[set[int]]:
    return [set(pairing.seats) for pairing in pairings if pairing.round == number]


@pytest.mark.parametrize(
    ("size", "options", "fields"),
    [
        (16, {}, [16, 8, 4]),
        (13, {}, [13, 6, 4]),
        (9, {"going_on": 1}, [9, 3]),
        (64, {"going_on": 1}, [64, 16, 4]),
        (5, {"table_size": 2, "smallest": 2}, [5]),
    ],
)
def test_so_many_of_each_table_go_on_until_one_is_left(size: int, options: Options, fields: list[int]) -> None:
    pairings = play_out(TABLES, field(size), options)
    assert [sum(map(len, stage(pairings, number))) for number in range(1, len(fields) + 1)] == fields
    assert len(stage(pairings, len(fields))) == 1


def test_all_tables_are_as_strong() -> None:
    first = stage(play_out(TABLES, field(16)), 1)
    assert [sum(table) for table in first] == [34] * 4
    assert all(len(table & {1, 2, 3, 4}) == 1 for table in first)


def test_who_just_met_does_not_meet_again_where_another_table_has_room() -> None:
    pairings = play_out(TABLES, field(16))
    for table in stage(pairings, 2):
        assert all(len(table & before) <= 1 for before in stage(pairings, 1))


def test_the_best_of_the_next_place_fill_up_a_table_that_would_be_too_small() -> None:
    pairings = play_out(TABLES, field(9), {"going_on": 1})
    assert stage(pairings, 2)[0] > {1, 2}
    assert len(stage(pairings, 2)[0]) == 3


def test_who_has_left_does_not_go_on_and_the_next_of_the_table_does() -> None:
    first = TABLES.pair(field(8), [], {}, 7)
    assert isinstance(first, Round)
    made = [decide(pairing) for pairing in first.pairings]
    one = min(made[0].seats)
    entries = [Entry(entry.id, left=2) if entry.id == one else entry for entry in field(8)]
    second = TABLES.pair(entries, made, {}, 7)
    assert isinstance(second, Round)
    (final,) = second.pairings
    assert one not in final.seats
    assert len(set(final.seats) & set(made[0].seats)) == 2


def test_the_last_table_gives_the_first_places_and_earlier_ones_share_theirs() -> None:
    pairings = play_out(TABLES, field(16))
    reached = TABLES.state(field(16), pairings, {}, 7).reached
    assert [reached[one].order for one in (1, 2, 3, 4)] == [(0,), (1,), (2,), (3,)]
    assert reached[5].order == reached[6].order < reached[9].order
    assert reached[9].words.sentence == "Round 1"


SHAPES = [(4, 3, 5), (3, 3, 3), (4, 4, 4), (5, 5, 5), (4, 4, 5), (3, 3, 5), (2, 2, 5), (3, 2, 3)]


@pytest.mark.long
@pytest.mark.parametrize("going_on", [1, 2, 3, 4])
@pytest.mark.parametrize("shape", SHAPES, ids=["-".join(map(str, shape)) for shape in SHAPES])
def test_as_many_rounds_are_played_as_were_announced(shape: tuple[int, int, int], going_on: int) -> None:
    options: Options = {**dict(zip(("table_size", "smallest", "largest"), shape, strict=True)), "going_on": going_on}
    for size in (*range(shape[1], 25), 33, 64):
        try:
            pairings = play_out(TABLES, field(size), options)
        except ImpossibleTables:
            continue
        announced = TABLES.rounds(field(size), options)
        assert max(pairing.round for pairing in pairings) == announced, f"of {size}"
        (stage_,) = TABLES.state(field(size), pairings, options, 7).stages
        assert stage_.columns[-1].name.sentence == "Final"


def test_the_last_round_alone_is_called_the_final_while_somebody_sits_out() -> None:
    options: Options = {"table_size": 4, "smallest": 4, "largest": 4, "going_on": 3}
    first = TABLES.pair(field(5), [], options, 7)
    assert isinstance(first, Round)
    assert TABLES.rounds(field(5), options) == 2
    (stage_,) = TABLES.state(field(5), list(first.pairings), options, 7).stages
    assert [column.name.sentence for column in stage_.columns] == ["Semi-final", "Final"]


def test_a_field_that_fits_no_table_is_refused() -> None:
    with pytest.raises(ImpossibleTables, match="2 players cannot sit at tables of 3 to 5"):
        TABLES.pair(field(2), [], {}, 7)
