"""Weng-Lin on Elo's scale."""

from __future__ import annotations

from math import sqrt

import pytest

from league.competition.ratings.curve import ONE
from league.competition.ratings.elo import START
from league.competition.ratings.system import MILLI, RatedResult
from league.competition.ratings.weng_lin import BETA, INTERVAL, START_SIGMA, START_UNCERTAINTY, WENG_LIN, Player, Pool
from tests.benchmarks.intervals import coverage, widths

GOLDEN_LEDGER = [
    ((1, 2), (1, 2)),
    ((3, 4, 5), (1, 1, 3)),
    ((1, 3, 2, 5), (2, 1, 4, 3)),
    ((5, 4, 3, 2, 1), (1, 2, 2, 4, 5)),
    ((2, 4), (1, 1)),
]
GOLDEN = {1: (1300568, 376080), 2: (1235896, 374798), 3: (1712793, 373475), 4: (1579295, 384951), 5: (1648725, 371232)}


def settled(**ratings: int) -> Pool:
    """Players p1, p2, ... with a rating in points of which little is left to learn."""
    return Pool({int(name[1:]): Player(points * MILLI, 20 * MILLI, 500) for name, points in ratings.items()})


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    state = Pool({1: Player(1_900_000, 0, 50), 2: Player(1_500_000, 0, 50)})
    (term,) = WENG_LIN.explain(state, RatedResult((1, 2), (1, 2)))[0].terms
    assert term.expected / (ONE - term.expected) == pytest.approx(10, rel=0.002)  # what grows of tau takes the rest


# Openskill's own test of its Bradley-Terry model with full pairs and no tau: of two newcomers at 25 with a sigma of
# 25/3 the winner comes to 27.63523138 and the loser to 22.36476862, both with a sigma of 8.06550632.
def test_the_published_figures_of_openskill_come_out() -> None:
    winner, loser = WENG_LIN.apply(WENG_LIN.start(), RatedResult((1, 2), (1, 2)))
    unit = START_SIGMA / (25 / 3)
    assert (winner.after - START) / MILLI == pytest.approx(2.63523138 * unit, rel=0.001)
    assert winner.after - START == START - loser.after
    assert winner.model_uncertainty == loser.model_uncertainty == pytest.approx(8.06550632 * unit * INTERVAL, rel=0.001)


def test_two_newcomers_by_hand() -> None:
    # sigma² + tau² = (4 + 1/2500) beta², so c² = (10 + 2/2500) beta² and K = (4 + 1/2500) / c beta².
    k = (4 + 1 / 2500) / sqrt(10 + 2 / 2500) * BETA
    winner, _ = WENG_LIN.apply(WENG_LIN.start(), RatedResult((1, 2), (1, 2)))
    assert winner.after == START + round(k / 2 * MILLI)


def test_the_less_is_known_the_more_a_result_moves() -> None:
    state = settled(p1=1500, p2=1500)
    state.players[2] = Player(START, 300 * MILLI, 5)
    known, unknown = WENG_LIN.apply(state, RatedResult((1, 2), (1, 2)))
    assert known.after - known.before < 10 * MILLI < 50 * MILLI < unknown.before - unknown.after


def test_a_shared_place_is_a_draw_and_narrows_all_the_same() -> None:
    steps = WENG_LIN.apply(WENG_LIN.start(), RatedResult((1, 2, 3), (1, 1, 1)))
    assert {step.after for step in steps} == {START}
    assert all(step.uncertainty < WENG_LIN.rating(WENG_LIN.start(), 9).uncertainty for step in steps)
    assert all(step.model_uncertainty < START_UNCERTAINTY for step in steps)


def test_nobody_who_plays_on_freezes() -> None:
    state = WENG_LIN.start()
    for _ in range(3_000):
        WENG_LIN.apply(state, RatedResult((1, 2), (1, 2)))
        WENG_LIN.apply(state, RatedResult((1, 2), (2, 1)))
    uncertainty = WENG_LIN.rating(state, 1).model_uncertainty
    winner, _ = WENG_LIN.apply(state, RatedResult((1, 2), (1, 2)))
    assert winner.after - winner.before > MILLI
    assert uncertainty > 30 * MILLI


def test_a_step_is_all_there_is_to_know_for_the_next_rating() -> None:
    state = WENG_LIN.start()
    for places in [(1, 2, 3), (2, 1, 2), (3, 1, 1)]:
        steps = WENG_LIN.apply(state, RatedResult((4, 5, 6), places))
    known = {step.player: (step.after, step.model_uncertainty, step.results) for step in steps}
    assert known == {player: one[:3] for player, one in state.players.items()}


@pytest.mark.long
@pytest.mark.parametrize("spread", [75, 300])
@pytest.mark.parametrize("seats", [2, 5])
def test_intervals_hold_the_true_strength_in_95_of_100(seats: int, spread: int) -> None:
    """The benchmark of all cells: `python -m tests.benchmarks.intervals`. The margin is two standard errors."""
    for share in coverage("weng-lin", players=12, seats=seats, spread=spread, pools=40, seed=3):
        assert not share.is_proved_outside, share


def test_intervals_are_not_too_wide_after_five_tables_in_a_wide_field() -> None:
    (share,) = coverage("weng-lin", players=24, seats=4, spread=300, pools=40, seed=3, tables=[5])
    assert not share.is_outside, share


def test_a_wider_field_has_wider_intervals() -> None:
    """Not after 10 and 20 tables: there chance moves ratings of a narrow field further than those of a wide one."""
    narrow, wide = (widths("weng-lin", 12, 2, spread, pools=5, seed=1) for spread in (75, 300))
    assert narrow[0] < wide[0]
    assert narrow[-1] < wide[-1]


def test_the_interval_shown_moves_no_rating() -> None:
    state, other = settled(p1=1500, p2=1600), settled(p1=1500, p2=1600)
    other.players[1] = other.players[1]._replace(variance=1, exposure=9, reach=9, noise=9)
    result = RatedResult((1, 2), (1, 2))
    moved = [[(step.after, step.model_uncertainty) for step in WENG_LIN.apply(pool, result)] for pool in (state, other)]
    assert moved[0] == moved[1]


# Ratings of the version without a separate interval: mu and 1.96 sigma in thousandths.
def test_ratings_are_those_of_openskill_to_the_last_digit() -> None:
    state = WENG_LIN.start()
    for players, places in GOLDEN_LEDGER:
        WENG_LIN.apply(state, RatedResult(players, places))
    stood = {player: (one.rating, one.model_uncertainty) for player, one in state.players.items()}
    assert stood == GOLDEN
