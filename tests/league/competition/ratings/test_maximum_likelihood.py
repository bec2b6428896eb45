"""The fit over a whole history: that it is the maximum, and that its intervals hold what they say."""

from __future__ import annotations

from itertools import permutations
from math import exp, log
from random import Random

import numpy as np
import pytest

from league.competition.ratings.elo import START
from league.competition.ratings.maximum_likelihood import (
    MAXIMUM_LIKELIHOOD,
    MOST_EXACT,
    nearly_variances,
    solved_in_rounds,
)
from league.competition.ratings.system import MILLI, RatedResult, Rating
from tests.benchmarks.intervals import coverage
from tests.league.competition.ratings.strengths import tables_of_known_strength

POINTS = 400 / log(10) * MILLI


def fitted(ledger: list[RatedResult]) -> dict[int, Rating]:
    tallies = MAXIMUM_LIKELIHOOD.start()
    MAXIMUM_LIKELIHOOD.count(tallies, ledger)
    return MAXIMUM_LIKELIHOOD.ratings(tallies)


def climbed(ledger: list[RatedResult]) -> dict[int, float]:
    """The same maximum by plain gradient ascent, pair by pair of every result, in thousandths of a point."""
    games = []
    for players, places in ledger:
        weight = 3 / (len(players) + 1)
        for one, two in permutations(range(len(players)), 2):
            score = 0.5 if places[one] == places[two] else float(places[one] < places[two])
            games.append((players[one], players[two], weight, score))
    height = {player: 0.0 for game in games for player in game[:2]}
    steepest = max(1 + sum(game[2] for game in games if game[0] == player) for player in height)
    for _ in range(3_000):
        slope = {player: 0.5 - 1 / (1 + exp(-own)) for player, own in height.items()}
        for one, two, weight, score in games:
            slope[one] += weight * (score - 1 / (1 + exp(height[two] - height[one])))
        height = {player: own + 2 * slope[player] / steepest for player, own in height.items()}
    mean = sum(height.values()) / len(height)
    return {player: START + POINTS * (own - mean) for player, own in height.items()}


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_it_is_where_a_slow_climb_ends(seats: int) -> None:
    _, ledger = tables_of_known_strength(Random(seats), players=7, tables=60, seats=seats, spread=150)
    slow, fast = climbed(ledger), fitted(ledger)
    assert all(abs(fast[player].value - value) < 100 for player, value in slow.items())  # a tenth of a point


def test_two_who_met_by_hand() -> None:
    # The first won 3 of 4, and each drew once with the average. With strengths x and -x the slope is
    # 3 - 4 / (1 + exp(-2x)) + 1/2 - 1 / (1 + exp(-x)), and nought at the maximum.
    ratings = fitted([RatedResult((1, 2), (1, 2))] * 3 + [RatedResult((1, 2), (2, 1))])
    x = (ratings[1].value - START) / POINTS
    assert 3 - 4 / (1 + exp(-2 * x)) + 0.5 - 1 / (1 + exp(-x)) == pytest.approx(0, abs=1e-5)
    assert ratings[2].value - START == START - ratings[1].value


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_intervals_hold_the_true_strength_nineteen_times_in_twenty(seats: int) -> None:
    held = looked = 0
    for seed in range(25):
        rng = Random(100 * seats + seed)
        true, ledger = tables_of_known_strength(rng, players=40, tables=1_200, seats=seats, spread=100)
        for player, rating in fitted(ledger).items():
            held += abs(rating.value - START - true[player]) <= rating.uncertainty
            looked += 1
    error = (0.95 * 0.05 / looked) ** 0.5
    assert abs(held / looked - 0.95) <= 3 * error


def test_intervals_are_not_too_wide_after_five_games_of_equals() -> None:
    (share,) = coverage("maximum-likelihood", players=24, seats=2, spread=75, pools=40, seed=3, tables=[5])
    assert not share.is_outside, share


def test_the_mean_is_1500() -> None:
    _, ledger = tables_of_known_strength(Random(5), players=30, tables=200, seats=3, spread=300)
    values = [rating.value for rating in fitted(ledger).values()]
    assert abs(sum(values) - START * len(values)) <= len(values)


def test_who_only_won_has_a_strength_too() -> None:
    ratings = fitted([RatedResult((1, 2), (1, 2))] * 1_000)
    assert 400 * MILLI < ratings[1].value - ratings[2].value < 4_000 * MILLI
    assert ratings[1].uncertainty > 200 * MILLI


def test_groups_that_never_met_stand_side_by_side() -> None:
    apart = [RatedResult((1, 2), (1, 2)), RatedResult((1, 2), (2, 1)), RatedResult((3, 4), (1, 2))]
    ratings = fitted(apart * 50)
    assert ratings[1].value == ratings[2].value == START
    assert ratings[3].value > START > ratings[4].value
    assert ratings[1].uncertainty > 100 * MILLI  # a hundred games told of each other, nothing of the others


def test_a_shared_place_is_half_a_game_to_each() -> None:
    drawn = fitted([RatedResult((1, 2), (1, 1))] * 2)
    shared = fitted([RatedResult((1, 2), (1, 2)), RatedResult((1, 2), (2, 1))])
    assert drawn == shared


def test_nobody_is_nobody() -> None:
    assert fitted([]) == {}


@pytest.mark.long
def test_of_many_players_the_values_balance_and_the_intervals_hold() -> None:
    true, ledger = tables_of_known_strength(Random(9), players=MOST_EXACT + 1, tables=12_000, seats=5, spread=100)
    ratings = fitted(ledger)
    held = [abs(rating.value - START - true[player]) <= rating.uncertainty for player, rating in ratings.items()]
    assert 0.94 < sum(held) / len(held) < 0.98  # with thirty tables each the exact intervals hold 0.967 here
    assert abs(imbalance(ledger, ratings)) < 0.001
    assert fitted(ledger) == ratings


def imbalance(ledger: list[RatedResult], ratings: dict[int, Rating]) -> float:
    """What the first player scored less what was to be expected, in games; the prior's pull is in it."""
    slope = 0.5 - 1 / (1 + exp(-(ratings[0].value - START) / POINTS))
    for players, places in ledger:
        if 0 not in players:
            continue
        own = places[players.index(0)]
        for player, place in zip(players, places, strict=True):
            if player:
                odds = exp((ratings[player].value - ratings[0].value) / POINTS)
                slope += 3 / (len(players) + 1) * ((own < place) - 1 / (1 + odds))
    return slope


def test_solving_in_rounds_comes_to_what_solving_comes_to() -> None:
    information, sides = a_curvature(50), np.random.default_rng(1).normal(size=(50, 3))
    assert np.allclose(solved_in_rounds(information, sides), np.linalg.solve(information, sides), rtol=0, atol=1e-8)
    assert not solved_in_rounds(information, np.zeros(50)).any()


def test_variances_found_by_signs_are_near_the_exact_ones() -> None:
    information = a_curvature(300)
    covariance = np.linalg.inv(information)
    exact = covariance.diagonal() - 2 * covariance.mean(axis=1) + covariance.mean()
    assert np.abs(nearly_variances(information) / exact - 1).max() < 0.1


def a_curvature(size: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The information of players of whom any two met a few times."""
    met = np.triu(np.random.default_rng(size).uniform(0, 1, (size, size)), 1)
    met += met.T
    return np.asarray(np.diag(met.sum(axis=1) + 0.25) - met)
