"""Brackets with forfeits by both, or results corrected afterwards: players in it, players out, the winner."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from league.competition.format import Answer, Bye, Entry, Finished, How, Leg, Pairing, Round, seats_in_leg
from league.competition.formats import format_named
from league.competition.stages import Knockout, Reached
from tests.league.competition.formats.test_contract import by_luck
from tests.league.competition.simulation import Options, decide, field


def knockout(slug: str) -> Knockout:
    chosen = format_named(slug)
    assert isinstance(chosen, Knockout)
    return chosen


SINGLE, DOUBLE = knockout("single-elimination"), knockout("double-elimination")
SHARED: Options = {"third": "shared"}
Rule = Callable[[Pairing], Pairing]


def with_places(pairing: Pairing, places: Sequence[int], how: How = How.PLAYED) -> Pairing:
    legs = [Leg(one, seats_in_leg(pairing.seats, one), tuple(places), how=how) for one in range(1, pairing.legs + 1)]
    return replace(pairing, results=tuple(legs), decided=True)


def won_by(pairing: Pairing, winner: int) -> Pairing:
    return with_places(pairing, [1 if seat == winner else 2 for seat in pairing.seats])


def nobody_came(pairing: Pairing) -> Pairing:
    return with_places(pairing, [2] * len(pairing.seats), How.FORFEIT)


def level(pairing: Pairing) -> Pairing:
    return with_places(pairing, [1] * len(pairing.seats))


def from_below(pairing: Pairing) -> Pairing:
    return won_by(pairing, max(pairing.seats))


def from_above(pairing: Pairing) -> Pairing:
    return won_by(pairing, min(pairing.seats))


def by_rules(rules: Mapping[str, Rule], pairing: Pairing) -> Pairing:
    return pairing if pairing.decided else rules.get(pairing.slot, decide)(pairing)


def played_to(
    format_: Knockout, size: int, rules: Mapping[str, Rule], last: str = "", options: Options | None = None
) -> list[Pairing]:
    """An event in which the better seed wins, but for these matches; up to the round with the match `last`, open."""
    pairings: list[Pairing] = []
    while isinstance(answer := format_.pair(field(size), pairings, options or {}, 7), Round):
        if last in {pairing.slot for pairing in answer.pairings}:
            return [*pairings, *answer.pairings]
        pairings += [by_rules(rules, pairing) for pairing in answer.pairings]
    return pairings


def corrected(pairings: Sequence[Pairing], slot: str, rule: Rule) -> list[Pairing]:
    return [rule(one) if one.slot == slot else one for one in pairings]


def asked(format_: Knockout, size: int, pairings: Sequence[Pairing], options: Options | None = None) -> Answer:
    return format_.pair(field(size), pairings, options or {}, 7)


def reached(
    format_: Knockout, size: int, pairings: Sequence[Pairing], options: Options | None = None
) -> Mapping[int, Reached]:
    return format_.state(field(size), pairings, options or {}, 7).reached


def outdated(
    format_: Knockout, size: int, pairings: Sequence[Pairing], options: Options | None = None
) -> dict[str, set[int]]:
    found = format_.state(field(size), pairings, options or {}, 7).outdated
    return {pairing.slot: set(seats) for pairing, seats in found}


def still_in(there: Mapping[int, Reached]) -> set[int]:
    return {one for one, how in there.items() if how.is_in}


# --- both players miss the second match of the grand final ---------------------------------------------------------
def test_where_nobody_comes_to_the_second_match_the_first_one_stands() -> None:
    pairings = played_to(DOUBLE, 4, {"F.1": from_below, "R.1": nobody_came})
    assert pairings[-1].slot == "R.1"
    there = reached(DOUBLE, 4, pairings)
    assert [there[one].order for one in (2, 1)] == [(0,), (1,)]
    assert not still_in(there)


def test_where_both_have_left_before_it_the_first_one_stands_too() -> None:
    pairings = played_to(DOUBLE, 4, {"F.1": from_below}, last="R.1")[:-1]
    gone = [Entry(one, left=1 + pairings[-1].round if one < 3 else None) for one in range(1, 5)]
    assert isinstance(DOUBLE.pair(gone, pairings, {}, 7), Finished)
    there = DOUBLE.state(gone, pairings, {}, 7).reached
    assert [there[one].order for one in (2, 1)] == [(0,), (1,)]
    assert not still_in(there)


# --- the grand final is corrected ----------------------------------------------------------------------------------
def test_a_grand_final_corrected_to_below_brings_the_second_match() -> None:
    pairings = corrected(played_to(DOUBLE, 4, {}), "F.1", from_below)
    answer = asked(DOUBLE, 4, pairings)
    assert isinstance(answer, Round)
    assert [pairing.slot for pairing in answer.pairings] == ["R.1"]


def test_a_grand_final_corrected_to_above_needs_no_second_match() -> None:
    pairings = corrected(played_to(DOUBLE, 4, {"F.1": from_below}, last="R.1"), "F.1", from_above)
    assert outdated(DOUBLE, 4, pairings) == {"R.1": set()}
    there = reached(DOUBLE, 4, pairings)
    assert [there[one].order for one in (1, 2)] == [(0,), (1,)]
    assert isinstance(asked(DOUBLE, 4, pairings[:-1]), Finished)


@pytest.mark.parametrize("rule", [from_below, from_above, level, nobody_came])
def test_what_was_played_of_a_second_match_that_is_not_needed_decides_nothing(rule: Rule) -> None:
    pairings = corrected(played_to(DOUBLE, 4, {"F.1": from_below, "R.1": rule}), "F.1", from_above)
    there = reached(DOUBLE, 4, pairings)
    assert [there[one].order for one in (1, 2)] == [(0,), (1,)]
    assert not still_in(there)
    assert isinstance(asked(DOUBLE, 4, pairings), Finished)


# --- more or fewer come to a match ---------------------------------------------------------------------------------
def test_who_has_won_after_all_comes_to_the_match_in_which_the_other_was_free() -> None:
    pairings = corrected(played_to(SINGLE, 4, {"W1.1": nobody_came}, options=SHARED), "W1.1", from_above)
    assert pairings[-1].bye is Bye.REST
    assert outdated(SINGLE, 4, pairings, SHARED) == {"W2.1": {1, 2}}


def test_who_won_a_match_whose_next_was_made_without_them_is_out() -> None:
    pairings = corrected(played_to(SINGLE, 4, {"W1.1": nobody_came}, options=SHARED), "W1.1", from_above)
    there = reached(SINGLE, 4, pairings, SHARED)
    assert not still_in(there)
    assert [one for one, how in there.items() if how.order == (0,)] == [2]
    assert there[1].order == there[3].order


def test_who_did_not_come_after_all_leaves_the_other_free() -> None:
    pairings = corrected(played_to(SINGLE, 4, {}, last="W2.1", options=SHARED), "W1.1", nobody_came)
    assert outdated(SINGLE, 4, pairings, SHARED) == {"W2.1": {2}}


def test_a_match_to_which_nobody_comes_any_more_is_told() -> None:
    pairings = played_to(SINGLE, 8, {}, last="W2.1", options=SHARED)
    pairings = corrected(corrected(pairings, "W1.1", nobody_came), "W1.2", nobody_came)
    assert outdated(SINGLE, 8, pairings, SHARED) == {"W2.1": set()}


def test_a_free_round_of_somebody_who_did_not_come_counts_no_more() -> None:
    pairings = played_to(SINGLE, 4, {"W1.1": nobody_came}, options=SHARED)
    pairings = corrected(pairings, "W1.2", nobody_came)
    there = reached(SINGLE, 4, pairings, SHARED)
    assert len({how.order for how in there.values()}) == 1
    assert not still_in(there)


# --- corrected to level --------------------------------------------------------------------------------------------
def test_a_match_corrected_to_level_is_not_played_again_once_the_next_is_made() -> None:
    pairings = corrected(played_to(SINGLE, 4, {}, options=SHARED), "W1.1", level)
    assert isinstance(asked(SINGLE, 4, pairings, SHARED), Finished)
    assert not still_in(reached(SINGLE, 4, pairings, SHARED))


@pytest.mark.parametrize("format_", [SINGLE, DOUBLE])
def test_whoever_has_gone_on_stays_where_a_match_is_corrected_to_level(format_: Knockout) -> None:
    pairings = corrected(played_to(format_, 4, {"W1.1": from_below}, last="W2.1"), "W1.1", level)
    assert outdated(format_, 4, pairings) == {}


def test_so_does_the_second_match_where_the_grand_final_is_corrected_to_level() -> None:
    pairings = corrected(played_to(DOUBLE, 4, {"F.1": from_below}, last="R.1"), "F.1", level)
    assert outdated(DOUBLE, 4, pairings) == {}
    pairings = corrected(pairings, "R.1", from_below)
    assert isinstance(asked(DOUBLE, 4, pairings), Finished)
    assert reached(DOUBLE, 4, pairings)[2].order == (0,)


def test_before_the_next_match_is_made_it_is_played_again() -> None:
    pairings = corrected(played_to(SINGLE, 4, {}, last="W2.1")[:2], "W1.1", level)
    answer = asked(SINGLE, 4, pairings)
    assert isinstance(answer, Round)
    assert {pairing.slot for pairing in answer.pairings} == {"W1.1"}


# --- whatever is corrected -----------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("format_", [SINGLE, DOUBLE], ids=["single", "double"])
def test_whatever_is_corrected_it_comes_to_an_end_with_everybody_out_of_it(format_: Knockout, seed: int) -> None:
    """As bot tournaments do it: no pairing that exists is changed, only later ones are made."""
    chance, pairings = Random(seed), list[Pairing]()
    size = chance.randrange(3, 10)
    while isinstance(answer := asked(format_, size, pairings), Round):
        pairings += [by_luck(one, chance) for one in answer.pairings]
        at = chance.randrange(len(pairings))
        if pairings[at].bye is None:
            pairings[at] = by_luck(replace(pairings[at], results=(), decided=False), chance)
        assert answer.number < 40
    there = reached(format_, size, pairings)
    assert not still_in(there)
    assert [how.order for how in there.values()].count((0,)) <= 1
    assert format_.state(field(size), pairings, {}, 7).stages
