"""Every rule that a round made by hand breaks is named, at its table and with whom it concerns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from league.competition.format import UNCONDITIONAL, Bye, Conditions, Entry, Forbidden, How, Leg, Pairing, Round
from league.competition.formats import format_named
from league.competition.options import Options
from league.competition.points import POINT
from league.competition.violations import MISSING, Violation, violations_of
from tests.league.competition.simulation import decide, field, meetings, play_out

SWISS = format_named("table-swiss")


def round_of(number: int, *rows: Sequence[int], byes: Sequence[int] = ()) -> list[Pairing]:
    made = [Pairing(number, table, tuple(row)) for table, row in enumerate(rows, start=1)]
    after = enumerate(byes, start=len(made) + 1)
    return made + [Pairing(number, table, (one,), bye=Bye.FULL, decided=True) for table, one in after]


def named(
    drawn: Sequence[Pairing],
    entries: Sequence[Entry] = (),
    before: Sequence[Pairing] = (),
    conditions: Conditions = UNCONDITIONAL,
    sizes: tuple[int, int] = (3, 5),
) -> list[Violation]:
    played = [decide(pairing) for pairing in before]
    return list(violations_of(drawn, entries or field(8), played, conditions, sizes))


FIRST = round_of(1, (1, 2, 3, 4), (5, 6, 7, 8))


def test_a_round_without_fault_breaks_nothing() -> None:
    assert named(FIRST) == []
    assert named([]) == []


def test_who_is_missing_and_who_sits_twice_is_named_first() -> None:
    missing, twice = named(round_of(1, (1, 2, 3, 4), (4, 5, 6, 7)))
    assert (missing.kind, missing.entries, missing.table) == ("missing", (8,), 0)
    assert (twice.kind, twice.entries) == ("twice", (4,))
    assert missing.sentence == MISSING.format(players=8)


def test_who_does_not_play_or_asked_for_a_bye_should_not_sit() -> None:
    entries = [*field(6), Entry(7, left=1), Entry(8, byes=((1, Bye.HALF),))]
    assert [(one.kind, one.entries) for one in named(FIRST, entries)] == [("not-here", (7,)), ("bye-asked", (8,))]


def test_tables_have_their_sizes() -> None:
    small, large = named(round_of(1, (1, 2), (3, 4, 5, 6, 7, 8)))
    assert (small.kind, small.table, large.kind, large.table) == ("too-small", 1, "too-large", 2)
    assert dict(large.facts) == {"size": 6, "largest": 5}


def test_who_must_not_meet_is_named_only_while_it_holds() -> None:
    until_one = Conditions(forbidden=(Forbidden(2, 1, until=1), Forbidden(5, 1)))
    assert [(one.kind, one.entries) for one in named(FIRST, conditions=until_one)] == [("forbidden", (1, 2))]
    second = [replace(pairing, round=2) for pairing in FIRST]
    assert named(second, conditions=until_one) == []


def test_it_counts_how_often_two_have_met() -> None:
    second = round_of(2, (2, 1, 5, 6), (4, 3, 8, 7))
    again = [one for one in named(second, before=FIRST) if one.kind == "met-before"]
    assert [one.entries for one in again] == [(2, 1), (5, 6), (4, 3), (8, 7)]
    third = [replace(pairing, round=3) for pairing in FIRST]
    often = named(third, before=[*FIRST, *second])
    assert ("met-before", (1, 2), (("times", 2),)) in [(one.kind, one.entries, one.facts) for one in often]


def test_a_meeting_is_once_too_often_only_beyond_those_that_are_planned() -> None:
    second = round_of(2, (2, 1, 5, 6), (4, 3, 8, 7))
    third = [replace(pairing, round=3) for pairing in FIRST]
    twice = violations_of(
        third, field(8), [decide(one) for one in (*FIRST, *second)], UNCONDITIONAL, (3, 5), meetings=2
    )
    assert {one.entries for one in twice if one.kind == "met-before"} == {(1, 2), (3, 4), (5, 6), (7, 8)}
    assert all(
        one.kind != "met-before"
        for one in violations_of(second, field(8), [decide(one) for one in FIRST], UNCONDITIONAL, (3, 5), meetings=2)
    )


@pytest.mark.parametrize(
    ("slug", "options"),
    [("round-robin", {"cycles": 2}), ("table-round-robin", {"cycles": 2}), ("table-round-robin", {"rounds": 10})],
)
def test_what_a_round_robin_plans_breaks_no_rule(slug: str, options: Options) -> None:
    chosen = format_named(slug)
    players = field(4)
    pairings = play_out(chosen, players, options)
    often = chosen.meetings(players, options)
    for number in {pairing.round for pairing in pairings}:
        drawn = [pairing for pairing in pairings if pairing.round == number]
        before = [pairing for pairing in pairings if pairing.round < number]
        sizes = chosen.table_sizes(options)
        found = violations_of(drawn, players, before, UNCONDITIONAL, sizes, meetings=often, by_points=False)
        assert {one.kind for one in found} <= {"seat-again"}


def test_a_game_that_was_forfeited_is_no_meeting() -> None:
    leg = Leg(1, (1, 2, 3), (1, 2, 2), how=How.FORFEIT)
    walkover = [Pairing(1, 1, (1, 2, 3), results=(leg,), decided=True)]
    assert violations_of(round_of(2, (1, 2, 3)), field(3), walkover, UNCONDITIONAL, (3, 5)) == ()


def test_a_seat_had_more_often_than_another_is_named() -> None:
    second = round_of(2, (1, 5, 2, 6), (3, 7, 8, 4))
    seats = [(one.table, one.entries, one.facts) for one in named(second, before=FIRST) if one.kind == "seat-again"]
    assert seats == [
        (1, (1,), (("seat", 1), ("times", 1), ("fairer", 2), ("fewer", 0))),
        (2, (4,), (("seat", 4), ("times", 1), ("fairer", 1), ("fewer", 0))),
    ]


def test_a_second_bye_is_named_while_others_had_none() -> None:
    entries = field(5)
    before = round_of(1, (1, 2, 3, 4), byes=[5])
    again = [one for one in named(round_of(2, (1, 2, 3, 4), byes=[5]), entries, before) if one.kind == "bye-again"]
    assert [one.entries for one in again] == [(5,)]
    other = named(round_of(2, (1, 2, 3, 5), byes=[4]), entries, before)
    assert all(one.kind != "bye-again" for one in other)


def test_a_smaller_table_again_is_named_while_others_were_spared() -> None:
    before = round_of(1, (1, 2, 3, 4), (5, 6, 7))
    found = named(round_of(2, (1, 2, 3, 4), (5, 6, 7)), field(7), before)
    assert [one.entries for one in found if one.kind == "small-again"] == [(5,), (6,), (7,)]


def test_points_further_apart_than_they_must_be_are_named() -> None:
    before = FIRST  # 1 and 5 win, 4 and 8 come last
    mixed = named(round_of(2, (1, 8, 6, 7), (5, 2, 3, 4)), before=before)
    assert {one.table for one in mixed if one.kind == "scores-apart"} == {1, 2}
    assert any(dict(one.facts).get("points") == POINT for one in mixed)
    together = named(round_of(2, (1, 5, 2, 6), (3, 7, 4, 8)), before=before)
    assert all(one.kind != "scores-apart" for one in together)


def test_leaving_a_fixed_table_is_named() -> None:
    entries = [*field(7), Entry(8, fixed_table=1)]
    assert [(one.kind, one.table, one.entries) for one in named(FIRST, entries)] == [("fixed-table", 2, (8,))]
    first_in_list = [Entry(1, fixed_table=2), *field(6, 2), Entry(8, fixed_table=1)]
    met = round_of(1, (5, 6, 7, 4), (1, 2, 3, 8))
    assert named(met, first_in_list) == []


@pytest.mark.parametrize("size", [7, 12, 22, 41])
def test_what_the_draw_makes_breaks_no_rule_it_could_keep(size: int) -> None:
    pairings = play_out(SWISS, field(size), {"rounds": 4})
    for number in range(1, 5):
        drawn = [pairing for pairing in pairings if pairing.round == number]
        before = [pairing for pairing in pairings if pairing.round < number]
        found = violations_of(drawn, field(size), before, UNCONDITIONAL, (3, 5))
        allowed = {"scores-apart", "small-again", *(("met-before", "seat-again") if size < 25 else ())}
        assert {one.kind for one in found} <= allowed
        again = sum(meetings(before)[pair] * n for pair, n in meetings(drawn).items())
        assert sum(dict(one.facts)["times"] for one in found if one.kind == "met-before") == again


def test_a_drawn_round_is_measured_as_a_round() -> None:
    answer = SWISS.pair(field(9), [], {}, 1)
    assert isinstance(answer, Round)
    assert violations_of(answer.pairings, field(9), [], UNCONDITIONAL, (3, 5)) == ()
