"""Brackets in which nobody came, or a result was corrected afterwards: who is in it, who is out, who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from league.rules.formats import format_named
from league.rules.formats.format import Answer, Entry, Finished, How, Leg, Pairing, Round
from league.rules.seating import seats_in_leg
from league.rules.stages import Knockout, Reached
from tests.league.rules.formats.test_contract import by_luck
from tests.league.rules.simulation import Options, decide, field


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
    return format_.reached(field(size), pairings, options or {}, 7)


def outdated(
    format_: Knockout, size: int, pairings: Sequence[Pairing], options: Options | None = None
) -> dict[str, set[int]]:
    found = format_.outdated(field(size), pairings, options or {}, 7)
    return {pairing.slot: set(seats) for pairing, seats in found}


def still_in(there: Mapping[int, Reached]) -> set[int]:
    return {one for one, how in there.items() if how.is_in}


# --- nobody comes to the second match of the grand final -----------------------------------------------------------
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
    there = DOUBLE.reached(gone, pairings, {}, 7)
    assert [there[one].order for one in (2, 1)] == [(0,), (1,)]
    assert not still_in(there)


@pytest.mark.parametrize("luck", range(0, 600, 3))
def test_a_double_elimination_ends_with_everybody_out_but_one(luck: int) -> None:
    chance, pairings = Random(luck), list[Pairing]()
    size = chance.randrange(3, 14)
    while isinstance(answer := asked(DOUBLE, size, pairings), Round):
        pairings += [by_luck(one, chance) for one in answer.pairings]
    assert isinstance(answer, Finished)
    there = reached(DOUBLE, size, pairings)
    assert not still_in(there)
    assert [how.order for how in there.values()].count((0,)) <= 1
