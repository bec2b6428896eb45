"""Single and double elimination: opponents, their order, and when each player is out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest

from league.competition.brackets.advancement import order_of
from league.competition.brackets.structure import double, order_of_seeds
from league.competition.format import Bye, Entry, Finished, How, Leg, Pairing, Round, seats_in_leg
from league.competition.formats import format_named
from league.competition.stages import Knockout
from tests.league.competition.simulation import Options, decide, field, play_out


def knockout(slug: str) -> Knockout:
    chosen = format_named(slug)
    assert isinstance(chosen, Knockout)
    return chosen


SINGLE, DOUBLE = knockout("single-elimination"), knockout("double-elimination")


def played(
    format_: Knockout, size: int, better: Callable[[int, Pairing], int], options: Options | None = None
) -> list[Pairing]:
    """A whole tournament in which the player with the smaller number from `better` wins the match."""
    pairings: list[Pairing] = []
    while isinstance(answer := format_.pair(field(size), pairings, options or {}, 7), Round):
        pairings += [decide(one, partial(_strength, better, one)) for one in answer.pairings]
    return pairings


def _strength(better: Callable[[int, Pairing], int], match: Pairing, entry: int) -> int:
    return better(entry, match)


def met_in(pairings: list[Pairing], slot: str) -> set[int]:
    return next(set(pairing.seats) for pairing in pairings if pairing.slot == slot)


def all_level(pairing: Pairing) -> Pairing:
    if pairing.decided:
        return pairing
    legs = [Leg(leg, seats_in_leg(pairing.seats, leg), (1, 1), (9, 9)) for leg in range(1, pairing.legs + 1)]
    return replace(pairing, results=tuple(legs), decided=True)


def test_a_player_without_a_seed_does_not_go_on_as_the_best_seed() -> None:
    tied = Pairing(round=1, table=1, seats=(5, 6), slot="W1.1")
    assert order_of(all_level(tied), {5: 2, 6: 1}) == ((6, 5), True)
    with pytest.raises(KeyError):
        order_of(all_level(tied), {5: 1})


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256])
def test_the_best_meet_as_late_as_can_be(size: int) -> None:
    order = order_of_seeds(size)
    assert sorted(order) == list(range(1, size + 1))
    assert order[0] == 1
    while size > 1:
        pairs = list(zip(order[::2], order[1::2], strict=True))
        assert all(one + other == size + 1 for one, other in pairs)
        order, size = tuple(min(pair) for pair in pairs), size // 2


@pytest.mark.parametrize("size", [5, 6, 11, 23])
def test_the_best_seeds_have_the_free_rounds(size: int) -> None:
    first = [pairing for pairing in play_out(SINGLE, field(size)) if pairing.round == 1]
    free = sorted(pairing.seats[0] for pairing in first if pairing.bye is Bye.REST)
    assert free == list(range(1, len(free) + 1))
    assert len(free) + 2 * (len(first) - len(free)) == size


def test_the_losers_of_the_semi_finals_play_for_third_place() -> None:
    pairings = play_out(SINGLE, field(8))
    assert met_in(pairings, "T.1") == {3, 4}
    assert [SINGLE.state(field(8), pairings, {}, 7).reached[one].order for one in (1, 2, 3, 4)] == [
        (0,),
        (1,),
        (2,),
        (3,),
    ]


def test_or_they_share_it() -> None:
    options = {"third": "shared"}
    pairings = play_out(SINGLE, field(8), options)
    reached = SINGLE.state(field(8), pairings, options, 7).reached
    assert reached[3].order == reached[4].order
    assert not any(pairing.slot == "T.1" for pairing in pairings)


def test_by_lot_the_order_of_the_list_does_not_count() -> None:
    drawn = [play_out(SINGLE, field(8), {"order": "lot"}, seed=seed)[:4] for seed in range(8)]
    assert len({tuple(frozenset(pairing.seats) for pairing in first) for first in drawn}) > 4


def test_several_games_count_together_and_points_decide_between_level_ones() -> None:
    first = SINGLE.pair(field(2), [], {"legs": 2}, 7)
    assert isinstance(first, Round)
    one, other = first.pairings[0].seats
    legs = (Leg(1, (one, other), (1, 2), (30, 10)), Leg(2, (other, one), (1, 2), (15, 14)))
    decided = [replace(first.pairings[0], results=legs, decided=True)]
    assert isinstance(SINGLE.pair(field(2), decided, {"legs": 2}, 7), Finished)
    assert SINGLE.state(field(2), decided, {"legs": 2}, 7).reached[one].order == (0,)


def test_a_level_match_is_played_again_three_times_and_then_the_better_seed_has_won() -> None:
    pairings: list[Pairing] = []
    while isinstance(answer := SINGLE.pair(field(2), pairings, {}, 7), Round):
        pairings += map(all_level, answer.pairings)
    assert [pairing.slot for pairing in pairings] == ["W1.1"] * 4
    assert "played again" in pairings[1].reasons[0].sentence
    assert SINGLE.state(field(2), pairings, {}, 7).reached[1].order == (0,)


def test_or_the_better_seed_has_won_at_once() -> None:
    answer = SINGLE.pair(field(4), [], {"ties": "seed"}, 7)
    assert isinstance(answer, Round)
    second = SINGLE.pair(field(4), [all_level(one) for one in answer.pairings], {"ties": "seed"}, 7)
    assert isinstance(second, Round)
    assert {1, 2} in [set(pairing.seats) for pairing in second.pairings]


def test_who_leaves_forfeits_the_next_match() -> None:
    entries = field(4)
    first = SINGLE.pair(entries, [], {}, 7)
    assert isinstance(first, Round)
    made = [decide(pairing) for pairing in first.pairings]
    entries[0] = Entry(1, left=2)
    second = SINGLE.pair(entries, made, {}, 7)
    assert isinstance(second, Round)
    final = next(pairing for pairing in second.pairings if pairing.slot == "W2.1")
    assert final.decided
    assert {leg.how for leg in final.results} == {How.FORFEIT}
    made += [decide(pairing) for pairing in second.pairings]
    assert SINGLE.state(entries, made, {}, 7).reached[2].order == (0,)


def test_who_loses_once_plays_on_below() -> None:
    pairings = play_out(DOUBLE, field(8))
    lost = {one: sum(one in p.seats and p.bye is None and min(p.seats) != one for p in pairings) for one in range(2, 9)}
    assert set(lost.values()) == {2}


def test_from_below_the_grand_final_has_to_be_won_twice() -> None:
    def better(entry: int, match: Pairing) -> int:
        return -entry if match.slot[0] in "FR" else entry

    pairings = played(DOUBLE, 8, better)
    assert [pairing.slot for pairing in pairings[-2:]] == ["F.1", "R.1"]
    assert pairings[-1].seats == pairings[-2].seats[::-1]
    assert DOUBLE.state(field(8), pairings, {}, 7).reached[2].order == (0,)


@pytest.mark.parametrize(("options", "last", "winner"), [({}, "R.1", 1), ({"reset": "once"}, "F.1", 2)])
def test_the_second_match_decides_unless_it_is_only_one(options: dict[str, int | str], last: str, winner: int) -> None:
    pairings = played(DOUBLE, 8, lambda entry, match: -entry if match.slot == "F.1" else entry, options)
    assert pairings[-1].slot == last
    assert DOUBLE.state(field(8), pairings, options, 7).reached[winner].order == (0,)


def earliest_second_meeting(size: int, rng: Random) -> int | None:
    """The round of the losers' side in which two met again, in a bracket played by lot."""
    order = {number: rng.sample(range(size), size) for number in range(1, 20)}
    pairings = played(DOUBLE, size, lambda entry, match: order[match.round][entry - 1])
    before: set[frozenset[int]] = set()
    again = []
    for pairing in pairings:
        two = frozenset(pairing.seats)
        if pairing.slot[0] == "L" and two in before:
            again.append(int(pairing.slot[1:].split(".")[0]))
        before |= {two}
    return min(again, default=None)


@pytest.mark.parametrize(("size", "first"), [(8, 3), (16, 4), (32, 5), (64, 7)])
def test_two_who_met_above_meet_again_below_only_near_its_end(size: int, first: int) -> None:
    rng = Random(5)
    found = [earliest_second_meeting(size, rng) for _ in range(256 // size)]
    assert all(number is None or number >= first for number in found)


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_no_other_crossing_keeps_them_apart_longer(depth: int) -> None:
    def levels(crossing: dict[int, int]) -> list[int]:
        return sorted(
            later + (crossing[later] ^ (crossing[earlier] >> (later - earlier))).bit_length()
            for later in range(2, depth + 1)
            for earlier in range(1, later)
        )

    own = {1: 0}
    for node in double(1 << depth, reset=True).nodes:
        if node.side == "L" and node.round % 2 == 0 and node.number == 1:
            own[node.round // 2 + 1] = int(str(node.sources[1][0]).split(".")[1]) - 1
    every = product(*(range(1 << (depth - number)) for number in range(2, depth + 1)))
    assert levels(own) == max(levels({1: 0, **dict(enumerate(codes, start=2))}) for codes in every)
