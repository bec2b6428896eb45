"""Certain winners, players who are out, and what each needs: never too early."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.format import Entry, Leg, Pairing
from league.competition.points import POINT
from league.competition.prospects import Prospect, Standing, prospects
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named

SHARE = scoring_named("share")


def told(points: dict[int, int], tables: list[tuple[int, ...]]) -> dict[int, Prospect]:
    """With so many points before a last round of these tables."""
    last = [Pairing(9, at, seats) for at, seats in enumerate(tables, start=1)]
    playing = {one for seats in tables for one in seats}
    standing = Standing(
        {one: POINT * own for one, own in points.items()}, {one: POINT * (one in playing) for one in points}
    )
    return {one.entry: one for one in prospects(standing, last, SHARE)}


def test_who_is_more_than_a_win_ahead_has_won() -> None:
    found = told({1: 5, 2: 3, 3: 3, 4: 1}, [(1, 2), (3, 4)])
    assert found[1].is_certain
    assert all(found[one].is_out for one in (2, 3, 4))


def test_who_is_a_win_ahead_needs_a_draw_as_a_level_rival_may_win_the_tie() -> None:
    found = told({1: 5, 2: 4, 3: 2, 4: 1}, [(1, 3), (2, 4)])
    assert (found[1].needs, found[1].or_draw) == (1, True)
    assert found[2].rivals == (1,)
    assert found[3].is_out


def test_two_who_are_level_and_meet_both_need_to_win() -> None:
    found = told({1: 4, 2: 4, 3: 1, 4: 1}, [(1, 2), (3, 4)])
    assert [(found[one].needs, found[one].or_draw) for one in (1, 2)] == [(1, False)] * 2


def test_who_needs_the_others_to_fail_is_told_whom() -> None:
    found = told({1: 4, 2: 4, 3: 4, 4: 1}, [(1, 4), (2, 3)])
    assert found[1].rivals == (2, 3)


def test_at_a_table_of_four_a_place_may_be_enough() -> None:
    found = told({1: 5, 2: 4, 3: 2, 4: 2, 5: 3, 6: 1, 7: 1, 8: 1}, [(1, 3, 4, 6), (2, 5, 7, 8)])
    assert found[1].needs == 3  # a third of a point, and the next can only come to 5
    level_if_last = told({1: 6, 2: 5, 3: 2, 4: 2}, [(1, 3, 4, 2)])
    assert level_if_last[1].needs == 3


tables_of_last = st.sampled_from([[(1, 2), (3, 4)], [(1, 2, 3)], [(1, 2, 3, 4)], [(1, 2), (3,)]])


@settings(max_examples=120, derandomize=True)
@given(points=st.tuples(*[st.integers(0, 3)] * 4), tables=tables_of_last)
def test_prospects_hold_however_the_last_round_ends(points: tuple[int, ...], tables: list[tuple[int, ...]]) -> None:
    played = [seats for seats in tables if len(seats) > 1]
    totals = dict(enumerate(points, start=1))
    found = told(totals, played)
    for ends in product(*(every_end(seats) for seats in played)):
        last = [
            Pairing(9, at, seats, results=(Leg(1, seats, places),), decided=True)
            for at, (seats, places) in enumerate(zip(played, ends, strict=True), start=1)
        ]
        paid = totals_of([Entry(one) for one in totals], last, SHARE)
        final = {one: POINT * totals[one] + paid[one] for one in totals}
        came = {one: (places, at) for seats, places in zip(played, ends, strict=True) for at, one in enumerate(seats)}
        for one, prospect in found.items():
            rest = max(final[other] for other in final if other != one)
            if prospect.is_certain:
                assert final[one] > rest
            if prospect.is_out:
                assert final[one] < rest
            if prospect.needs and came_to(*came[one], prospect):
                assert final[one] > rest


def came_to(places: tuple[int, ...], at: int, prospect: Prospect) -> bool:
    """Whether it did what it needed."""
    is_alone = places.count(places[at]) == 1
    return places[at] <= prospect.needs and (is_alone or prospect.or_draw)


def every_end(seats: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every order of a table, and for two the draw."""
    orders = list(permutations(range(1, len(seats) + 1)))
    return [*orders, (1, 1)] if len(seats) == 2 else orders
