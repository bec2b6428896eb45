"""Groups, then a bracket: members of groups, who advances, and their opponents."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from league.competition.format import Entry, How, Pairing, Round
from league.competition.formats import format_named
from league.competition.stages import Knockout
from tests.league.competition.simulation import Options, decide, field, next_of, play_out

chosen = format_named("groups-knockout")
assert isinstance(chosen, Knockout)
GROUPS: Knockout = chosen


def groups(pairings: list[Pairing]) -> list[set[int]]:
    found: dict[str, set[int]] = {}
    for pairing in pairings:
        if pairing.slot.startswith("G"):
            found.setdefault(pairing.slot, set()).update(pairing.seats)
    return [found[slot] for slot in sorted(found)]


def first_matches(pairings: list[Pairing]) -> list[set[int]]:
    return [set(pairing.seats) for pairing in pairings if pairing.slot.startswith("W1.") and pairing.bye is None]


def in_the_bracket(pairings: list[Pairing]) -> set[int]:
    return {one for pairing in pairings if pairing.slot.startswith("W1.") for one in pairing.seats}


def test_the_best_are_shared_out_by_turns_there_and_back() -> None:
    assert groups(play_out(GROUPS, field(16))) == [{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}]


@pytest.mark.parametrize("size", [6, 9, 14, 22])
def test_everybody_meets_everybody_of_their_group_once(size: int) -> None:
    pairings = play_out(GROUPS, field(size))
    met = Counter(frozenset(p.seats) for p in pairings if p.slot.startswith("G") and p.bye is None)
    wanted = {frozenset(pair) for group in groups(pairings) for pair in combinations(group, 2)}
    assert met == dict.fromkeys(wanted, 1)


@pytest.mark.parametrize(
    ("size", "options", "in_bracket"),
    [(16, {}, 8), (12, {}, 8), (24, {}, 16), (20, {}, 10), (12, {"going_on": 1}, 4), (9, {"group_size": 3}, 8)],
)
def test_the_best_of_the_next_place_fill_a_large_bracket(size: int, options: Options, in_bracket: int) -> None:
    pairings = play_out(GROUPS, field(size), options)
    assert in_the_bracket(pairings) == set(range(1, in_bracket + 1))


def test_the_best_thirds_are_those_with_the_most_points_a_game_then_the_first_of_the_list() -> None:
    """Of groups {1, 6, 7, 12}, {2, 5, 8, 11}, {3, 4, 9, 10} the thirds are 7, 8 and 9, and 9 has drawn with 4."""
    pairings: list[Pairing] = []
    while isinstance(answer := next_of(GROUPS, field(12), pairings), Round):
        pairings += [
            decide(one, lambda entry: 4 if entry == 9 else entry) if set(one.seats) == {4, 9} else decide(one)
            for one in answer.pairings
        ]
    assert in_the_bracket(pairings) == {1, 2, 3, 4, 5, 6, 7, 9}


def test_a_third_of_a_smaller_group_is_measured_by_the_game() -> None:
    """Of groups {1, 6, 7}, {2, 5, 8, 11}, {3, 4, 9, 10} the third of the first has won none of two."""
    pairings = play_out(GROUPS, field(11))
    assert groups(pairings)[0] == {1, 6, 7}
    assert in_the_bracket(pairings) == {1, 2, 3, 4, 5, 6, 8, 9}


def by_forfeit(pairing: Pairing) -> Pairing:
    """The same result, without a game."""
    return replace(pairing, results=tuple(replace(leg, how=How.FORFEIT) for leg in pairing.results))


def test_a_forfeit_win_does_not_put_a_third_above_an_equal_one() -> None:
    """Of groups {1, 6, 7, 12}, {2, 5, 8, 11}, {3, 4, 9, 10} all thirds have won one game, and 9 has by forfeit."""
    pairings: list[Pairing] = []
    while isinstance(answer := next_of(GROUPS, field(12), pairings), Round):
        decided = [decide(one) for one in answer.pairings]
        pairings += [by_forfeit(one) if set(one.seats) == {9, 10} else one for one in decided]
    assert in_the_bracket(pairings) == set(range(1, 9))


def groups_played(size: int, rounds: int = 9) -> list[Pairing]:
    """So many rounds of the groups."""
    pairings: list[Pairing] = []
    while isinstance(answer := next_of(GROUPS, field(size), pairings), Round) and answer.number <= rounds:
        if answer.pairings[0].slot.startswith("W"):
            break
        pairings += [decide(one) for one in answer.pairings]
    return pairings


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_nobody_who_has_left_stands_above_others_of_the_group(rounds: int) -> None:
    pairings = groups_played(8, rounds)
    entries = [Entry(1, left=1 + rounds), *field(7, 2)]
    for table in GROUPS.state(entries, pairings, {}, 7).stages[0].groups:
        places = [line.place for line in table.lines]
        assert places == sorted(places)
        if any(line.entry == 1 for line in table.lines):
            assert (table.lines[-1].entry, places[-1]) == (1, 4)
            assert places[0] == 1
            assert (table.lines[-1].units == 0) is (rounds < 2)


def test_who_leaves_during_the_bracket_keeps_the_place_in_the_group() -> None:
    pairings = play_out(GROUPS, field(8))
    first = min(pairing.round for pairing in pairings if pairing.slot.startswith("W"))
    entries = [Entry(1, left=first + 1), *field(6, 2), Entry(8, left=first + 1)]
    tables = GROUPS.state(entries, pairings, {}, 7).stages[0].groups
    assert tables == GROUPS.state(field(8), pairings, {}, 7).stages[0].groups


def test_points_against_somebody_struck_out_of_a_group_do_not_count() -> None:
    pairings = groups_played(8, 1)
    entries = [*field(7), Entry(8, left=2)]
    met = next(pairing for pairing in pairings if 8 in pairing.seats)
    counted = GROUPS.state(entries, pairings, {}, 7).counted_pairings
    assert met in pairings
    assert all(8 not in pairing.seats for pairing in counted)
    assert len(counted) == len(pairings) - 1


@pytest.mark.parametrize("size", [8, 12, 16, 24, 32, 40, 64])
def test_nobody_meets_somebody_of_their_group_at_once(size: int) -> None:
    pairings = play_out(GROUPS, field(size))
    made = groups(pairings)
    assert not any(match <= group for match in first_matches(pairings) for group in made)


def test_the_two_of_a_group_can_meet_again_only_in_the_final() -> None:
    pairings = play_out(GROUPS, field(16))
    matches = first_matches(pairings)
    upper = matches[0] | matches[1]
    assert all(len(upper & group) == 1 for group in groups(pairings))


def test_the_bracket_waits_for_the_last_game_of_the_groups() -> None:
    pairings: list[Pairing] = []
    while isinstance(answer := next_of(GROUPS, field(8), pairings), Round):
        pairings += answer.pairings
    assert {pairing.slot[0] for pairing in pairings} == {"G"}
    assert not GROUPS.state(field(8), pairings, {}, 7).reached[1].order < (0,)
    played = [decide(pairing) for pairing in pairings]
    bracket = next_of(GROUPS, field(8), played)
    assert isinstance(bracket, Round)
    assert {pairing.slot[0] for pairing in bracket.pairings} == {"W"}


def test_who_leaves_after_the_groups_makes_room_for_the_next() -> None:
    pairings: list[Pairing] = []
    while isinstance(answer := next_of(GROUPS, field(8), pairings), Round):
        pairings += answer.pairings
    played = [decide(pairing) for pairing in pairings]
    entries = [Entry(1, left=1 + max(p.round for p in played)), *field(7, 2)]
    bracket = next_of(GROUPS, entries, played)
    assert isinstance(bracket, Round)
    there = {one for pairing in bracket.pairings for one in pairing.seats}
    assert 1 not in there
    assert len(there) == 4


def test_a_double_elimination_may_follow() -> None:
    pairings = play_out(GROUPS, field(16), {"then": "double"})
    assert {pairing.slot[0] for pairing in pairings} == set("GWLF")
    names = [stage.name.sentence for stage in GROUPS.state(field(16), pairings, {"then": "double"}, 7).stages]
    assert names == ["Groups", "Winners' bracket", "Losers' bracket", "Final"]


def marks(size: int, pairings: list[Pairing], options: Options) -> dict[int, bool | None]:
    """Who goes on for certain, or cannot any more."""
    told, *_bracket = GROUPS.state(field(size), pairings, options, 7).stages
    return {line.entry: line.goes_on for group in told.groups for line in group.lines}


def after_two_rounds(options: Options) -> list[Pairing]:
    pairings: list[Pairing] = []
    while isinstance(answer := next_of(GROUPS, field(8), pairings, options), Round) and answer.number < 3:
        pairings += [decide(one) for one in answer.pairings]
    return pairings


@pytest.mark.parametrize("options", [{}, {"going_on": 1}, {"going_on": 3}, {"legs": 2}], ids=str)
@pytest.mark.parametrize("size", [8, 11, 12])
@pytest.mark.parametrize("seed", range(6))
def test_who_is_said_to_go_on_does_and_who_is_said_to_be_out_does_not(seed: int, size: int, options: Options) -> None:
    chance, pairings, said = Random(seed), list[Pairing](), list[tuple[int, bool | None]]()
    while isinstance(answer := next_of(GROUPS, field(size), pairings, options), Round) and not in_the_bracket(pairings):
        pairings += [decide(one, lambda _entry: chance.randrange(2)) for one in answer.pairings]
        said += marks(size, pairings, options).items()
    assert all((one in in_the_bracket(pairings)) is goes_on for one, goes_on in said if goes_on is not None)


@pytest.mark.parametrize(("going_on", "entry", "goes_on"), [(3, 1, True), (1, 8, False)])
def test_who_cannot_be_caught_goes_on_and_who_cannot_catch_up_is_out(going_on: int, entry: int, goes_on: bool) -> None:
    assert marks(8, after_two_rounds({"going_on": going_on}), {"going_on": going_on})[entry] is goes_on


@pytest.mark.long
@pytest.mark.parametrize("then", ["single", "double"])
@pytest.mark.parametrize("going_on", [1, 2, 3, 4])
def test_as_many_rounds_are_played_as_were_announced(going_on: int, then: str) -> None:
    options: Options = {"going_on": going_on, "then": then}
    for size in (*range(2, 26), 33, 48):
        pairings = play_out(GROUPS, field(size), options)
        assert max(pairing.round for pairing in pairings) == GROUPS.rounds(field(size), options), f"of {size}"
        reached = GROUPS.state(field(size), pairings, options, 7).reached
        assert not any(how.is_in for how in reached.values())
        assert min(reached, key=lambda entry: reached[entry].order) == 1


def test_who_did_not_come_through_stands_by_the_place_in_the_group() -> None:
    pairings = play_out(GROUPS, field(16))
    reached = GROUPS.state(field(16), pairings, {}, 7).reached
    third = [one for one in reached if reached[one].words.sentence.startswith("Place 3 of group")]
    assert sorted(third) == [9, 10, 11, 12]
    assert {reached[one].words.sentence for one in third} == {f"Place 3 of group {letter}" for letter in "ABCD"}
    assert len({reached[one].order for one in third}) == 1
    (groups_told, *_bracket) = GROUPS.state(field(16), pairings, {}, 7).stages
    assert [(line.entry, line.goes_on) for line in groups_told.groups[0].lines] == [
        (1, True),
        (8, True),
        (9, False),
        (16, False),
    ]
