"""Weng-Lin on Elo's scale."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from league.rules.ratings.curve import ONE
from league.rules.ratings.elo import PROVISIONAL_RESULTS, START
from league.rules.ratings.system import MILLI, RatedResult
from league.rules.ratings.weng_lin import BETA, INTERVAL, START_SIGMA, SYSTEM, Pool
from tests.league.rules.ratings.strengths import tables_of_known_strength


def settled(**ratings: int) -> Pool:
    """Players p1, p2, ... with a rating in points of which little is left to learn."""
    return {int(name[1:]): (points * MILLI, 20 * MILLI, 500) for name, points in ratings.items()}


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    state = {1: (1_900_000, 0, 50), 2: (1_500_000, 0, 50)}
    (term,) = SYSTEM.explain(state, RatedResult((1, 2), (1, 2)))[0].terms
    assert term.expected / (ONE - term.expected) == pytest.approx(10, rel=0.002)  # what grows of tau takes the rest


# Openskill's own test of its Bradley-Terry model with full pairs and no tau: of two newcomers at 25 with a sigma of
# 25/3 the winner comes to 27.63523138 and the loser to 22.36476862, both with a sigma of 8.06550632.
def test_the_published_figures_of_openskill_come_out() -> None:
    winner, loser = SYSTEM.apply(SYSTEM.start(), RatedResult((1, 2), (1, 2)))
    unit = START_SIGMA / (25 / 3)
    assert (winner.after - START) / MILLI == pytest.approx(2.63523138 * unit, rel=0.001)
    assert winner.after - START == START - loser.after
    assert winner.uncertainty == loser.uncertainty == pytest.approx(8.06550632 * unit * INTERVAL, rel=0.001)


def test_two_newcomers_by_hand() -> None:
    # sigma² + tau² = (4 + 1/2500) beta², so c² = (10 + 2/2500) beta² and K = (4 + 1/2500) / c beta².
    k = (4 + 1 / 2500) / sqrt(10 + 2 / 2500) * BETA
    winner, _ = SYSTEM.apply(SYSTEM.start(), RatedResult((1, 2), (1, 2)))
    assert winner.after == START + round(k / 2 * MILLI)


def test_the_less_is_known_the_more_a_result_moves() -> None:
    state = settled(p1=1500, p2=1500)
    state[2] = (START, 300 * MILLI, 5)
    known, unknown = SYSTEM.apply(state, RatedResult((1, 2), (1, 2)))
    assert known.after - known.before < 10 * MILLI < 50 * MILLI < unknown.before - unknown.after


def test_a_shared_place_is_a_draw_and_narrows_all_the_same() -> None:
    steps = SYSTEM.apply(SYSTEM.start(), RatedResult((1, 2, 3), (1, 1, 1)))
    assert {step.after for step in steps} == {START}
    assert all(step.uncertainty < SYSTEM.rating({}, 9).uncertainty for step in steps)


def test_nobody_who_plays_on_freezes() -> None:
    state = SYSTEM.start()
    for _ in range(3_000):
        SYSTEM.apply(state, RatedResult((1, 2), (1, 2)))
        SYSTEM.apply(state, RatedResult((1, 2), (2, 1)))
    uncertainty = SYSTEM.rating(state, 1).uncertainty
    winner, _ = SYSTEM.apply(state, RatedResult((1, 2), (1, 2)))
    assert winner.after - winner.before > MILLI
    assert uncertainty > 30 * MILLI


def test_a_step_is_all_there_is_to_know() -> None:
    state = SYSTEM.start()
    for places in [(1, 2, 3), (2, 1, 2), (3, 1, 1)]:
        steps = SYSTEM.apply(state, RatedResult((4, 5, 6), places))
    assert {step.player: (step.after, step.uncertainty, step.results) for step in steps} == state


def test_a_player_stops_being_provisional_at_the_stated_number() -> None:
    state: Pool = {1: (START, 90 * MILLI, PROVISIONAL_RESULTS - 1)}
    assert SYSTEM.rating(state, 1).provisional
    SYSTEM.apply(state, RatedResult((1, 2), (1, 2)))
    assert not SYSTEM.rating(state, 1).provisional


def test_bytes_of_something_else_are_refused() -> None:
    with pytest.raises(ValueError, match="fold the ledger from its start"):
        SYSTEM.load(b"elo1")


def test_at_tables_of_two_the_interval_holds_the_true_strength_about_nineteen_times_in_twenty() -> None:
    true, ledger = tables_of_known_strength(Random(3), players=40, tables=4_000, seats=2, spread=200)
    state = SYSTEM.start()
    for result in ledger:
        SYSTEM.apply(state, result)
    ratings = SYSTEM.ratings(state)
    mean = sum(rating.value for rating in ratings.values()) / len(ratings)
    held = [abs(rating.value - mean - true[player]) <= rating.uncertainty for player, rating in ratings.items()]
    assert 0.85 <= sum(held) / len(held) <= 1
