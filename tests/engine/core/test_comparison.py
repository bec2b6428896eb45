"""Comparing two bots by blocks: scores, intervals and the sequential test keep what they promise."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.comparison import (
    LEAST_BLOCKS,
    MOST_ELO,
    BlockScores,
    Sprt,
    elo_of_score,
    game_score,
    score_of_elo,
    seatings,
)


def scores_of(rng: Random, expected: float, blocks: int) -> BlockScores:
    """Return the scores of blocks of two games, each won with that probability."""
    scores = BlockScores()
    for _ in range(blocks):
        scores.add(((rng.random() < expected) + (rng.random() < expected)) / 2)
    return scores


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_block_gives_every_seat_to_both_bots_equally_often(seats: int) -> None:
    games = seatings(seats)
    for seat in range(seats):
        assert sum(game[seat] for game in games) * 2 == len(games)
    assert sum(sum(game) for game in games) * 2 == seats * len(games)


def test_a_game_counts_all_pairs_of_seats() -> None:
    assert game_score([1, 2], [True, False]) == 1
    assert game_score([1, 1, 3], [True, False, False]) == 0.75
    assert game_score([3, 1, 2], [True, False, False]) == 0


def test_elo_and_score_are_inverse_and_bounded() -> None:
    assert score_of_elo(0) == 0.5
    assert elo_of_score(score_of_elo(87)) == pytest.approx(87)
    assert (elo_of_score(0), elo_of_score(1)) == pytest.approx((-MOST_ELO, MOST_ELO))


def test_few_equal_blocks_are_not_certain() -> None:
    scores = BlockScores()
    for _ in range(4):
        scores.add(1)
    estimate = scores.estimate()
    assert estimate.low < 200 < estimate.high
    assert 0.9 < estimate.superiority < 1


def test_intervals_hold_the_true_difference_in_95_of_100_comparisons() -> None:
    rng = Random(1)
    estimates = [scores_of(rng, score_of_elo(60), 120).estimate() for _ in range(1000)]
    held = sum(estimate.low <= 60 <= estimate.high for estimate in estimates)
    assert 935 <= held <= 965


@pytest.mark.parametrize("true", [0, 60, 150, 400])
def test_intervals_of_the_fewest_blocks_that_count_hold_the_true_difference(true: int) -> None:
    rng = Random(1)
    estimates = [scores_of(rng, score_of_elo(true), LEAST_BLOCKS).estimate() for _ in range(1000)]
    assert all(estimate.is_usable for estimate in estimates)
    assert sum(estimate.low <= true <= estimate.high for estimate in estimates) >= 930
    assert not scores_of(rng, 0.5, LEAST_BLOCKS - 1).estimate().is_usable


@pytest.mark.parametrize("true", [0, 50])
def test_of_1000_sequential_tests_at_most_5_in_100_are_wrong(true: int) -> None:
    rng, test, wrong = Random(1), Sprt(0, 50), 0
    expected = score_of_elo(true)
    for _ in range(1000):
        scores = BlockScores()
        while (decision := test.decision(scores)) is None:
            scores.add(((rng.random() < expected) + (rng.random() < expected)) / 2)
        wrong += decision != true
    assert wrong <= 50
