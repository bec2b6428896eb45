"""The table Swiss: tables, seats, players without a table, and the reasons."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.byes import REQUESTED
from league.competition.errors import ImpossibleTables
from league.competition.format import UNCONDITIONAL, Bye, Conditions, Entry, Finished, Forbidden, Pairing, Round
from league.competition.formats import format_named
from league.competition.pairing_reasons import (
    AGAIN,
    AVOIDED,
    BETWEEN,
    FLOATS_DOWN,
    FLOATS_UP,
    LEVEL,
    NO_TABLE,
    SEATS_GO_ROUND,
)
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.table_numbers import GIVES_WAY, STAYS
from tests.league.competition.simulation import Options, decide, field, play_out, seat_counts
from tests.league.competition.swiss_events import MISSED, fewest_repeats, played

SWISS = format_named("table-swiss")
FOURS = {"table_size": 4, "smallest": 4, "largest": 4}


def drawn(
    entries: list[Entry],
    before: list[Pairing],
    options: Options | None = None,
    conditions: Conditions = UNCONDITIONAL,
    seed: int = 1,
) -> tuple[Pairing, ...]:
    answer = SWISS.pair(entries, before, options or {}, seed, conditions)
    assert isinstance(answer, Round)
    return answer.pairings


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "size", "limits"),
    [(6, 2, (2, 2)), (9, 2, (2, 3)), (9, 3, (3, 3)), (8, 4, (3, 5)), (10, 4, (3, 5)), (11, 4, (3, 5)), (10, 5, (3, 5))],
)
def test_nobody_meets_again_more_often_than_must_be_and_once(players: int, size: int, limits: tuple[int, int]) -> None:
    for seed in range(2):
        event = played(players, size, 5, seed, smallest=limits[0], largest=limits[1])
        for number, again, tables, met in event.repeats():
            assert again <= fewest_repeats(tables, met) + (number > 1), number


@pytest.mark.long
def test_seats_are_even_in_events_of_many_sizes() -> None:
    rng = Random(7)
    for seed in range(40):
        size = rng.choice([2, 3, 4, 5])
        players, rounds = size * rng.randrange(6, 14), rng.randrange(3, 8)
        event = played(players, size, rounds, seed, smallest=size, largest=size)
        assert event.seat_spread <= 1, (players, size, rounds, seed)


@pytest.mark.long
@given(
    players=st.integers(6, 30),
    table=st.sampled_from([(2, 2, 2), (2, 2, 3), (3, 3, 3), (3, 2, 4), (4, 4, 4), (4, 3, 5), (5, 5, 5)]),
    rounds=st.integers(3, 6),
)
@settings(max_examples=12, derandomize=True)
def test_seats_are_even_unless_the_field_prevents_it(players: int, table: tuple[int, int, int], rounds: int) -> None:
    size, smallest, largest = table
    event = played(players, size, rounds, 1, smallest=smallest, largest=largest)
    assert not [number for number, what in event.uneven() if what == MISSED]


@pytest.mark.long
def test_nobody_meets_again_in_a_field_that_is_large_enough() -> None:
    for players, size in [(40, 4), (60, 3), (75, 5), (50, 2)]:
        event = played(players, size, 5, 3, smallest=size, largest=size)
        assert sum(again for _, again, _, _ in event.repeats()) == 0


def test_points_sit_together_where_nothing_stands_against_it() -> None:
    pairings = play_out(SWISS, field(120), {**FOURS, "rounds": 4})
    before = [pairing for pairing in pairings if pairing.round < 4]
    points = totals_of(field(120), before, scoring_named("share"))
    at_tables = [[points[seat] for seat in p.seats] for p in pairings if p.round == 4]
    gaps = [max(own) - min(own) for own in at_tables]
    assert sorted(gaps)[len(gaps) // 2] <= 720 // 3
    assert max(gaps) <= 720


def test_the_event_s_own_scoring_makes_the_groups() -> None:
    before = [decide(pairing) for pairing in drawn(field(16), [], FOURS)]
    ways = {rule: drawn(field(16), before, FOURS, Conditions(scoring=rule)) for rule in ("share", "four-two-one")}
    told = {rule: " ".join(r.sentence for p in pairings for r in p.reasons) for rule, pairings in ways.items()}
    assert " to 4." in told["four-two-one"] or " 4 each." in told["four-two-one"]
    assert "⅔" in told["share"]
    assert "⅔" not in told["four-two-one"]


def test_the_first_round_by_the_list_has_every_part_of_it_at_every_table() -> None:
    tables = [sorted(pairing.seats) for pairing in drawn(field(12), [], {"order": "list"})]
    assert tables == [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]]


def test_who_is_left_without_a_table_had_the_fewest_points_and_is_so_once() -> None:
    pairings = play_out(SWISS, field(13), {**FOURS, "rounds": 5})
    byes = [pairing for pairing in pairings if pairing.bye]
    assert {pairing.bye for pairing in byes} == {Bye.FULL}
    assert len({pairing.seats for pairing in byes}) == 5
    for bye in byes[1:]:
        points = totals_of(field(13), [p for p in pairings if p.round < bye.round], scoring_named("share"))
        free = {one.seats[0] for one in byes if one.round < bye.round}
        assert points[bye.seats[0]] == min(own for one, own in points.items() if one not in free)


def test_what_a_round_without_a_table_is_paid_is_an_option() -> None:
    (bye,) = (pairing for pairing in drawn(field(5), [], {**FOURS, "bye": "half"}) if pairing.bye)
    assert bye.bye is Bye.HALF


def test_no_table_is_below_the_smallest() -> None:
    assert Counter(len(pairing.seats) for pairing in drawn(field(11), [])) == {4: 2, 3: 1}
    assert Counter(len(pairing.seats) for pairing in drawn(field(5), [])) == {5: 1}
    with pytest.raises(ImpossibleTables, match="7 players cannot sit at tables of 5 to 3"):
        drawn(field(7), [], {"smallest": 5, "largest": 3})


@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (16, 3), (17, 4), (64, 4), (120, 5), (300, 6)])
def test_it_proposes_a_sensible_number_of_rounds(players: int, rounds: int) -> None:
    assert SWISS.rounds(field(players), {}) == rounds


def test_requested_byes_are_given_and_their_round_is_not_drawn() -> None:
    entries = [*field(8), Entry(9, byes=((1, Bye.HALF), (2, Bye.ZERO)))]
    first = drawn(entries, [], FOURS)
    assert [pairing.bye for pairing in first if pairing.seats == (9,)] == [Bye.HALF]
    assert first[-1].reasons[0].template == REQUESTED
    pairings = play_out(SWISS, entries, {**FOURS, "rounds": 4})
    assert [pairing.bye for pairing in pairings if pairing.round == 2 and 9 in pairing.seats] == [Bye.ZERO]
    assert not any(pairing.bye and 9 in pairing.seats for pairing in pairings if pairing.round == 3)


def test_all_may_ask_for_a_bye() -> None:
    entries = [Entry(number, byes=((1, Bye.ZERO),)) for number in range(1, 5)] + [Entry(5)]
    first = drawn(entries, [])
    assert [pairing.bye for pairing in first] == [Bye.FULL, *[Bye.ZERO] * 4]
    assert first[0].reasons[0].template == NO_TABLE


def test_a_forbidden_pair_that_cannot_be_kept_is_told() -> None:
    (only,) = drawn(field(4), [], conditions=Conditions(forbidden=(Forbidden(1, 2),)))
    assert any(reason.template == AVOIDED for reason in only.reasons)


def test_fixed_tables_are_kept_and_their_owners_kept_apart() -> None:
    entries = [Entry(1, fixed_table=3), Entry(2, fixed_table=9), *field(10, 3)]
    pairings = play_out(SWISS, entries, {**FOURS, "rounds": 3})
    for number in (1, 2, 3):
        at = {seat: p.table for p in pairings if p.round == number for seat in p.seats}
        assert (at[1], at[2]) == (3, 9)
        assert set(at.values()) == {1, 3, 9}


def test_where_two_with_fixed_tables_meet_the_first_in_the_list_keeps_theirs() -> None:
    (only,) = drawn([*field(2), Entry(3, fixed_table=5), Entry(4, fixed_table=2)], [])
    assert only.table == 5
    told = {reason.template: dict(reason.facts)["number"] for reason in only.reasons if "number" in dict(reason.facts)}
    assert told == {STAYS: 5, GIVES_WAY: 2}


def test_legs_that_fill_a_round_of_the_table_need_no_balance() -> None:
    pairings = play_out(SWISS, field(8), {**FOURS, "rounds": 3, "legs": 4})
    assert any(reason.template == SEATS_GO_ROUND for pairing in pairings for reason in pairing.reasons)


def test_two_legs_count_both_seats() -> None:
    pairings = play_out(SWISS, field(24), {**FOURS, "rounds": 2, "legs": 2})
    counts = seat_counts([Pairing(p.round, p.table, leg.seats) for p in pairings for leg in p.results], 4)
    assert all(max(own.values()) == 1 for own in counts.values())


def test_every_table_says_what_brought_it_together() -> None:
    before = [decide(pairing) for pairing in drawn(field(9), [])]
    told = [{reason.template for reason in pairing.reasons} for pairing in drawn(field(9), before)]
    assert all(templates & {LEVEL, BETWEEN} for templates in told)
    assert any(AGAIN in templates for templates in told)
    assert any(templates & {FLOATS_DOWN, FLOATS_UP} for templates in told)


@pytest.mark.long
@given(
    size=st.integers(2, 60),
    table=st.sampled_from([2, 3, 4, 5]),
    limits=st.sampled_from([(2, 2), (2, 3), (3, 3), (3, 5), (4, 4), (2, 5), (5, 5)]),
    moving=st.lists(st.tuples(st.integers(1, 4), st.none() | st.integers(1, 3)), max_size=5),
    byes=st.lists(st.tuples(st.integers(1, 4), st.sampled_from([Bye.HALF, Bye.ZERO])), max_size=4),
    apart=st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), max_size=3),
)
@settings(max_examples=50, derandomize=True)
def test_every_round_of_any_field_is_a_round(
    size: int,
    table: int,
    limits: tuple[int, int],
    moving: list[tuple[int, int | None]],
    byes: list[tuple[int, Bye]],
    apart: list[tuple[int, int]],
) -> None:
    smallest, largest = limits
    options = {"table_size": table, "smallest": smallest, "largest": largest, "rounds": 4}
    stay = [Entry(number, byes=(byes[number - 1],) if number <= len(byes) else ()) for number in range(1, size + 1)]
    come = [Entry(100 + i, at, None if left is None else at + left) for i, (at, left) in enumerate(moving)]
    entries = [*stay, *come]
    conditions = Conditions(tuple(Forbidden(one, other) for one, other in apart if one != other))
    if size < smallest:
        return
    pairings: list[Pairing] = []
    while isinstance(answer := SWISS.pair(entries, pairings, options, 5, conditions), Round):
        here = sorted(entry.id for entry in entries if entry.plays_in(answer.number))
        assert sorted(seat for pairing in answer.pairings for seat in pairing.seats) == here
        assert [pairing.table for pairing in answer.pairings] == list(range(1, len(answer.pairings) + 1))
        for pairing in answer.pairings:
            asked = next(entry for entry in entries if entry.id == pairing.seats[0]).bye_in(answer.number)
            assert pairing.bye == asked if asked else pairing.bye or smallest <= len(pairing.seats) <= largest
            assert all(reason.sentence.endswith(".") for reason in pairing.reasons)
        pairings += [decide(pairing) for pairing in answer.pairings]
    assert isinstance(answer, Finished)
